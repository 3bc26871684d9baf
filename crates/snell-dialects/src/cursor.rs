//! Cursor's hooks: events for each kind of operation beside those for every tool, words of its own, and a reply from everybody.

use snell_core::Dialect;
use snell_core::dialect::{
    Base, Codec, Default, Directory, Effect, EnvValue, Event, ExitRow, FactRow, Gate, HandlerMeans as M, Heeds, Host, Matchers,
    McpSpelling, Meaning, Names, Naming, Only, Otherwise, PlainText, Reading, ReasonFrom, Reply, ResultShape, Says, Shape, Sign, Source,
    Subject, Then, ToolRow,
};
use snell_core::event::{EventKind as E, Fact as F};

use crate::alike::{fails, passes};
use crate::build::{FactRowExt, decides, exit, flag, mcp, reading, says, tells, texts, tool, variable, word};
use crate::native::{HostExt, host, natives};
use crate::row::{EventExt, dead, event, file, foreign, keys, per_turn, text, weaker};

pub(crate) fn dialect() -> Dialect {
    let flat = |source, directory| Source { shape: Shape::GroupsOrFlat, directory, ..source };
    Dialect {
        events: events().into(),
        facts: vec![
            tells(F::SessionId, "conversation_id").always(Default::FreshId),
            tells(F::PromptId, "generation_id").always(Default::FreshId),
            text(F::Model, "model", "unknown"),
            tells(F::SessionId, "session_id").always(Default::FreshId),
            tells(F::EventName, "hook_event_name").in_form(Codec::EventName),
            tells(F::WorkspaceRoot, "workspace_roots").in_form(Codec::ListOfOne).always(Default::Root),
            tells(F::TranscriptPath, "transcript_path"),
        ]
        .into(),
        matchers: Matchers { names: Names::Told, looks_ahead: true, ..Matchers::PATTERNS },
        tools: tools().into(),
        mcp: McpSpelling { separator: None, server_at: texts(&["/mcp_server_name"]), ..mcp("MCP:") },
        reading: Reading { last_object: true, needs_reply: true, ..reading(Naming::Unread) },
        sources: vec![
            flat(file("user", Base::Home, ".cursor/hooks.json"), Directory::Beside),
            flat(file("project", Base::Project, ".cursor/hooks.json"), Directory::Root),
        ]
        .into(),
        handler_keys: keys(&[("command", M::Command), ("timeout", M::Timeout), ("failClosed", M::FailClosed), ("loop_limit", M::Remark)])
            .into(),
        untyped: true,
        environment: vec![
            variable("CURSOR_PROJECT_DIR", EnvValue::Root),
            variable("CURSOR_TRANSCRIPT_PATH", EnvValue::Fact(F::TranscriptPath)),
            variable("CLAUDE_PROJECT_DIR", EnvValue::Root),
        ]
        .into(),
        continuations: per_turn(Some(5)),
        host: Some(native()),
        ..foreign("cursor", "Cursor", "the engine of @cursor/sdk 1.0.32, read and not run")
    }
}

/// What its command says of its version is no version of the engine.
fn native() -> Host {
    let project = "the workspace, when the agent asks whether it is trusted";
    host("", "1.0.32", natives(".cursor/hooks.json", None, ".cursor/hooks.json"))
        .flat()
        .sparing(&[E::AgentResponse, E::AgentThought, E::TabFileRead, E::TabFileEdit])
        .approved("nothing", project)
}

