//! The RightNow Agent's hooks (clauses N1 to N12).

use snell_core::Dialect;
use snell_core::dialect::{
    Base, Codec, Commands, Continuations, Default, Directory, Duplicates, EnvValue, Event, ExitRow, FactRow, ForeignName, ForeignWord,
    Format, Gate, HandlerKey, HandlerMeans, Heeds, Import, Layers, Layout, Lists, Literal, Matchers, McpNames, McpSpelling, Meaning,
    Naming, Only, Otherwise, Per, PlainText, ProjectRoot, ReasonFrom, Reply, Says, Shape, Shell, Source, Subject, Switch, Text, Then,
    ToolRow, Unit, Unset, When, Words,
};
use snell_core::event::{EventKind, Fact};

use crate::build::{FactRowExt, any_exit, decides, exit, flag, mcp, reading, says, tells, texts, tool, variable, word};

/// Bytes of serialised JSON above which a tool's input or result is cut (N5.3).
const LONGEST_JSON: usize = 131_072;
/// Unicode scalar values of the last message that are told (N5.3).
const LONGEST_MESSAGE: usize = 32_768;
/// A gate that holds a turn may take this many seconds (N2.1).
const STOP_TIMEOUT: f64 = 600.0;

pub(crate) fn dialect() -> Dialect {
    Dialect {
        name: "rightnow".into(),
        title: "RightNow Agent".into(),
        checked: "the Hooks page of 2026-10-17".into(),
        detected: true,
        events: events().into(),
        facts: common_facts().into(),
        any_spelling: true,
        foreign_names: foreign_names().into(),
        beside_events: texts(&[]),
        matchers: Matchers { lists: Lists::Bars, ..Matchers::PATTERNS },
        tools: tools().into(),
        untold_tools: texts(&[]),
        untold_uses: vec![].into(),
        mcp: McpSpelling { names: vec![McpNames::ServerTool].into(), ..mcp("") },
        foreign_words: foreign_words().into(),
        names_event_at: texts(&["/hookSpecificOutput/hookEventName"]),
        reading: reading(Naming::Voids),
        longest_context: None,
        sources: sources().into(),
        switches: switches().into(),
        imports: imports().into(),
        project_root: ProjectRoot::GitOnly,
        plugins: ".rightnow/plugins".into(),
        disabled: ".rightnow/disabled-hooks".into(),
        manifest: None,
        handler_keys: handler_keys().into(),
        handler_types: texts(&["command", "http"]),
        untyped: false,
        timeout: 5.0,
        unit: Unit::Seconds,
        duplicates: Duplicates::Equal,
        commands: Commands { direct: true, shell: Shell::Sh, unset: Unset::Refused, refused: texts(&[]) },
        environment: vec![
            variable("RIGHTNOW_PLUGIN_ROOT", EnvValue::PluginRoot),
            variable("CLAUDE_PLUGIN_ROOT", EnvValue::PluginRoot),
            variable("PLUGIN_ROOT", EnvValue::PluginRoot),
            variable("RIGHTNOW_PLUGIN_DATA", EnvValue::PluginData),
            variable("CLAUDE_PLUGIN_DATA", EnvValue::PluginData),
            variable("PLUGIN_DATA", EnvValue::PluginData),
            variable("RIGHTNOW_HOOK_EVENT", EnvValue::EventSnake),
            variable("RIGHTNOW_HOOK_NAME", EnvValue::HookName),
            variable("RIGHTNOW_SESSION_ID", EnvValue::Fact(Fact::SessionId)),
            variable("RIGHTNOW_WORKSPACE_ROOT", EnvValue::Root),
            variable("CLAUDE_PROJECT_DIR", EnvValue::Root),
        ]
        .into(),
        continuations: Continuations { limit: Some(8), per: Per::Turn },
        host: None,
    }
}

