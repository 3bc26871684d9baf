//! Factory Droid's hooks.

use snell_core::Dialect;
use snell_core::dialect::{
    Base, Effect, EnvValue, Event, ExitRow, FactRow, Gate, Grade, HandlerMeans as M, Heeds, Host, InputShape, Layers, Lists, Matchers,
    McpSpelling, Meaning, Names, Naming, Otherwise, PlainText, ReasonFrom, Reply, ResultShape, Shape, Source, Subject, Then, ToolRow,
};
use snell_core::event::{EventKind as E, Fact as F};

use crate::alike::{blocks, call, common, context, fails, input, passes, permits, result, started, stops, trigger, with_reason};
use crate::build::{FactRowExt, exit, mcp, reading, tells, texts, tool, variable, word};
use crate::native::{HostExt, host, natives};
use crate::row::{EventExt, event, file, foreign, in_words, keys, per_turn, switch, text, weaker, with};

const OFF: &str = "/hooksDisabled";
/// Seen with `droid exec`; a session with a person may fire it.
const UNFIRED: &str = "`droid exec` never fires it";

pub(crate) fn dialect() -> Dialect {
    let events_at_top = |source| Source { shape: Shape::GroupsAtTop, ..source };
    let files = vec![
        events_at_top(file("user", Base::Home, ".factory/hooks.json")),
        file("user", Base::Home, ".factory/settings.json"),
        events_at_top(file("project", Base::Project, ".factory/hooks.json")),
        file("project", Base::Project, ".factory/settings.json"),
    ];
    Dialect {
        events: events().into(),
        facts: [common(), vec![mode()]].concat().into(),
        matchers: Matchers { lists: Lists::Bars, names: Names::Told, looks_ahead: true, ..Matchers::PATTERNS },
        tools: tools().into(),
        mcp: McpSpelling { separator: Some("___".into()), ..mcp("") },
        names_event_at: texts(&["/hookSpecificOutput/hookEventName"]),
        reading: reading(Naming::Unread),
        sources: with(files, None, OFF).into(),
        switches: vec![switch(OFF, true, Layers::LastOfAll)].into(),
        handler_keys: keys(&[("command", M::Command), ("timeout", M::Timeout), ("preserveRiskLevel", M::Remark)]).into(),
        environment: ["FACTORY_PROJECT_DIR", "DROID_PROJECT_DIR", "CLAUDE_PROJECT_DIR"]
            .map(|name| variable(name, EnvValue::Root))
            .to_vec()
            .into(),
        continuations: per_turn(None),
        host: Some(native()),
        ..foreign("droid", "Factory Droid", "Droid 0.215.0, run headless")
    }
}

fn native() -> Host {
    let project = "the folder, when the agent asks whether it is trusted";
    let native = host("droid", "0.215.0", natives(".factory/hooks.json", None, ".factory/hooks.json"));
    Host { events_at: "".into(), ..native.approved("nothing", project) }
}

fn events() -> Vec<Event> {
    let ends = || stops(Meaning::End);
    vec![
        event(E::PreToolUse, &["PreToolUse"])
            .told(call())
            .matched(Subject::Tool)
            .gates(Gate::Call, vec![ends(), permission_decision(), input()], exits(Heeds::Blocks))
            .seen(Effect::Input, Grade::Stricter("without a hook's own `allow` the agent asks, and a headless run ends".into())),
        event(E::PostToolUse, &["PostToolUse"]).told([call(), vec![result(ResultShape::Text)]].concat()).matched(Subject::Tool).gates(
            Gate::Feedback,
            vec![ends(), context()],
            exits(Heeds::Nothing),
        ),
        event(E::Notification, &["Notification"]).told(vec![tells(F::Message, "message"), tells(F::NotificationType, "notification_type")]),
        event(E::UserPromptSubmit, &["UserPromptSubmit"])
            .told(vec![text(F::Prompt, "prompt", "")])
            .gates(Gate::Prompt, vec![ends(), blocks(), context()], exits(Heeds::Blocks))
            .plain(PlainText::Context)
            .seen(Effect::Observe, weaker(UNFIRED)),
        event(E::Stop, &["Stop"]).told(vec![active()]).gates(Gate::Turn, vec![with_reason(blocks())], exits(Heeds::Decisions)),
        event(E::SubagentStop, &["SubagentStop"]).told(vec![active()]),
        event(E::PreCompact, &["PreCompact"]).told(trigger()).matched(Subject::Fact(F::Source)),
        event(E::SessionStart, &["SessionStart"])
            .told(started())
            .matched(Subject::Fact(F::Source))
            .says(vec![context()])
            .plain(PlainText::Context),
        event(E::SessionEnd, &["SessionEnd"]).told(vec![text(F::Reason, "reason", "other")]).matched(Subject::Fact(F::Reason)),
    ]
}

fn active() -> FactRow {
    tells(F::StopHookActive, "stop_hook_active").always(snell_core::dialect::Default::Flag(false))
}

fn mode() -> FactRow {
    let words =
        [("off", "default"), ("spec", "plan"), ("auto-low", "acceptEdits"), ("auto-medium", "auto"), ("auto-high", "bypassPermissions")];
    in_words(text(F::PermissionMode, "permission_mode", "default"), &words)
}

/// `ask` is written to a log, and the tool runs.
fn permission_decision() -> Reply {
    permits(vec![word("deny", Meaning::Block), word("allow", Meaning::Grant)], Otherwise::Ignored)
}

/// Exit 3 ends the whole run; a reply counts at every other code.
fn exits(at_two: Heeds) -> Vec<ExitRow> {
    vec![
        passes(),
        exit(2, at_two, Then::Block, &[ReasonFrom::Reply, ReasonFrom::Stderr]),
        exit(3, Heeds::Nothing, Then::End, &[ReasonFrom::Stderr]),
        fails(Heeds::All),
    ]
}

fn tools() -> Vec<ToolRow> {
    vec![
        tool("Execute", &["Bash"], &[("command", "command"), ("timeout", "timeout")]),
        tool("Read", &["Read"], &[("file_path", "file_path"), ("offset", "offset"), ("limit", "limit")]),
        tool(
            "Edit",
            &["Edit", "MultiEdit"],
            &[("file_path", "file_path"), ("old_str", "old_string"), ("new_str", "new_string"), ("change_all", "replace_all")],
        ),
        // In the place of `Edit` and `Create` for some models.
        ToolRow { shape: InputShape::ApplyPatch, ..tool("ApplyPatch", &["ApplyPatch"], &[("input", "patch")]) },
        tool("Create", &["Write"], &[("file_path", "file_path"), ("content", "content")]),
        tool("NotebookEdit", &["NotebookEdit"], &[]),
        tool("Grep", &["Grep"], &[("pattern", "pattern"), ("path", "path"), ("glob_pattern", "glob")]),
        tool("Glob", &["Glob"], &[("pattern", "pattern"), ("path", "path")]),
        tool("LS", &["LS"], &[("directory_path", "path"), ("ignorePatterns", "ignore")]),
        tool("FetchUrl", &["WebFetch"], &[("url", "url")]),
        tool("WebSearch", &["WebSearch"], &[("query", "query")]),
        tool("Task", &["Task", "Agent"], &[("prompt", "prompt"), ("description", "description"), ("subagent_type", "subagent_type")]),
        tool("TodoWrite", &["TodoWrite"], &[("todos", "todos")]),
    ]
}
