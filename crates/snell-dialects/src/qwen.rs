//! Qwen Code's hooks: Claude Code's words, of which fewer have an effect.

use snell_core::Dialect;
use snell_core::dialect::{
    Base, Commands, Default, Duplicates, Effect, EnvValue, Event, ExitRow, FactRow, Gate, HandlerMeans as M, Heeds, Host, Layers, Lists,
    Matchers, Meaning, Names, Naming, Otherwise, PlainText, Reading, ReasonFrom, Reply, ResultShape, Says, Shell, Subject, Then, ToolRow,
    Unit, Unset,
};
use snell_core::event::{EventKind as E, Fact as F};

use crate::alike::{
    self, agent, behaves, blocks, call, call_with_id, common, context, decision, fails, passes, permits, result, started, stops, trigger,
};
use crate::build::{FactRowExt, exit, reading, says, tells, texts, tool, variable, word};
use crate::native::{HostExt, host, natives};
use crate::row::{EventExt, UNSEEN, event, file, foreign, in_words, keys, per_turn, switch, text, weaker, with};

const OFF: &str = "/disableAllHooks";

pub(crate) fn dialect() -> Dialect {
    let files = vec![file("user", Base::Home, ".qwen/settings.json"), file("project", Base::Project, ".qwen/settings.json")];
    let now = tells(F::Timestamp, "timestamp").always(Default::Now);
    Dialect {
        events: events().into(),
        facts: [common(), vec![now, mode(), tells(F::PromptId, "prompt_id")], agent()].concat().into(),
        matchers: Matchers { lists: Lists::Bars, names: Names::AllForLists, looks_ahead: true, ..Matchers::PATTERNS },
        tools: tools().into(),
        names_event_at: texts(&["/hookSpecificOutput/hookEventName"]),
        reading: Reading { braces_bind: true, ..reading(Naming::Unread) },
        sources: with(files, None, OFF).into(),
        switches: vec![switch(OFF, true, Layers::LastOfAll)].into(),
        handler_keys: keys(&[
            ("command", M::Command),
            ("url", M::Url),
            ("timeout", M::Timeout),
            ("env", M::Env),
            ("async", M::Async),
            ("name", M::Remark),
            ("description", M::Remark),
            ("statusMessage", M::Remark),
            ("shell", M::Remark),
            ("once", M::Remark),
        ])
        .into(),
        handler_types: texts(&["command", "http"]),
        unit: Unit::SecondsBelow1000,
        duplicates: Duplicates::SameRun,
        commands: Commands { direct: false, shell: Shell::Bash, unset: Unset::Empty, refused: texts(&[]) },
        environment: vec![
            variable("QWEN_PROJECT_DIR", EnvValue::Root),
            variable("QWEN_CODE_SESSION_ID", EnvValue::Fact(F::SessionId)),
            variable("GEMINI_PROJECT_DIR", EnvValue::Root),
            variable("CLAUDE_PROJECT_DIR", EnvValue::Root),
        ]
        .into(),
        continuations: per_turn(Some(7)),
        host: Some(native()),
        ..foreign("qwen", "Qwen Code", "Qwen Code 0.24.4, run headless")
    }
}

fn native() -> Host {
    let folder = "where `security.folderTrust.enabled` is set, the folder: in one that is not trusted no hook runs";
    host("qwen", "0.24.4", natives(".qwen/settings.json", None, ".qwen/settings.json"))
        .sparing(&[E::MessageDisplay])
        .approved(folder, folder)
}

