//! Claude Code's hooks.

use snell_core::Dialect;
use snell_core::dialect::{
    Base, Default, Duplicates, Effect, EnvValue, Event, ExitRow, FactRow, Gate, HandlerMeans as M, Heeds, Host, Layers, Lists, Matchers,
    McpSpelling, Meaning, Naming, Otherwise, PlainText, ReasonFrom, Reply, ResultShape, Says, Subject, Then, ToolRow,
};
use snell_core::event::{EventKind as E, Fact as F};

use crate::alike::{
    self, agent, behaves, blocks, call, call_with_id, common, context, decision, fails, input, passes, permits, result, stops, trigger,
};
use crate::build::{FactRowExt, any_exit, decides, exit, flag, mcp, reading, says, tells, texts, variable, word};
use crate::native::{HostExt, host, natives};
use crate::row::{EventExt, event, file, foreign, keys, own_tools, per_turn, switch, text, weaker, with};

const OFF: &str = "/disableAllHooks";

pub(crate) fn dialect() -> Dialect {
    let files = vec![
        file("user", Base::Home, ".claude/settings.json"),
        file("project", Base::Project, ".claude/settings.json"),
        file("local", Base::Project, ".claude/settings.local.json"),
    ];
    Dialect {
        events: events().into(),
        facts: [common(), vec![tells(F::PromptId, "prompt_id")], agent()].concat().into(),
        matchers: Matchers { lists: Lists::BarsAndCommas, looks_ahead: true, ..Matchers::PATTERNS },
        tools: tools().into(),
        mcp: McpSpelling { server_at: texts(&["/mcp_server/name"]), ..mcp("mcp__") },
        names_event_at: texts(&["/hookSpecificOutput/hookEventName"]),
        reading: reading(Naming::Own),
        sources: with(files, Some("CLAUDE_CONFIG_DIR"), OFF).into(),
        switches: vec![switch(OFF, true, Layers::LastOfAll)].into(),
        handler_keys: keys(&[
            ("command", M::Command),
            ("args", M::Args),
            ("url", M::Url),
            ("timeout", M::Timeout),
            ("if", M::If),
            ("async", M::Async),
            ("asyncRewake", M::Async),
            ("statusMessage", M::Remark),
            ("once", M::Remark),
            ("shell", M::Remark),
        ])
        .into(),
        handler_types: texts(&["command", "http"]),
        timeout: 600.0,
        duplicates: Duplicates::SameRun,
        environment: vec![variable("CLAUDE_PROJECT_DIR", EnvValue::Root), variable("CLAUDE_CODE_SESSION_ID", EnvValue::Fact(F::SessionId))]
            .into(),
        continuations: per_turn(Some(8)),
        host: Some(native()),
        ..foreign("claude", "Claude Code", "Claude Code 2.1.332, run headless")
    }
}

/// `MessageDisplay` comes with every line, and `WorktreeCreate` takes the making of a worktree over.
fn native() -> Host {
    let files = natives(".claude/settings.json", Some("CLAUDE_CONFIG_DIR"), ".claude/settings.json");
    let folder = "the folder, in the dialog that an interactive session begins with; `claude -p` does not ask";
    let native = host("claude", "2.1.332", files).sparing(&[E::MessageDisplay, E::WorktreeCreate]).approved(folder, folder);
    Host { plain_json: true, ..native }
}

