//! Gemini CLI's hooks: words of its own, a reply that counts at every exit code, and on stderr too.

use snell_core::Dialect;
use snell_core::dialect::{
    Base, Commands, Default, Duplicates, Effect, EnvValue, Event, ExitRow, FactRow, Gate, HandlerMeans as M, Heeds, Host, Layers, Matchers,
    McpSpelling, Meaning, Names, Naming, Otherwise, Reading, ReasonFrom, Reply, ResultShape, Says, Shell, Sign, Subject, Then, ToolRow,
    Unit, Unset,
};
use snell_core::event::{EventKind as E, Fact as F};

use crate::alike::{call, common, context, decision, passes, result, started, stops};
use crate::build::{FactRowExt, any_exit, exit, mcp, reading, says, tells, texts, tool, variable, word};
use crate::native::{HostExt, host, natives};
use crate::row::{EventExt, dead, event, file, foreign, keys, per_turn, switch, text, weaker, with};

const OFF: &str = "/hooksConfig/enabled";

pub(crate) fn dialect() -> Dialect {
    let files = vec![file("user", Base::Home, ".gemini/settings.json"), file("project", Base::Project, ".gemini/settings.json")];
    Dialect {
        events: events().into(),
        facts: [common(), vec![tells(F::Timestamp, "timestamp").always(Default::Now)]].concat().into(),
        beside_events: texts(&["enabled", "disabled", "notifications"]),
        matchers: Matchers { names: Names::Told, else_exact: true, looks_ahead: true, ..Matchers::PATTERNS },
        tools: tools().into(),
        mcp: McpSpelling { separator: Some("_".into()), server_at: texts(&["/mcp_context/server_name"]), ..mcp("mcp_") },
        names_event_at: texts(&["/hookSpecificOutput/hookEventName"]),
        reading: Reading { on_stderr: true, ..reading(Naming::Unread) },
        sources: with(files, None, OFF).into(),
        switches: vec![switch(OFF, false, Layers::LastOfAll)].into(),
        handler_keys: keys(&[
            ("command", M::Command),
            ("timeout", M::Timeout),
            ("env", M::Env),
            ("name", M::Remark),
            ("description", M::Remark),
        ])
        .into(),
        unit: Unit::Milliseconds,
        duplicates: Duplicates::SameRun,
        commands: Commands { direct: false, shell: Shell::Bash, unset: Unset::Empty, refused: texts(&[]) },
        environment: vec![
            variable("GEMINI_PROJECT_DIR", EnvValue::Root),
            variable("GEMINI_CWD", EnvValue::Cwd),
            variable("GEMINI_SESSION_ID", EnvValue::Fact(F::SessionId)),
            variable("CLAUDE_PROJECT_DIR", EnvValue::Root),
        ]
        .into(),
        continuations: per_turn(None),
        host: Some(native()),
        ..foreign("gemini", "Gemini CLI", "Gemini CLI 0.61.0, run headless")
    }
}

/// `AfterModel` comes with every part of an answer.
fn native() -> Host {
    let folder = "the folder, when the agent asks whether it is trusted; a headless run does not begin in one that is not";
    host("gemini", "0.61.0", natives(".gemini/settings.json", None, ".gemini/settings.json"))
        .sparing(&[E::PreModelRequest, E::PostModelRequest, E::ToolSelection])
        .approved(folder, folder)
}