fn events() -> Vec<Event> {
    let ends = || stops(Meaning::End);
    let by_tool = |kind, names| event(kind, names).matched(Subject::Tool);
    vec![
        event(E::SessionStart, &["SessionStart"])
            .told([started(), vec![tells(F::Model, "model")]].concat())
            .matched(Subject::Fact(F::Source))
            .says(vec![context()])
            .plain(PlainText::Context),
        event(E::SessionEnd, &["SessionEnd"])
            .told(vec![text(F::Reason, "reason", "other")])
            .matched(Subject::Fact(F::Reason))
            .seen(Effect::Observe, weaker("a headless run does not fire it")),
        event(E::UserPromptSubmit, &["UserPromptSubmit"])
            .told(vec![text(F::Prompt, "prompt", "")])
            .gates(Gate::Prompt, vec![ends(), blocks(), context()], exits())
            .plain(PlainText::Context)
            .repeated_when(F::Prompt, ""),
        event(E::UserPromptExpansion, &["UserPromptExpansion"])
            .told(vec![tells(F::CommandName, "command_name"), tells(F::Prompt, "prompt")])
            .matched(Subject::Fact(F::CommandName))
            .gates(Gate::Prompt, vec![ends(), blocks(), context()], exits())
            .plain(PlainText::Context)
            .seen(Effect::Block, UNSEEN)
            .seen(Effect::Context, UNSEEN),
        by_tool(E::PreToolUse, &["PreToolUse"]).told(call_with_id()).gates(
            Gate::Call,
            vec![stops(Meaning::Block), permission_decision(), word_on_it()],
            exits(),
        ),
        by_tool(E::PermissionRequest, &["PermissionRequest"])
            .told([call(), vec![tells(F::PermissionSuggestions, "permission_suggestions")]].concat())
            .gates(Gate::Call, vec![behaves(), says(&["/hookSpecificOutput/decision/updatedInput"], Says::Input)], exits())
            .seen(Effect::Observe, weaker("a headless run refuses without firing it")),
        by_tool(E::PermissionDenied, &["PermissionDenied"]).told(call_with_id()),
        by_tool(E::PostToolUse, &["PostToolUse"])
            .told([call_with_id(), vec![result(ResultShape::LlmContent), tells(F::Duration, "duration_ms")]].concat())
            .gates(Gate::Replaces, vec![stops(Meaning::Block), context()], vec![passes(), fails(Heeds::All)]),
        by_tool(E::PostToolUseFailure, &["PostToolUseFailure"])
            .told([call_with_id(), failed()].concat())
            .says(vec![context()])
            .seen(Effect::Context, UNSEEN),
        event(E::PostToolBatch, &["PostToolBatch"]).says(vec![context()]).seen(Effect::Context, UNSEEN),
        event(E::Notification, &["Notification"])
            .told(vec![tells(F::Message, "message"), tells(F::NotificationType, "notification_type"), tells(F::Title, "title")])
            .matched(Subject::Fact(F::NotificationType)),
        stop(E::Stop, &["Stop"]).told(stopped()),
        event(E::StopFailure, &["StopFailure"])
            .told(vec![tells(F::Error, "error"), tells(F::LastAssistantMessage, "last_assistant_message")])
            .matched(Subject::Fact(F::Error)),
        event(E::SubagentStart, &["SubagentStart"])
            .matched(Subject::Fact(F::SubagentType))
            .says(vec![context()])
            .seen(Effect::Context, UNSEEN),
        stop(E::SubagentStop, &["SubagentStop"])
            .told([stopped(), vec![tells(F::SubagentTranscriptPath, "agent_transcript_path")]].concat())
            .matched(Subject::Fact(F::SubagentType))
            .seen(Effect::Block, UNSEEN),
        event(E::PreCompact, &["PreCompact"]).told(trigger()).matched(Subject::Fact(F::Source)),
        event(E::PostCompact, &["PostCompact"]).told(trigger()).matched(Subject::Fact(F::Source)),
        event(E::InstructionsLoaded, &["InstructionsLoaded"])
            .told(vec![tells(F::FilePath, "file_path"), tells(F::LoadReason, "load_reason")])
            .matched(Subject::Fact(F::LoadReason)),
        event(E::MessageDisplay, &["MessageDisplay"]),
        event(E::TodoCreated, &["TodoCreated"]),
        event(E::TodoCompleted, &["TodoCompleted"]),
        event(E::SessionDelete, &["SessionDelete"]),
    ]
}