fn events() -> Vec<Event> {
    let ends = || stops(Meaning::End);
    let call = || [vec![mode()], call()].concat();
    let call_with_id = || [vec![mode()], call_with_id()].concat();
    let approves = |means| word("approve", means);
    let legacy = || decision(vec![word("block", Meaning::Block), approves(Meaning::Grant)], Otherwise::Malformed);
    let ends_on_block = decision(vec![word("block", Meaning::End), approves(Meaning::Nothing)], Otherwise::Malformed);
    let denies = |kind, names| event(kind, names).gates(Gate::Call, vec![blocks(), ends()], exits(Heeds::Blocks));
    let after = |kind, names| event(kind, names).matched(Subject::Tool);
    vec![
        event(E::SessionStart, &["SessionStart"])
            .told(vec![text(F::Source, "source", "startup"), tells(F::Model, "model")])
            .matched(Subject::Fact(F::Source))
            .says(vec![context()])
            .plain(PlainText::Context),
        event(E::Setup, &["Setup"]).told(vec![text(F::Source, "trigger", "init")]).matched(Subject::Fact(F::Source)).says(vec![context()]),
        event(E::InstructionsLoaded, &["InstructionsLoaded"])
            .told(vec![tells(F::FilePath, "file_path"), tells(F::LoadReason, "load_reason")])
            .matched(Subject::Fact(F::LoadReason)),
        event(E::UserPromptSubmit, &["UserPromptSubmit"])
            .told(vec![mode(), text(F::Prompt, "prompt", "")])
            .gates(Gate::Prompt, vec![ends(), blocks(), context()], exits(Heeds::Blocks))
            .plain(PlainText::Context)
            .within(30.0, None),
        event(E::UserPromptExpansion, &["UserPromptExpansion"])
            .told(vec![mode(), tells(F::CommandName, "command_name"), tells(F::Prompt, "prompt")])
            .matched(Subject::Fact(F::CommandName))
            .gates(Gate::Prompt, vec![ends(), blocks(), context()], exits(Heeds::Blocks))
            .plain(PlainText::Context),
        event(E::MessageDisplay, &["MessageDisplay"]).within(10.0, None),
        event(E::PreToolUse, &["PreToolUse"])
            .told(call_with_id())
            .matched(Subject::Tool)
            .gates(Gate::Call, vec![ends(), permission_decision(), legacy(), input(), context()], exits(Heeds::Blocks))
            .seen(Effect::End, weaker("the tool still runs, and then the turn ends")),
        event(E::PermissionRequest, &["PermissionRequest"])
            .told([call(), vec![tells(F::PermissionSuggestions, "permission_suggestions")]].concat())
            .matched(Subject::Tool)
            .gates(Gate::Call, permission(), vec![passes(), fails(Heeds::All)]),
        event(E::PermissionDenied, &["PermissionDenied"])
            .told([call_with_id(), vec![tells(F::Reason, "reason")]].concat())
            .matched(Subject::Tool),
        after(E::PostToolUse, &["PostToolUse"])
            .told([call_with_id(), vec![result(ResultShape::Process), tells(F::Duration, "duration_ms")]].concat())
            .gates(Gate::Feedback, vec![ends(), blocks(), outputs(), context()], exits(Heeds::Blocks))
            .seen(Effect::Output, weaker("a result that has not the tool's own shape is ignored")),
        after(E::PostToolUseFailure, &["PostToolUseFailure"]).told([call_with_id(), failed()].concat()).gates(
            Gate::Feedback,
            vec![ends(), blocks(), context()],
            exits(Heeds::Blocks),
        ),
        event(E::PostToolBatch, &["PostToolBatch"]).told(vec![mode()]).gates(
            Gate::Feedback,
            vec![ends(), ends_on_block, context()],
            vec![passes(), exit(2, Heeds::All, Then::End, &[ReasonFrom::Stderr]), fails(Heeds::All)],
        ),
        event(E::PreSkillShellCommand, &["PreSkillShellCommand"]).told(call_with_id()).matched(Subject::Tool).gates(
            Gate::Call,
            vec![permission_decision()],
            exits(Heeds::Blocks),
        ),
        event(E::Notification, &["Notification"])
            .told(vec![tells(F::Message, "message"), tells(F::Title, "title"), tells(F::NotificationType, "notification_type")])
            .matched(Subject::Fact(F::NotificationType)),
        event(E::SubagentStart, &["SubagentStart"]).matched(Subject::Fact(F::SubagentType)).says(vec![context()]),
        stop(E::SubagentStop, &["SubagentStop"])
            .told([stopped(), vec![tells(F::SubagentTranscriptPath, "agent_transcript_path")]].concat())
            .matched(Subject::Fact(F::SubagentType)),
        denies(E::TaskCreated, &["TaskCreated"]),
        denies(E::TaskCompleted, &["TaskCompleted"]),
        stop(E::TeammateIdle, &["TeammateIdle"]),
        stop(E::Stop, &["Stop"]).told(stopped()),
        event(E::StopFailure, &["StopFailure"])
            .told(vec![
                tells(F::Error, "error"),
                tells(F::ErrorDetails, "error_details"),
                tells(F::LastAssistantMessage, "last_assistant_message"),
            ])
            .matched(Subject::Exactly(F::Error)),
        event(E::PreModelSwitch, &["PreModelSwitch"])
            .told(vec![tells(F::ToModel, "to_model")])
            .matched(Subject::Fact(F::ToModel))
            .gates(Gate::Call, vec![permission_decision()], exits(Heeds::Blocks))
            .within(30.0, None),
        event(E::PostModelSwitch, &["PostModelSwitch"])
            .told(vec![tells(F::ToModel, "to_model")])
            .matched(Subject::Fact(F::ToModel))
            .says(vec![context()])
            .plain(PlainText::Context),
        denies(E::PreCompact, &["PreCompact"]).told(trigger()).matched(Subject::Fact(F::Source)),
        event(E::PostCompact, &["PostCompact"]).told(trigger()).matched(Subject::Fact(F::Source)),
        denies(E::ConfigChange, &["ConfigChange"]).told(vec![tells(F::Source, "source")]).matched(Subject::Fact(F::Source)),
        event(E::CwdChanged, &["CwdChanged"]),
        event(E::DirectoryAdded, &["DirectoryAdded"]).told(vec![tells(F::Source, "source")]).matched(Subject::Fact(F::Source)),
        event(E::FileChanged, &["FileChanged"]).told(vec![tells(F::FilePath, "file_path")]).matched(Subject::Fact(F::FilePath)),
        event(E::WorktreeCreate, &["WorktreeCreate"]).gates(
            Gate::Call,
            vec![],
            vec![passes(), any_exit(Heeds::Nothing, Then::Block, &[ReasonFrom::Stderr])],
        ),
        event(E::WorktreeRemove, &["WorktreeRemove"]),
        elicitation(E::Elicitation, &["Elicitation"]),
        elicitation(E::ElicitationResult, &["ElicitationResult"]),
        event(E::SessionEnd, &["SessionEnd"])
            .told(vec![text(F::Reason, "reason", "other")])
            .matched(Subject::Fact(F::Reason))
            .within(1.5, Some(60.0)),
    ]
}