fn events() -> Vec<Event> {
    let context = || says(&["/additional_context"], Says::Context);
    let by_tool = |kind, names| event(kind, names).matched(Subject::Tool).told(called());
    let texts_of = |kind, name, fixed: &'static str| {
        event(kind, name).matched(Subject::Fixed(fixed.into())).told(vec![tells(F::LastAssistantMessage, "text")])
    };
    let per_operation = before_operations().into_iter().chain(after_operations());
    let events = vec![
        event(E::SessionStart, &["sessionStart"]).says(vec![context(), ends()]),
        event(E::SessionEnd, &["sessionEnd"]).told(vec![text(F::Reason, "reason", "completed"), tells(F::Duration, "duration_ms")]),
        event(E::UserPromptSubmit, &["beforeSubmitPrompt"])
            .told(vec![text(F::Prompt, "prompt", "")])
            .matched(Subject::Fixed("UserPromptSubmit".into()))
            .gates(Gate::Prompt, vec![never_mind(), context()], exits())
            .plain(PlainText::Blocks),
        by_tool(E::PreToolUse, &["preToolUse"])
            .gates(Gate::Call, vec![permission(), says(&["/updated_input"], Says::Input), context()], exits())
            .plain(PlainText::Blocks)
            .seen(Effect::Ask, dead("it is not enforced here"))
            .seen(Effect::Input, weaker("only the fields that the agent knows are taken")),
        by_tool(E::PostToolUse, &["postToolUse"])
            .told([called(), vec![result("tool_output"), tells(F::Duration, "duration")]].concat())
            .says(vec![says(&["/updated_mcp_tool_output"], Says::Output), context()])
            .seen(Effect::Output, weaker("only an MCP tool's")),
        by_tool(E::PostToolUseFailure, &["postToolUseFailure"])
            .told([called(), vec![text(F::Error, "error_message", "unknown"), tells(F::IsInterrupt, "is_interrupt")]].concat())
            .says(vec![context()]),
        stop(E::Stop, &["stop"])
            .also(E::StopCancelled, Sign::Fact(F::Status, "aborted".into()))
            .also(E::StopFailure, Sign::Fact(F::Status, "error".into()))
            .told(vec![text(F::Status, "status", "completed")])
            .matched(Subject::Fixed("Stop".into())),
        event(E::SubagentStart, &["subagentStart"])
            .told(vec![tells(F::SubagentId, "subagent_id"), tells(F::SubagentType, "subagent_type"), tells(F::Description, "task")])
            .matched(Subject::Fact(F::SubagentType))
            .gates(Gate::Call, vec![permission()], exits())
            .plain(PlainText::Blocks),
        stop(E::SubagentStop, &["subagentStop"])
            .told(vec![
                tells(F::SubagentType, "subagent_type"),
                text(F::Status, "status", "completed"),
                tells(F::LastAssistantMessage, "summary"),
                tells(F::SubagentTranscriptPath, "agent_transcript_path"),
            ])
            .matched(Subject::Fact(F::SubagentType)),
        event(E::PreCompact, &["preCompact"]).told(vec![text(F::Source, "trigger", "manual")]),
        texts_of(E::AgentResponse, &["afterAgentResponse"], "AgentResponse"),
        texts_of(E::AgentThought, &["afterAgentThought"], "AgentThought"),
        event(E::TabFileRead, &["beforeTabFileRead"]).told(vec![tells(F::FilePath, "file_path")]).matched(Subject::Fixed("TabRead".into())),
        event(E::TabFileEdit, &["afterTabFileEdit"]).told(vec![tells(F::FilePath, "file_path")]).matched(Subject::Fixed("TabWrite".into())),
        event(E::WorkspaceOpen, &["workspaceOpen"]),
    ];
    events.into_iter().chain(per_operation).collect()
}

/// Events for one kind of operation each; a bridge listens to `preToolUse` instead.
fn before_operations() -> Vec<Event> {
    let before = |name, only, facts| event(E::PreToolUse, name).only(only).told(facts).plain(PlainText::Blocks);
    vec![
        before(&["beforeShellExecution"], Only::Shell, vec![field("command"), cwd()]).matched(Subject::Command).gates(
            Gate::Call,
            vec![permission()],
            exits(),
        ),
        before(&["beforeMCPExecution"], Only::Mcp, vec![name(), tells(F::ToolInput, "tool_input").in_form(Codec::ToolInputText)])
            .matched(Subject::Tool)
            .gates(Gate::Call, vec![permission()], exits())
            .seen(Effect::Ask, dead("it is not enforced here")),
        before(&["beforeReadFile"], Only::Read, vec![field("file_path")])
            .matched(Subject::Fixed("Read".into()))
            .gates(Gate::Call, vec![permission()], exits())
            .seen(Effect::Ask, dead("it is not enforced here")),
    ]
}

