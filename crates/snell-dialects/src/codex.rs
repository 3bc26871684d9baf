//! Codex's hooks: Claude Code's words, read strictly. A reply with a key too many, or a refusal without a reason, is a failed hook.

use snell_core::Dialect;
use snell_core::dialect::{
    Base, Commands, Effect, Event, ExitRow, FactRow, Format, Gate, HandlerMeans as M, Heeds, Host, InputShape, Layers, Lists, Literal,
    Matchers, Meaning, Naming, Otherwise, PlainText, Reading, ReasonFrom, Reply, ResultShape, Shell, Sign, Source, Subject, Then, ToolRow,
    Unset,
};
use snell_core::event::{EventKind as E, Fact as F};

use crate::alike::{
    agent, behaves, call, call_with_id, common, context, decision, fails, input, passes, permits, result, started, stopped, stops, trigger,
    with_reason,
};
use crate::build::{decides, exit, flag, reading, tells, texts, tool, word};
use crate::native::{HostExt, host, natives};
use crate::row::{EventExt, event, file, foreign, keys, per_turn, switch, text, weaker, with};

const OFF: &str = "/features/hooks";
/// A hook at the end of a session, or of an interrupted turn, has one second, and at most three.
const SHORT: (f64, Option<f64>) = (1.0, Some(3.0));

pub(crate) fn dialect() -> Dialect {
    let toml = |source| Source { format: Format::Toml, ..source };
    let files = vec![
        file("user", Base::Home, ".codex/hooks.json"),
        toml(file("user", Base::Home, ".codex/config.toml")),
        file("project", Base::Project, ".codex/hooks.json"),
        toml(file("project", Base::Project, ".codex/config.toml")),
    ];
    Dialect {
        events: events().into(),
        facts: [common(), vec![tells(F::Model, "model")], agent()].concat().into(),
        beside_events: texts(&["state"]),
        matchers: Matchers { lists: Lists::Bars, ..Matchers::PATTERNS },
        tools: tools().into(),
        untold_tools: texts(&["WebSearch", "WebFetch"]),
        untold_uses: vec![("Bash".into(), "what is typed into a command that runs already (`write_stdin`)".into())].into(),
        names_event_at: texts(&["/hookSpecificOutput/hookEventName"]),
        reading: Reading { strict: Some(texts(&["/systemMessage"])), braces_bind: true, ..reading(Naming::Any) },
        sources: with(files, Some("CODEX_HOME"), OFF).into(),
        switches: vec![switch(OFF, false, Layers::LastOfAll)].into(),
        handler_keys: keys(&[
            ("command", M::Command),
            ("timeout", M::Timeout),
            ("async", M::Async),
            ("commandWindows", M::Remark),
            ("command_windows", M::Remark),
            ("statusMessage", M::Remark),
            ("additionalContextLimit", M::Remark),
        ])
        .into(),
        timeout: 600.0,
        commands: Commands { direct: false, shell: Shell::User, unset: Unset::Empty, refused: texts(&[]) },
        continuations: per_turn(None),
        host: Some(native()),
        ..foreign("codex", "Codex", "Codex 0.171.0, run headless")
    }
}

/// A request to the model is no moment that a hook can change, and there are many.
fn native() -> Host {
    let files = natives(".codex/hooks.json", Some("CODEX_HOME"), ".codex/hooks.json");
    let user =
        "each entry, in the review that the next session begins with, or under `/hooks`; until then `codex exec` skips them in silence";
    let project = "the project, and then each entry, in the review that the next session begins with, or under `/hooks`; until then \
                   `codex exec` skips them in silence";
    let native = host("codex", "0.171.0", files).sparing(&[E::PreModelRequest, E::PostModelRequest]).approved(user, project);
    Host { plain_json: true, ..native }
}