fn stop(kind: E, names: &[&'static str]) -> Event {
    event(kind, names).gates(
        Gate::Turn,
        vec![stops(Meaning::End), blocks(), says(&["/hookSpecificOutput/additionalContext"], Says::HoldingContext)],
        exits(Heeds::Decisions),
    )
}

fn elicitation(kind: E, names: &[&'static str]) -> Event {
    let words = vec![word("accept", Meaning::Grant), word("decline", Meaning::Block), word("cancel", Meaning::Block)];
    event(kind, names)
        .told(vec![tells(F::McpServer, "mcp_server_name"), tells(F::Message, "message")])
        .matched(Subject::Fact(F::McpServer))
        .gates(Gate::Call, vec![decides(&["/hookSpecificOutput/action"], words, &["/reason"], Otherwise::Malformed)], exits(Heeds::Blocks))
}

/// `defer` hands the call to somebody else to decide, as asking does.
fn permission_decision() -> Reply {
    let words = vec![word("deny", Meaning::Block), word("allow", Meaning::Grant), word("ask", Meaning::Ask), word("defer", Meaning::Ask)];
    permits(words, Otherwise::Malformed)
}

fn permission() -> Vec<Reply> {
    let interrupt = vec![flag(true, Meaning::End), flag(false, Meaning::Nothing)];
    let message = ["/hookSpecificOutput/decision/message"];
    vec![
        behaves(),
        decides(&["/hookSpecificOutput/decision/interrupt"], interrupt, &message, Otherwise::Ignored),
        says(&["/hookSpecificOutput/decision/updatedInput"], Says::Input),
    ]
}

fn failed() -> Vec<FactRow> {
    let interrupted = tells(F::IsInterrupt, "is_interrupt").always(Default::Flag(false));
    vec![text(F::Error, "error", "unknown"), interrupted, tells(F::Duration, "duration_ms")]
}

fn stopped() -> Vec<FactRow> {
    [vec![mode()], alike::stopped(), vec![tells(F::BackgroundTasks, "background_tasks"), tells(F::Crons, "session_crons")]].concat()
}

fn mode() -> FactRow {
    text(F::PermissionMode, "permission_mode", "default")
}

fn outputs() -> Reply {
    says(&["/hookSpecificOutput/updatedToolOutput", "/hookSpecificOutput/updatedMCPToolOutput"], Says::Output)
}

/// A valid reply is obeyed at every exit code, and none undoes exit 2.
fn exits(at_two: Heeds) -> Vec<ExitRow> {
    vec![passes(), exit(2, at_two, Then::Block, &[ReasonFrom::Reply, ReasonFrom::Stderr]), fails(Heeds::All)]
}

fn tools() -> Vec<ToolRow> {
    own_tools(&[
        ("Bash", &["Bash"], &["command", "description", "timeout", "run_in_background"]),
        ("Monitor", &["Bash"], &["command", "description"]),
        ("Read", &["Read"], &["file_path", "offset", "limit"]),
        ("Edit", &["Edit"], &["file_path", "old_string", "new_string", "replace_all"]),
        ("MultiEdit", &["MultiEdit"], &["file_path", "edits"]),
        ("Write", &["Write"], &["file_path", "content"]),
        ("NotebookEdit", &["NotebookEdit"], &["notebook_path", "cell_id", "new_source", "cell_type", "edit_mode"]),
        ("Grep", &["Grep"], &["pattern", "path", "glob", "output_mode", "-i", "multiline"]),
        ("Glob", &["Glob"], &["pattern", "path"]),
        ("LS", &["LS"], &["path", "ignore"]),
        ("WebFetch", &["WebFetch"], &["url", "prompt"]),
        ("WebSearch", &["WebSearch"], &["query", "allowed_domains", "blocked_domains"]),
        ("Agent", &["Task", "Agent"], &["prompt", "description", "subagent_type", "model"]),
        ("TodoWrite", &["TodoWrite"], &["todos"]),
        ("AskUserQuestion", &["AskUserQuestion"], &["questions", "answers"]),
        ("ExitPlanMode", &["ExitPlanMode"], &["plan", "planFilePath"]),
    ])
}