fn after_operations() -> Vec<Event> {
    let after = |name, only, facts| event(E::PostToolUse, name).only(only).told(facts);
    let output = |key| tells(F::ToolResult, key).in_form(Codec::ToolResultText);
    let took = || tells(F::Duration, "duration");
    let arguments = tells(F::ToolInput, "tool_input").in_form(Codec::ToolInputText);
    vec![
        after(&["afterShellExecution"], Only::Shell, vec![field("command"), output("output"), took()]).matched(Subject::Command),
        after(&["afterMCPExecution"], Only::Mcp, vec![name(), arguments, output("result_json"), took()]).matched(Subject::Tool),
        after(&["afterFileEdit"], Only::Edit, vec![field("file_path"), tells(F::ToolInput, "edits").in_form(Codec::Edits)])
            .matched(Subject::Fixed("Write".into())),
    ]
}

fn stop(kind: E, names: &[&'static str]) -> Event {
    let blocks = decides(&["/decision"], vec![word("block", Meaning::Block)], &["/reason"], Otherwise::Ignored);
    event(kind, names).gates(
        Gate::Turn,
        vec![says(&["/followup_message"], Says::HoldingContext), blocks],
        vec![passes(), fails(Heeds::Nothing)],
    )
}

fn called() -> Vec<FactRow> {
    let input = tells(F::ToolInput, "tool_input").in_form(Codec::ToolInput).always(Default::Object);
    vec![name(), input, tells(F::ToolUseId, "tool_use_id").always(Default::FreshId), cwd()]
}

fn name() -> FactRow {
    text(F::ToolName, "tool_name", "Bash").in_form(Codec::ToolName)
}

fn cwd() -> FactRow {
    tells(F::Cwd, "cwd").always(Default::Cwd)
}

/// A field of the tool's input that stands by itself.
fn field(key: &'static str) -> FactRow {
    tells(F::ToolInput, key).in_form(Codec::InputField)
}

fn result(key: &'static str) -> FactRow {
    text(F::ToolResult, key, "").in_form(Codec::ToolResult(ResultShape::Text))
}

/// `allow` skips no question of the agent's own.
fn permission() -> Reply {
    let words = vec![word("deny", Meaning::Block), word("ask", Meaning::Ask), word("allow", Meaning::Allow)];
    decides(&["/permission"], words, &["/agent_message", "/user_message"], Otherwise::Malformed)
}

fn ends() -> Reply {
    decides(&["/continue"], vec![flag(false, Meaning::End), flag(true, Meaning::Nothing)], &["/user_message"], Otherwise::Ignored)
}

fn never_mind() -> Reply {
    decides(&["/continue"], vec![flag(false, Meaning::Block), flag(true, Meaning::Nothing)], &["/user_message"], Otherwise::Ignored)
}

/// The reason of an exit 2 is what stands on stdout, else what stands on stderr.
fn exits() -> Vec<ExitRow> {
    vec![passes(), exit(2, Heeds::Nothing, Then::Block, &[ReasonFrom::Stdout, ReasonFrom::Stderr]), fails(Heeds::Nothing)]
}

fn tools() -> Vec<ToolRow> {
    vec![
        tool("Shell", &["Bash"], &[("command", "command"), ("timeout", "timeout")]),
        tool("Read", &["Read"], &[("file_path", "file_path")]),
        tool("Write", &["Write", "Edit", "MultiEdit"], &[("file_path", "file_path"), ("content", "content")]),
        tool("Grep", &["Grep"], &[("pattern", "pattern"), ("file_path", "path")]),
        tool("List", &["LS"], &[]),
        tool("Fetch", &["WebFetch"], &[("url", "url")]),
        tool("WebSearch", &["WebSearch"], &[]),
        tool("Task", &["Task", "Agent"], &[("prompt", "prompt"), ("description", "description")]),
    ]
}
