//! GitHub Copilot CLI's hooks: two ways to tell and to answer, chosen by how the event's name is written. `preToolUse` gets camelCase keys and
//! its own tool names, `PreToolUse` gets Claude Code's.

use snell_core::Dialect;
use snell_core::dialect::{
    Balk, Base, Codec, Commands, Default, Directory, Effect, EnvValue, Event, ExitRow, FactRow, Gate, HandlerMeans as M, Heeds, Host,
    InputShape, Layers, Layout, Matchers, McpSpelling, Meaning, Names, Naming, Otherwise, Reply, ResultShape, Says, Shape, Shell, Source,
    Subject, Switch, Then, ToolRow, Unset,
};
use snell_core::event::{EventKind as E, Fact as F};

use crate::alike::{fails, input, passes, permits, with_reason};
use crate::build::{FactRowExt, any_exit, decides, exit, flag, mcp, reading, says, tells, texts, tool, variable, word};
use crate::native::{HostExt, host, natives};
use crate::row::{EventExt, UNSEEN, event, file, foreign, in_words, keys, per_turn, switch, text, with};

const OFF: &str = "/disableAllHooks";

pub(crate) fn dialect() -> Dialect {
    let directory = |source| Source { layout: Layout::Directory, ..source };
    let files = vec![
        directory(file("project", Base::Project, ".github/hooks")),
        directory(file("user", Base::Home, ".copilot/hooks")),
        file("project", Base::Project, ".github/copilot/settings.json"),
        file("project", Base::Project, ".github/copilot/settings.local.json"),
        file("user", Base::Home, ".copilot/settings.json"),
    ];
    let flat = |source| Source { shape: Shape::GroupsOrFlat, directory: Directory::Root, ..source };
    Dialect {
        events: events().into(),
        matchers: Matchers { whole: true, names: Names::Told, looks_ahead: true, ..Matchers::PATTERNS },
        tools: tools().into(),
        mcp: McpSpelling { separator: Some("-".into()), last: true, ..mcp("") },
        names_event_at: texts(&["/hookSpecificOutput/hookEventName"]),
        reading: reading(Naming::Unread),
        sources: with(files.into_iter().map(flat).collect(), Some("COPILOT_HOME"), OFF).into(),
        switches: vec![Switch { layers: Layers::Own, ..switch(OFF, true, Layers::Own) }].into(),
        handler_keys: keys(&[
            ("bash", M::Command),
            ("command", M::Command),
            ("exec", M::Command),
            ("args", M::Args),
            ("url", M::Url),
            ("cwd", M::Directory),
            ("env", M::Env),
            ("timeoutSec", M::Timeout),
            ("timeout", M::Timeout),
            ("powershell", M::Remark),
        ])
        .into(),
        handler_types: texts(&["command", "http"]),
        untyped: true,
        timeout: 30.0,
        commands: Commands { direct: false, shell: Shell::Bash, unset: Unset::Empty, refused: texts(&[]) },
        environment: vec![
            variable("COPILOT_PROJECT_DIR", EnvValue::Root),
            variable("COPILOT_HOOK_DIR", EnvValue::Beside),
            variable("CLAUDE_PROJECT_DIR", EnvValue::Root),
        ]
        .into(),
        continuations: per_turn(Some(8)),
        host: Some(native()),
        ..foreign("copilot", "GitHub Copilot CLI", "Copilot CLI 1.0.102, run headless")
    }
}

/// Files of its own in the agent's directory of hooks. The agent also loads Claude Code's files of a project.
fn native() -> Host {
    let files = natives(".copilot/hooks/snell.json", Some("COPILOT_HOME"), ".github/hooks/snell.json");
    let project = "the folder, when the agent asks whether it is trusted; `copilot -p` does not ask, and runs a project's \
                   hooks in a folder that is not trusted only where GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS is set";
    let reads = [".claude/settings.json", ".claude/settings.local.json"].map(|path| (Base::Project, path.into()));
    let native = host("copilot", "1.0.102", files).flat().approved("nothing", project);
    Host {
        command: "bash".into(),
        timeout: "timeoutSec".into(),
        reads: reads.to_vec().into(),
        balks: vec![Balk::OddJson, Balk::EmptyMatcher, Balk::OtherType, Balk::NoTimeout].into(),
        reads_how:
            "exit 1 refuses, and of exit 2 the model is not told the reason; files have Copilot's names (`path`, not `file_path`), and a \
                    patch is `apply_patch`"
                .into(),
        ..native
    }
}

fn events() -> Vec<Event> {
    let mut events = camel_events();
    events.extend(pascal_events());
    events
}