/// To end the turn here is to have it go on, with the reason.
fn stop(kind: E, names: &[&'static str]) -> Event {
    event(kind, names).gates(Gate::Turn, vec![stops(Meaning::Block), blocks()], exits())
}

fn mode() -> FactRow {
    let words = [("plan", "plan"), ("auto_edit", "acceptEdits"), ("yolo", "bypassPermissions")];
    in_words(text(F::PermissionMode, "permission_mode", "default"), &words)
}

fn failed() -> Vec<FactRow> {
    let interrupted = tells(F::IsInterrupt, "is_interrupt").always(Default::Flag(false));
    vec![text(F::Error, "error", "unknown"), interrupted, tells(F::Duration, "duration_ms")]
}

fn stopped() -> Vec<FactRow> {
    [alike::stopped(), vec![tells(F::BackgroundTasks, "background_tasks"), tells(F::Crons, "crons")]].concat()
}

/// `allow` skips no question of the agent's own.
fn permission_decision() -> Reply {
    permits(vec![word("deny", Meaning::Block), word("ask", Meaning::Ask), word("allow", Meaning::Allow)], Otherwise::Ignored)
}

fn word_on_it() -> Reply {
    let words = [
        ("block", Meaning::Block),
        ("deny", Meaning::Block),
        ("ask", Meaning::Ask),
        ("allow", Meaning::Allow),
        ("approve", Meaning::Allow),
    ];
    decision(words.map(|(is, means)| word(is, means)).to_vec(), Otherwise::Ignored)
}

/// Exit 2 counts only with a reason on stderr, and then no reply does; at other codes a reply counts.
fn exits() -> Vec<ExitRow> {
    let reasons = [ReasonFrom::StderrObject, ReasonFrom::Stderr];
    vec![passes(), exit(2, Heeds::Nothing, Then::BlockWithReason, &reasons), fails(Heeds::All)]
}

fn tools() -> Vec<ToolRow> {
    vec![
        tool(
            "run_shell_command",
            &["Bash"],
            &[("command", "command"), ("description", "description"), ("is_background", "run_in_background"), ("timeout", "timeout")],
        ),
        tool("monitor", &["Bash"], &[("command", "command"), ("description", "description")]),
        tool("read_file", &["Read"], &[("file_path", "file_path"), ("offset", "offset"), ("limit", "limit")]),
        tool(
            "edit",
            &["Edit", "MultiEdit"],
            &[("file_path", "file_path"), ("old_string", "old_string"), ("new_string", "new_string"), ("replace_all", "replace_all")],
        ),
        tool("write_file", &["Write"], &[("file_path", "file_path"), ("content", "content")]),
        tool(
            "notebook_edit",
            &["NotebookEdit"],
            &["notebook_path", "cell_id", "new_source", "cell_type", "edit_mode"].map(|field| (field, field)),
        ),
        tool("grep_search", &["Grep"], &[("pattern", "pattern"), ("path", "path"), ("glob", "glob")]),
        tool("glob", &["Glob"], &[("pattern", "pattern"), ("path", "path")]),
        tool("list_directory", &["LS"], &[("path", "path"), ("ignore", "ignore")]),
        tool("web_fetch", &["WebFetch"], &[("url", "url"), ("prompt", "prompt")]),
        tool("web_search", &["WebSearch"], &[("query", "query")]),
        tool("agent", &["Task", "Agent"], &[("prompt", "prompt"), ("description", "description"), ("subagent_type", "subagent_type")]),
        tool("ask_user_question", &["AskUserQuestion"], &[]),
        tool("exit_plan_mode", &["ExitPlanMode"], &[]),
        tool("todo_write", &["TodoWrite"], &[("todos", "todos")]),
    ]
}