fn events() -> Vec<Event> {
    let ends = || stops(Meaning::End);
    let turn = || vec![tells(F::PromptId, "turn_id")];
    let model_request = |kind, names| event(kind, names).told(turn());
    vec![
        event(E::SessionStart, &["SessionStart"])
            .told(started_here())
            .matched(Subject::Fact(F::Source))
            .says(vec![ends(), quiet(), context()])
            .plain(PlainText::Context),
        event(E::UserPromptSubmit, &["UserPromptSubmit"])
            .told([turn(), vec![mode(), text(F::Prompt, "prompt", "")]].concat())
            .gates(Gate::Prompt, vec![ends(), quiet(), blocks(), context()], exits())
            .plain(PlainText::Context),
        event(E::PreToolUse, &["PreToolUse"])
            .told([turn(), vec![mode()], call_with_id()].concat())
            .matched(Subject::Tool)
            .gates(Gate::Call, vec![never_stops(), quiet(), permission_decision(), blocks(), rewrites(), context()], exits())
            .seen(Effect::Input, weaker("patches (`apply_patch`) are not rewritten")),
        event(E::PermissionRequest, &["PermissionRequest"]).told([turn(), vec![mode()], call()].concat()).matched(Subject::Tool).gates(
            Gate::Call,
            vec![never_stops(), quiet(), behaves()],
            exits(),
        ),
        event(E::PostToolUse, &["PostToolUse"])
            .also(E::PostToolUseFailure, Sign::None)
            .told([turn(), vec![mode()], call_with_id(), vec![result(ResultShape::Text)]].concat())
            .matched(Subject::Tool)
            .gates(Gate::Replaces, vec![stops(Meaning::Block), quiet(), blocks(), context()], exits()),
        event(E::PreCompact, &["PreCompact"])
            .told([turn(), trigger()].concat())
            .matched(Subject::Fact(F::Source))
            .says(vec![ends(), quiet()]),
        event(E::PostCompact, &["PostCompact"])
            .told([turn(), trigger()].concat())
            .matched(Subject::Fact(F::Source))
            .says(vec![ends(), quiet()]),
        event(E::SubagentStart, &["SubagentStart"])
            .told([turn(), vec![mode()]].concat())
            .matched(Subject::Fact(F::SubagentType))
            .says(vec![ends(), quiet(), context()])
            .plain(PlainText::Context),
        stop(E::SubagentStop, &["SubagentStop"])
            .told([turn(), vec![mode(), tells(F::SubagentTranscriptPath, "agent_transcript_path")], stopped()].concat())
            .matched(Subject::Fact(F::SubagentType)),
        stop(E::Stop, &["Stop"]).told([turn(), vec![mode()], stopped()].concat()),
        event(E::StopCancelled, &["Interrupt"]).told([turn(), vec![mode()]].concat()).within(SHORT.0, SHORT.1),
        model_request(E::PreModelRequest, &["PreModelRequest"]),
        model_request(E::PostModelRequest, &["PostModelRequest"]),
        event(E::SessionEnd, &["SessionEnd"]).told(vec![text(F::Reason, "reason", "other")]).within(SHORT.0, SHORT.1),
    ]
}

fn stop(kind: E, names: &[&'static str]) -> Event {
    event(kind, names).gates(Gate::Turn, vec![stops(Meaning::End), quiet(), blocks()], exits()).plain(PlainText::Malformed)
}

fn started_here() -> Vec<FactRow> {
    [vec![mode()], started()].concat()
}

fn mode() -> FactRow {
    text(F::PermissionMode, "permission_mode", "default")
}

fn blocks() -> Reply {
    with_reason(decision(vec![word("block", Meaning::Block)], Otherwise::Malformed))
}

/// An `allow` by itself is no permission: the agent asks all the same.
fn permission_decision() -> Reply {
    with_reason(permits(vec![word("deny", Meaning::Block), word("allow", Meaning::Allow)], Otherwise::Malformed))
}

/// A rewrite counts only beside an `allow`, which here grants nothing.
fn rewrites() -> Reply {
    Reply { beside: Some(("/hookSpecificOutput/permissionDecision".into(), Literal::Text("allow".into()))), ..input() }
}

fn never_stops() -> Reply {
    decides(&["/continue"], vec![flag(true, Meaning::Nothing)], &["/stopReason"], Otherwise::Malformed)
}

fn quiet() -> Reply {
    decides(&["/suppressOutput"], vec![flag(false, Meaning::Nothing)], &[], Otherwise::Malformed)
}

/// Exit 2 counts only with a reason on stderr; no reply counts but at exit 0.
fn exits() -> Vec<ExitRow> {
    vec![passes(), exit(2, Heeds::Nothing, Then::BlockWithReason, &[ReasonFrom::Stderr]), fails(Heeds::Nothing)]
}

fn tools() -> Vec<ToolRow> {
    vec![
        tool("Bash", &["Bash"], &[("command", "command")]),
        ToolRow { shape: InputShape::ApplyPatch, ..tool("apply_patch", &["Edit", "Write", "MultiEdit"], &[("command", "patch")]) },
        tool("spawn_agent", &["Task", "Agent"], &[("message", "prompt")]),
        tool("view_image", &["Read"], &[("path", "file_path")]),
    ]
}