fn camel_events() -> Vec<Event> {
    let context = || says(&["/additionalContext"], Says::Context);
    let tool = || [camel(), vec![text(F::ToolName, "toolName", "Bash").in_form(Codec::ToolName), args("toolArgs")]].concat();
    let of_agent =
        || vec![tells(F::TranscriptPath, "transcriptPath"), tells(F::SubagentId, "agentId"), tells(F::SubagentType, "agentType")];
    vec![
        event(E::SessionStart, &["sessionStart"]).told([camel(), vec![started()]].concat()).says(vec![context()]),
        event(E::SessionEnd, &["sessionEnd"]).told([camel(), vec![ended()]].concat()),
        event(E::UserPromptSubmit, &["userPromptSubmitted"]).told([camel(), vec![text(F::Prompt, "prompt", "")]].concat()).gates(
            Gate::Prompt,
            vec![blocks(), context()],
            open(),
        ),
        event(E::PromptTransformed, &["userPromptTransformed"]).told(camel()),
        event(E::PreToolUse, &["preToolUse"]).told(tool()).matched(Subject::Tool).gates(
            Gate::Call,
            vec![flat_decision(), says(&["/modifiedArgs"], Says::Input), context()],
            closed(),
        ),
        event(E::PostToolUse, &["postToolUse"])
            .told([tool(), vec![result("toolResult", ResultShape::ForLlm)]].concat())
            .matched(Subject::Tool)
            .gates(Gate::Replaces, vec![blocks(), says(&["/modifiedResult"], Says::Output), context()], open()),
        event(E::PostToolUseFailure, &["postToolUseFailure"])
            .told([tool(), vec![text(F::Error, "error", "unknown")]].concat())
            .matched(Subject::Tool)
            .says(vec![context()])
            .seen(Effect::Observe, crate::row::weaker("a failing shell command is told as `postToolUse`"))
            .seen(Effect::Context, UNSEEN),
        event(E::PermissionRequest, &["permissionRequest", "PermissionRequest"])
            .told([camel(), requested()].concat())
            .matched(Subject::Tool)
            .gates(Gate::Call, behaviour(), vec![passes(), exit(2, Heeds::Nothing, Then::Block, &[]), fails(Heeds::Nothing)]),
        event(E::Notification, &["notification"]).told([camel(), notified()].concat()).says(vec![context()]).seen(Effect::Context, UNSEEN),
        event(E::Stop, &["agentStop"])
            .told([camel(), vec![tells(F::TranscriptPath, "transcriptPath"), text(F::Reason, "stopReason", "end_turn"), active()]].concat())
            .gates(Gate::Turn, vec![with_reason(blocks())], open()),
        event(E::SubagentStart, &["subagentStart"])
            .told([camel(), of_agent()].concat())
            .says(vec![context()])
            .seen(Effect::Context, UNSEEN),
        event(E::SubagentStop, &["subagentStop"])
            .told(
                [
                    camel(),
                    of_agent(),
                    vec![tells(F::LastAssistantMessage, "response"), text(F::Reason, "stopReason", "end_turn"), active()],
                ]
                .concat(),
            )
            .gates(Gate::Turn, vec![with_reason(blocks())], open())
            .seen(Effect::Block, UNSEEN),
        event(E::PreCompact, &["preCompact"]).told([camel(), vec![text(F::Source, "trigger", "manual")]].concat()),
        event(E::ErrorOccurred, &["errorOccurred"]).told(camel()),
    ]
}

/// The same events in Claude Code's words; a bridge does not listen to them.
fn pascal_events() -> Vec<Event> {
    let context = || says(&["/hookSpecificOutput/additionalContext", "/additionalContext"], Says::Context);
    let tool = || {
        let name = text(F::ToolName, "tool_name", "Bash").in_form(Codec::CanonicalToolName);
        [snake(), vec![name, args("tool_input")]].concat()
    };
    vec![
        event(E::SessionStart, &["SessionStart"]).told([snake(), vec![started()]].concat()).says(vec![context()]),
        event(E::SessionEnd, &["SessionEnd"]).told([snake(), vec![ended()]].concat()),
        event(E::UserPromptSubmit, &["UserPromptSubmit"]).told([snake(), vec![text(F::Prompt, "prompt", "")]].concat()).gates(
            Gate::Prompt,
            vec![blocks(), context()],
            open(),
        ),
        event(E::PreToolUse, &["PreToolUse"]).told(tool()).matched(Subject::Tool).gates(
            Gate::Call,
            vec![nested_decision(), flat_decision(), input(), context()],
            closed(),
        ),
        event(E::PostToolUse, &["PostToolUse"])
            .told([tool(), vec![result("tool_result", ResultShape::ForLlmSnake)]].concat())
            .matched(Subject::Tool)
            .gates(Gate::Replaces, vec![blocks(), context()], open()),
        event(E::Stop, &["Stop"])
            .told(
                [snake(), vec![tells(F::TranscriptPath, "transcript_path"), text(F::Reason, "stop_reason", "end_turn"), active()]].concat(),
            )
            .gates(Gate::Turn, vec![with_reason(blocks())], open()),
    ]
}