/// N3.
fn events() -> Vec<Event> {
    use EventKind as E;
    use Fact as F;
    let tool = || vec![tool_name(), tool_use_id()];
    let observed_tool = || [tool(), vec![input(Some(LONGEST_JSON))]].concat();
    vec![
        observes(
            E::SessionStart,
            &["SessionStart"],
            Subject::Fact(F::Source),
            vec![text(F::Source, "source", "startup"), tells(F::Model, "modelId"), tells(F::AgentType, "agentType")],
        ),
        observes(E::UserPromptSubmit, &["UserPromptSubmit"], Subject::Ignored, vec![text(F::Prompt, "prompt", "")]),
        Event {
            gate: Gate::Call,
            replies: call_replies().into(),
            exits: call_exits().into(),
            plain: PlainText::Malformed,
            unexplained: "denied by hook".into(),
            ..observes(
                E::PreToolUse,
                &["PreToolUse"],
                Subject::Tool,
                [vec![prompt_id(Default::FreshId), permission_mode(Default::Text("default".into()))], tool(), vec![input(None)]].concat(),
            )
        },
        observes(
            E::PostToolUse,
            &["PostToolUse"],
            Subject::Tool,
            [
                observed_tool(),
                vec![
                    tells(F::ToolResult, "toolResult").always(Default::Object).flagged("toolResultTruncated", Some(LONGEST_JSON), true),
                    tells(F::Duration, "durationMs"),
                ],
            ]
            .concat(),
        ),
        observes(
            E::PostToolUseFailure,
            &["PostToolUseFailure"],
            Subject::Tool,
            [observed_tool(), vec![text(F::Error, "error", "unknown")]].concat(),
        ),
        observes(E::PermissionDenied, &["PermissionDenied"], Subject::Tool, observed_tool()),
        Event {
            muted: Some(When { fact: F::Reason, is: texts(&["shutdown", "channel_closed"]) }),
            ..stop(E::Stop, &["Stop"], Subject::Ignored, vec![])
        },
        observes(
            E::StopFailure,
            &["StopFailure"],
            Subject::Fact(F::Error),
            vec![text(F::Error, "error", "unknown"), tells(F::ErrorDetails, "errorDetails"), last_message()],
        ),
        observes(
            E::StopCancelled,
            &["StopCancelled"],
            Subject::Fact(F::Reason),
            vec![text(F::Reason, "reason", "user_interrupt"), text(F::CancelledBy, "cancelledBy", "user"), last_message()],
        ),
        observes(
            E::Notification,
            &["Notification"],
            Subject::Fact(F::NotificationType),
            vec![
                text(F::NotificationType, "notificationType", "info"),
                tells(F::Message, "message"),
                tells(F::Title, "title"),
                tells(F::Level, "level"),
            ],
        ),
        observes(
            E::SubagentStart,
            &["SubagentStart"],
            Subject::Fact(F::SubagentType),
            [subagent(), vec![tells(F::Description, "description")]].concat(),
        ),
        stop(E::SubagentStop, &["SubagentStop", "SubagentEnd"], Subject::Fact(F::SubagentType), subagent()),
        observes(E::PreCompact, &["PreCompact"], Subject::Fact(F::Source), vec![text(F::Source, "source", "manual")]),
        observes(E::PostCompact, &["PostCompact"], Subject::Fact(F::Source), vec![text(F::Source, "source", "manual")]),
        observes(E::SessionEnd, &["SessionEnd"], Subject::Fact(F::Reason), vec![text(F::Reason, "reason", "other")]),
    ]
}