fn events() -> Vec<Event> {
    let ends = || stops(Meaning::End);
    let prompt = || vec![text(F::Prompt, "prompt", "")];
    vec![
        event(E::SessionStart, &["SessionStart"]).told(started()).matched(Subject::Exactly(F::Source)).says(vec![context()]),
        event(E::UserPromptSubmit, &["BeforeAgent"]).told(prompt()).gates(Gate::Prompt, vec![ends(), decides(), context()], exits()),
        event(E::PreModelRequest, &["BeforeModel"]).gates(Gate::Call, vec![ends(), decides()], exits()),
        event(E::PostModelRequest, &["AfterModel"]),
        event(E::ToolSelection, &["BeforeToolSelection"]),
        event(E::PreToolUse, &["BeforeTool"])
            .told(call())
            .matched(Subject::Tool)
            .gates(Gate::Call, vec![ends(), decides_or_asks(), says(&["/hookSpecificOutput/tool_input"], Says::Input)], exits())
            .seen(Effect::Ask, dead("a headless run hangs on it")),
        event(E::PostToolUse, &["AfterTool"])
            .also(E::PostToolUseFailure, Sign::Error("/tool_response/error".into()))
            .told([call(), vec![result(ResultShape::LlmContent)]].concat())
            .matched(Subject::Tool)
            .gates(Gate::Replaces, vec![ends(), decides(), context()], exits()),
        event(E::Stop, &["AfterAgent"])
            .told([prompt(), answered(), vec![tells(F::StopHookActive, "stop_hook_active").always(Default::Flag(false))]].concat())
            .gates(Gate::Turn, vec![ends(), decides()], exits()),
        event(E::PreCompact, &["PreCompress"])
            .told(vec![text(F::Source, "trigger", "manual")])
            .matched(Subject::Exactly(F::Source))
            .repeated_when(F::Source, "auto")
            .seen(Effect::Observe, weaker("only a manual one: the agent fires it before every request, as if it were automatic")),
        event(E::Notification, &["Notification"])
            .told(vec![tells(F::NotificationType, "notification_type"), tells(F::Message, "message"), tells(F::ErrorDetails, "details")])
            .matched(Subject::Exactly(F::NotificationType)),
        event(E::SessionEnd, &["SessionEnd"]).told(vec![text(F::Reason, "reason", "exit")]).matched(Subject::Exactly(F::Reason)),
    ]
}

fn answered() -> Vec<FactRow> {
    vec![tells(F::LastAssistantMessage, "prompt_response")]
}

/// `allow` skips no question of the agent's own.
fn decides() -> Reply {
    let words = [("deny", Meaning::Block), ("block", Meaning::Block), ("allow", Meaning::Allow), ("approve", Meaning::Allow)];
    decision(words.map(|(is, means)| word(is, means)).to_vec(), Otherwise::Ignored)
}

fn decides_or_asks() -> Reply {
    let words = [
        ("deny", Meaning::Block),
        ("block", Meaning::Block),
        ("ask", Meaning::Ask),
        ("allow", Meaning::Allow),
        ("approve", Meaning::Allow),
    ];
    decision(words.map(|(is, means)| word(is, means)).to_vec(), Otherwise::Ignored)
}

/// A reply counts at every exit code; where there is none, text at any code above 1 refuses.
fn exits() -> Vec<ExitRow> {
    let text = [ReasonFrom::Stdout, ReasonFrom::Stderr];
    vec![passes(), exit(1, Heeds::All, Then::Fail, &[]), any_exit(Heeds::All, Then::BlockWithReason, &text)]
}

fn tools() -> Vec<ToolRow> {
    vec![
        tool(
            "run_shell_command",
            &["Bash"],
            &[("command", "command"), ("description", "description"), ("is_background", "run_in_background")],
        ),
        tool("read_file", &["Read"], &[("file_path", "file_path")]),
        tool("read_many_files", &["Read"], &[]),
        tool(
            "replace",
            &["Edit", "MultiEdit"],
            &[("file_path", "file_path"), ("old_string", "old_string"), ("new_string", "new_string"), ("allow_multiple", "replace_all")],
        ),
        tool("write_file", &["Write"], &[("file_path", "file_path"), ("content", "content")]),
        tool("grep_search", &["Grep"], &[("pattern", "pattern"), ("dir_path", "path"), ("include_pattern", "glob")]),
        tool("glob", &["Glob"], &[("pattern", "pattern"), ("dir_path", "path")]),
        tool("list_directory", &["LS"], &[("dir_path", "path"), ("ignore", "ignore")]),
        tool("web_fetch", &["WebFetch"], &[("prompt", "prompt")]),
        tool("google_web_search", &["WebSearch"], &[("query", "query")]),
        tool("invoke_agent", &["Task", "Agent"], &[("agent_name", "subagent_type"), ("prompt", "prompt")]),
        tool("write_todos", &["TodoWrite"], &[("todos", "todos")]),
        tool("ask_user", &["AskUserQuestion"], &[("questions", "questions")]),
        tool("exit_plan_mode", &["ExitPlanMode"], &[]),
    ]
}