fn camel() -> Vec<FactRow> {
    vec![
        tells(F::SessionId, "sessionId").always(Default::FreshId),
        tells(F::Timestamp, "timestamp").in_form(Codec::EpochMillis).always(Default::Now),
        tells(F::Cwd, "cwd").always(Default::Cwd),
    ]
}

fn snake() -> Vec<FactRow> {
    vec![
        tells(F::EventName, "hook_event_name").in_form(Codec::EventName),
        tells(F::SessionId, "session_id").always(Default::FreshId),
        tells(F::Timestamp, "timestamp").always(Default::Now),
        tells(F::Cwd, "cwd").always(Default::Cwd),
    ]
}

fn args(key: &'static str) -> FactRow {
    tells(F::ToolInput, key).in_form(Codec::ToolInputEither).always(Default::Object)
}

fn result(key: &'static str, shape: ResultShape) -> FactRow {
    text(F::ToolResult, key, "").in_form(Codec::ToolResult(shape))
}

fn started() -> FactRow {
    in_words(text(F::Source, "source", "startup"), &[("new", "startup")])
}

fn ended() -> FactRow {
    text(F::Reason, "reason", "complete")
}

fn active() -> FactRow {
    tells(F::StopHookActive, "stop_hook_active").always(Default::Flag(false))
}

/// The one event that names itself whichever way it was written.
fn requested() -> Vec<FactRow> {
    vec![
        tells(F::EventName, "hookName").in_form(Codec::EventName),
        text(F::ToolName, "toolName", "Bash").in_form(Codec::ToolName),
        args("toolInput"),
        tells(F::PermissionSuggestions, "permissionSuggestions"),
    ]
}

fn notified() -> Vec<FactRow> {
    vec![
        text(F::EventName, "hook_event_name", "Notification"),
        tells(F::Message, "message"),
        tells(F::Title, "title"),
        text(F::NotificationType, "notification_type", "info"),
    ]
}

fn flat_decision() -> Reply {
    let words = vec![word("deny", Meaning::Block), word("ask", Meaning::Ask), word("allow", Meaning::Grant)];
    decides(&["/permissionDecision"], words, &["/permissionDecisionReason"], Otherwise::Ignored)
}

fn nested_decision() -> Reply {
    permits(vec![word("deny", Meaning::Block), word("ask", Meaning::Ask), word("allow", Meaning::Grant)], Otherwise::Ignored)
}

fn behaviour() -> Vec<Reply> {
    let interrupts = vec![flag(true, Meaning::End), flag(false, Meaning::Nothing)];
    vec![
        decides(&["/behavior"], vec![word("deny", Meaning::Block), word("allow", Meaning::Grant)], &["/message"], Otherwise::Ignored),
        decides(&["/interrupt"], interrupts, &["/message"], Otherwise::Ignored),
    ]
}

fn blocks() -> Reply {
    decides(&["/decision"], vec![word("block", Meaning::Block)], &["/reason"], Otherwise::Ignored)
}

/// Before a tool every exit but 0 refuses, whatever the reply says.
fn closed() -> Vec<ExitRow> {
    vec![passes(), any_exit(Heeds::Nothing, Then::Block, &[])]
}

fn open() -> Vec<ExitRow> {
    vec![passes(), fails(Heeds::Nothing)]
}

fn tools() -> Vec<ToolRow> {
    vec![
        tool("bash", &["Bash"], &[("command", "command"), ("description", "description"), ("timeout", "timeout")]),
        tool("view", &["Read"], &[("path", "file_path")]),
        tool("edit", &["Edit", "MultiEdit"], &[("path", "file_path"), ("old_str", "old_string"), ("new_str", "new_string")]),
        tool("create", &["Write"], &[("path", "file_path"), ("file_text", "content")]),
        // For some models in the place of the two above, and of the next one.
        ToolRow { shape: InputShape::ApplyPatch, ..tool("apply_patch", &["ApplyPatch"], &[("input", "patch")]) },
        tool("grep", &["Grep"], &[("pattern", "pattern"), ("path", "path"), ("glob", "glob"), ("output_mode", "output_mode")]),
        tool("rg", &["Grep"], &[("pattern", "pattern"), ("glob", "glob"), ("output_mode", "output_mode")]),
        tool("glob", &["Glob"], &[("pattern", "pattern"), ("path", "path")]),
        tool("web_fetch", &["WebFetch"], &[("url", "url")]),
        tool("web_search", &["WebSearch"], &[("query", "query")]),
        tool("task", &["Task", "Agent"], &[("prompt", "prompt"), ("description", "description"), ("agent_type", "subagent_type")]),
        tool("update_todo", &["TodoWrite"], &[("todos", "todos")]),
        tool("ask_user", &["AskUserQuestion"], &[]),
    ]
}