/// An event that only observes: stdout is not read, and every exit but 0 is a failure (N3.3).
fn observes(kind: EventKind, names: &[&'static str], subject: Subject, facts: Vec<FactRow>) -> Event {
    Event {
        kind,
        also: vec![].into(),
        only: Only::All,
        repeated: None,
        names: texts(names),
        gate: Gate::Observes,
        subject,
        timeout: None,
        longest: None,
        own_plugin_only: false,
        facts: facts.into(),
        plain: PlainText::Unread,
        replies: vec![].into(),
        exits: vec![exit(0, Heeds::Nothing, Then::Pass, &[])].into(),
        unexplained: "".into(),
        muted: None,
        strengths: vec![].into(),
    }
}

/// A gate that can keep a turn going (N7).
fn stop(kind: EventKind, names: &[&'static str], subject: Subject, own: Vec<FactRow>) -> Event {
    let facts = [
        own,
        vec![
            text(Fact::Reason, "reason", "end_turn"),
            tells(Fact::StopHookActive, "stopHookActive").always(Default::Flag(false)),
            last_message(),
        ],
    ]
    .concat();
    Event {
        gate: Gate::Turn,
        timeout: Some(STOP_TIMEOUT),
        plain: PlainText::Malformed,
        replies: stop_replies().into(),
        exits: stop_exits().into(),
        unexplained: "blocked by hook".into(),
        ..observes(kind, names, subject, facts)
    }
}

/// N5.1, N5.2.
fn common_facts() -> Vec<FactRow> {
    vec![
        tells(Fact::EventName, "hookEventName").in_form(Codec::EventSnake),
        tells(Fact::SessionId, "sessionId").always(Default::FreshId),
        tells(Fact::Cwd, "cwd").always(Default::Cwd),
        tells(Fact::WorkspaceRoot, "workspaceRoot").always(Default::Root),
        tells(Fact::Timestamp, "timestamp").always(Default::Now),
        prompt_id(Default::Absent),
        permission_mode(Default::Absent),
        tells(Fact::TranscriptPath, "transcriptPath"),
        tells(Fact::ClientIdentifier, "clientIdentifier"),
        tells(Fact::SubagentId, "subagentId"),
        tells(Fact::SubagentType, "subagentType"),
    ]
}

fn prompt_id(default: Default) -> FactRow {
    tells(Fact::PromptId, "promptId").always(default)
}

fn permission_mode(default: Default) -> FactRow {
    tells(Fact::PermissionMode, "permissionMode").always(default).one_of(&["default", "auto", "plan", "bypassPermissions"])
}

fn text(fact: Fact, key: &'static str, default: &'static str) -> FactRow {
    tells(fact, key).always(Default::Text(default.into()))
}

fn tool_name() -> FactRow {
    text(Fact::ToolName, "toolName", "run_terminal_command").in_form(Codec::ToolName)
}

fn tool_use_id() -> FactRow {
    tells(Fact::ToolUseId, "toolUseId").always(Default::FreshId)
}

/// N5.3: whole for the gate, with a limit for the observers.
fn input(limit: Option<usize>) -> FactRow {
    tells(Fact::ToolInput, "toolInput").in_form(Codec::ToolInput).always(Default::Object).flagged("toolInputTruncated", limit, true)
}

fn last_message() -> FactRow {
    tells(Fact::LastAssistantMessage, "lastAssistantMessage").cut_after(LONGEST_MESSAGE)
}

fn subagent() -> Vec<FactRow> {
    vec![tells(Fact::SubagentId, "subagentId").always(Default::FreshId), text(Fact::SubagentType, "subagentType", "general")]
}

/// N6.1 to N6.4.
fn call_replies() -> Vec<Reply> {
    vec![
        decides(&["/decision"], vec![word("deny", Meaning::Block), word("allow", Meaning::Allow)], &["/reason"], Otherwise::Malformed),
        says(&["/hookSpecificOutput/updatedInput"], Says::Input),
    ]
}

/// N6.1, N6.5, N6.6.
fn call_exits() -> Vec<ExitRow> {
    vec![
        exit(0, Heeds::All, Then::Pass, &[]),
        exit(2, Heeds::Blocks, Then::Block, &[ReasonFrom::Stderr]),
        any_exit(Heeds::Blocks, Then::Fail, &[]),
    ]
}

/// N7.1 to N7.3, N7.5.
fn stop_replies() -> Vec<Reply> {
    vec![
        decides(&["/continue"], vec![flag(false, Meaning::End), flag(true, Meaning::Nothing)], &["/stopReason"], Otherwise::Ignored),
        decides(
            &["/decision"],
            vec![word("block", Meaning::Block), word("approve", Meaning::Noted), word("allow", Meaning::Noted)],
            &["/reason"],
            Otherwise::Malformed,
        ),
        says(&["/hookSpecificOutput/additionalContext"], Says::HoldingContext),
    ]
}

/// N7.5, N7.9.
fn stop_exits() -> Vec<ExitRow> {
    vec![
        exit(0, Heeds::All, Then::Pass, &[]),
        exit(2, Heeds::Decisions, Then::Block, &[ReasonFrom::Stderr]),
        any_exit(Heeds::Decisions, Then::Fail, &[]),
    ]
}

/// N6.9, N11.3.
fn foreign_words() -> Vec<ForeignWord> {
    let native = || Text::from("{\"decision\":\"deny\",\"reason\":\"…\"}");
    vec![
        ForeignWord {
            at: texts(&["/hookSpecificOutput/permissionDecision"]),
            is: None,
            gates: vec![Gate::Call].into(),
            honoured: Some(Words::Claude),
            reasons: texts(&["/hookSpecificOutput/permissionDecisionReason"]),
            native: native(),
        },
        ForeignWord {
            at: texts(&["/permissionDecision"]),
            is: None,
            gates: vec![Gate::Call].into(),
            honoured: None,
            reasons: texts(&[]),
            native: native(),
        },
        ForeignWord {
            at: texts(&["/permission"]),
            is: None,
            gates: vec![Gate::Call].into(),
            honoured: Some(Words::Cursor),
            reasons: texts(&["/agent_message", "/agentMessage", "/user_message", "/userMessage"]),
            native: native(),
        },
        ForeignWord {
            at: texts(&["/continue"]),
            is: Some(Literal::Flag(false)),
            gates: vec![Gate::Call].into(),
            honoured: None,
            reasons: texts(&[]),
            native: native(),
        },
        ForeignWord {
            at: texts(&["/permissionDecision", "/hookSpecificOutput/permissionDecision", "/permission"]),
            is: None,
            gates: vec![Gate::Turn].into(),
            honoured: None,
            reasons: texts(&[]),
            native: "{\"decision\":\"block\",\"reason\":\"…\"}".into(),
        },
    ]
}

/// N11.1.
fn foreign_names() -> Vec<ForeignName> {
    use EventKind as E;
    [
        ("beforeSubmitPrompt", E::UserPromptSubmit, Only::All),
        ("beforeShellExecution", E::PreToolUse, Only::Shell),
        ("beforeMCPExecution", E::PreToolUse, Only::Mcp),
        ("beforeReadFile", E::PreToolUse, Only::Read),
        ("afterShellExecution", E::PostToolUse, Only::Shell),
        ("afterMCPExecution", E::PostToolUse, Only::Mcp),
        ("afterFileEdit", E::PostToolUse, Only::Edit),
    ]
    .into_iter()
    .map(|(name, kind, only)| ForeignName { name: name.into(), kind, only, words: Words::Cursor })
    .collect()
}

/// N4.6.
fn tools() -> Vec<ToolRow> {
    [
        ("run_terminal_command", &["Bash"][..]),
        ("read_file", &["Read"]),
        ("search_replace", &["Edit", "MultiEdit", "NotebookEdit", "Write"]),
        ("write", &["Write"]),
        ("grep", &["Grep"]),
        ("list_dir", &["Glob", "LS"]),
        ("web_search", &["WebSearch"]),
        ("web_fetch", &["WebFetch"]),
        ("todo_write", &["TodoWrite"]),
        ("spawn_subagent", &["Task", "Agent"]),
        ("ask_user_question", &["AskUserQuestion"]),
        ("skill", &["Skill"]),
        ("get_command_or_subagent_output", &["BashOutput", "TaskOutput"]),
        ("kill_command_or_subagent", &["KillShell", "KillBash", "TaskStop"]),
        ("enter_plan_mode", &["EnterPlanMode"]),
        ("exit_plan_mode", &["ExitPlanMode"]),
    ]
    .into_iter()
    .map(|(native, canonical)| tool(native, canonical, &[]))
    .collect()
}

/// N1.1 to N1.6, in the order of N1.9.
fn sources() -> Vec<Source> {
    let native = |scope: &'static str, base, path: &'static str, layout, format| Source {
        scope: scope.into(),
        base,
        path: path.into(),
        moved_by: None,
        layout,
        format,
        shape: Shape::Groups,
        words: Words::Native,
        directory: Directory::Root,
        switches: texts(&[]),
        imported: (layout == Layout::Directory).then(|| ("imported-from-claude.json".into(), Words::Claude)),
    };
    let claude = |scope, base, path| Source {
        words: Words::Claude,
        switches: texts(&["compat.claude", "claude_compat.imported"]),
        ..native(scope, base, path, Layout::File, Format::Json)
    };
    let cursor = |scope, base| Source {
        shape: Shape::GroupsOrFlat,
        words: Words::Cursor,
        switches: texts(&["compat.cursor"]),
        ..native(scope, base, ".cursor/hooks.json", Layout::File, Format::Json)
    };
    vec![
        native("config", Base::Home, ".rightnow/requirements.toml", Layout::File, Format::Toml),
        native("config", Base::Home, ".rightnow/config.toml", Layout::File, Format::Toml),
        native("config", Base::Home, ".rightnow/managed_config.toml", Layout::File, Format::Toml),
        native("user", Base::Home, ".rightnow/hooks", Layout::Directory, Format::Json),
        claude("claude-user", Base::Home, ".claude/settings.json"),
        claude("claude-user", Base::Home, ".claude/settings.local.json"),
        cursor("cursor-user", Base::Home),
        claude("claude-project", Base::Project, ".claude/settings.json"),
        claude("claude-project", Base::Project, ".claude/settings.local.json"),
        native("project", Base::Project, ".rightnow/hooks", Layout::Directory, Format::Json),
        cursor("cursor-project", Base::Project),
        native("plugin", Base::Plugin, "hooks/hooks.json", Layout::File, Format::Json),
    ]
}

/// N1.5, N1.6, N1.14.
fn switches() -> Vec<Switch> {
    [
        ("compat.claude", "/compat/claude/hooks", false),
        ("claude_compat.imported", "/claude_compat/imported", true),
        ("compat.cursor", "/compat/cursor/hooks", false),
    ]
    .into_iter()
    .map(|(name, at, off)| Switch { name: name.into(), at: at.into(), off, layers: Layers::FirstOfUser })
    .collect()
}

/// N11.4.
fn imports() -> Vec<Import> {
    vec![Import {
        from: "claude".into(),
        words: Words::Claude,
        marker: "claude_compat.imported".into(),
        layer: ".rightnow/config.toml".into(),
    }]
}

/// N2.1, E1.1, E2.1, E3.1.
fn handler_keys() -> Vec<HandlerKey> {
    use HandlerMeans as M;
    [
        ("type", M::Type, None),
        ("command", M::Command, None),
        ("url", M::Url, None),
        ("args", M::Args, None),
        ("env", M::Env, None),
        ("timeout", M::Timeout, None),
        ("onFailure", M::OnFailure, None),
        ("id", M::Id, None),
        ("failClosed", M::FailClosed, Some(Words::Cursor)),
    ]
    .into_iter()
    .map(|(key, means, words)| HandlerKey { key: key.into(), means, words })
    .collect()
}
