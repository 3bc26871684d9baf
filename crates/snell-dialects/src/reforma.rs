//! Reforma's hooks (clauses R1 to R9).

use snell_core::Dialect;
use snell_core::dialect::{
    Base, Codec, Commands, Continuations, Default, Directory, Duplicates, EnvValue, Event, ExitRow, FactRow, ForeignWord, Format, Gate,
    HandlerKey, HandlerMeans, Heeds, Layout, Manifest, Matchers, McpNames, McpSpelling, Meaning, Naming, Only, Otherwise, Per, PlainText,
    ProjectRoot, ReasonFrom, Reply, Says, Shape, Shell, Source, Subject, Then, Unit, Unset, Words,
};
use snell_core::event::{EventKind, Fact};

use crate::build::{FactRowExt, any_exit, decides, exit, flag, mcp, reading, says, tells, texts, variable, word};

/// Bytes of serialised JSON above which a tool's input or response is cut (R6.2).
const LONGEST_JSON: usize = 131_072;

pub(crate) fn dialect() -> Dialect {
    Dialect {
        name: "reforma".into(),
        title: "Reforma".into(),
        checked: "the Hooks page".into(),
        detected: true,
        events: events().into(),
        facts: vec![
            tells(Fact::EventName, "hook_event_name").in_form(Codec::EventName),
            tells(Fact::SessionId, "session_id").always(Default::FreshId),
            tells(Fact::Cwd, "cwd").always(Default::Cwd),
        ]
        .into(),
        any_spelling: false,
        foreign_names: vec![].into(),
        beside_events: texts(&[]),
        matchers: Matchers { star_is_noted: true, ..Matchers::PATTERNS },
        tools: vec![].into(),
        untold_tools: texts(&[]),
        untold_uses: vec![].into(),
        mcp: McpSpelling { names: vec![McpNames::Shown, McpNames::ServerTool, McpNames::Tool].into(), ..mcp("mcp__") },
        foreign_words: foreign_words().into(),
        names_event_at: texts(&["/hookSpecificOutput/hookEventName"]),
        reading: reading(Naming::Voids),
        longest_context: Some(10_000),
        sources: sources().into(),
        switches: vec![].into(),
        imports: vec![].into(),
        project_root: ProjectRoot::GitOrCwd,
        plugins: ".reforma/plugins".into(),
        disabled: ".reforma/disabled-hooks".into(),
        manifest: Some(Manifest {
            files: texts(&[
                "plugin.json",
                ".reforma-plugin/plugin.json",
                ".cursor-plugin/plugin.json",
                ".claude-plugin/plugin.json",
                ".codex-plugin/plugin.json",
            ]),
            hooks: texts(&["/extensions/reforma/hooks", "/hooks"]),
            offers: "/extensions/reforma/hookOffers".into(),
            variables: "/extensions/reforma/variables".into(),
            reserved: "REFORMA_".into(),
        }),
        handler_keys: handler_keys().into(),
        handler_types: texts(&["command"]),
        untyped: false,
        timeout: 30.0,
        unit: Unit::Seconds,
        duplicates: Duplicates::Equal,
        commands: Commands {
            direct: false,
            shell: Shell::Sh,
            unset: Unset::Empty,
            refused: texts(&["CLAUDE_PLUGIN_ROOT", "CURSOR_PLUGIN_ROOT", "CODEX_PLUGIN_ROOT", "PLUGIN_ROOT"]),
        },
        environment: vec![
            variable("REFORMA_PROJECT_DIR", EnvValue::Root),
            variable("REFORMA_CONFIG_DIR", EnvValue::Config(".reforma".into())),
            variable("REFORMA_PLUGIN_DIR", EnvValue::PluginRoot),
        ]
        .into(),
        continuations: Continuations { limit: Some(3), per: Per::Run },
        host: None,
    }
}

/// R2.
fn events() -> Vec<Event> {
    use EventKind as E;
    use Fact as F;
    let tool = |limit| {
        vec![
            text(F::ToolName, "tool_name", "Bash").in_form(Codec::ToolName),
            tells(F::ToolInput, "tool_input").in_form(Codec::ToolInput).always(Default::Object).flagged(
                "tool_input_truncated",
                limit,
                false,
            ),
            tells(F::ToolUseId, "tool_use_id").always(Default::FreshId),
        ]
    };
    let observed_tool = || tool(Some(LONGEST_JSON));
    let of_plugin = || vec![tells(F::Cwd, "cwd").always(Default::Root), tells(F::Plugin, "plugin")];
    vec![
        event(E::SessionStart, Gate::Observes, Subject::Ignored, vec![text(F::Source, "source", "startup")]),
        Event {
            plain: PlainText::Nothing,
            ..event(E::SessionEnd, Gate::Observes, Subject::Ignored, vec![text(F::Reason, "reason", "other")])
        },
        event(E::UserPromptSubmit, Gate::Prompt, Subject::Ignored, vec![text(F::Prompt, "prompt", "")]),
        event(E::PreToolUse, Gate::Call, Subject::Tool, tool(None)),
        event(
            E::PostToolUse,
            Gate::Feedback,
            Subject::Tool,
            [
                observed_tool(),
                vec![tells(F::ToolResult, "tool_response").always(Default::Object).flagged(
                    "tool_response_truncated",
                    Some(LONGEST_JSON),
                    false,
                )],
            ]
            .concat(),
        ),
        event(
            E::PostToolUseFailure,
            Gate::Observes,
            Subject::Tool,
            [observed_tool(), vec![text(F::Error, "error", "unknown"), tells(F::Denied, "denied")]].concat(),
        ),
        Event {
            plain: PlainText::Nothing,
            ..event(E::Stop, Gate::Turn, Subject::Ignored, vec![tells(F::StopHookActive, "stop_hook_active").always(Default::Flag(false))])
        },
        Event {
            own_plugin_only: true,
            plain: PlainText::Nothing,
            ..event(E::Install, Gate::Observes, Subject::Ignored, [of_plugin(), vec![text(F::Source, "source", "installed")]].concat())
        },
        Event { own_plugin_only: true, plain: PlainText::Nothing, ..event(E::Uninstall, Gate::Observes, Subject::Ignored, of_plugin()) },
    ]
}

fn event(kind: EventKind, gate: Gate, subject: Subject, facts: Vec<FactRow>) -> Event {
    Event {
        kind,
        also: vec![].into(),
        only: Only::All,
        repeated: None,
        names: vec![format!("{kind:?}").into()].into(),
        gate,
        subject,
        timeout: None,
        longest: None,
        own_plugin_only: false,
        facts: facts.into(),
        plain: PlainText::Context,
        replies: replies(kind, gate).into(),
        exits: exits(gate).into(),
        unexplained: "blocked by hook".into(),
        muted: None,
        strengths: vec![].into(),
    }
}

fn text(fact: Fact, key: &'static str, default: &'static str) -> FactRow {
    tells(fact, key).always(Default::Text(default.into()))
}

/// R7.2, R7.3: every spelling, flat first, as it is the one that is written.
fn replies(kind: EventKind, gate: Gate) -> Vec<Reply> {
    let reasons = ["/reason", "/permissionDecisionReason", "/hookSpecificOutput/reason", "/hookSpecificOutput/permissionDecisionReason"];
    let mut rows = Vec::new();
    let end = match gate {
        Gate::Turn => Some(Meaning::End),
        Gate::Prompt => Some(Meaning::Block),
        _ => None,
    };
    if let Some(end) = end {
        rows.push(decides(
            &["/continue", "/hookSpecificOutput/continue"],
            vec![flag(false, end), flag(true, Meaning::Nothing)],
            &["/stopReason", "/hookSpecificOutput/stopReason"],
            Otherwise::Ignored,
        ));
    }
    if gate != Gate::Observes {
        rows.push(decides(
            &["/permissionDecision", "/hookSpecificOutput/permissionDecision"],
            vec![word("deny", Meaning::Block), word("allow", Meaning::Allow)],
            &reasons,
            Otherwise::Malformed,
        ));
        rows.push(decides(
            &["/decision", "/hookSpecificOutput/decision"],
            vec![word("block", Meaning::Block), word("deny", Meaning::Block)],
            &reasons,
            Otherwise::Malformed,
        ));
    }
    if kind == EventKind::PreToolUse {
        rows.push(says(&["/updatedInput", "/hookSpecificOutput/updatedInput"], Says::Input));
    }
    if kind == EventKind::PostToolUse {
        rows.push(says(&["/updatedToolOutput", "/hookSpecificOutput/updatedToolOutput"], Says::Output));
    }
    if tells_the_model(kind) {
        rows.push(says(&["/additionalContext", "/hookSpecificOutput/additionalContext"], Says::Context));
    }
    rows
}

/// The last column of R2.
fn tells_the_model(kind: EventKind) -> bool {
    !matches!(kind, EventKind::SessionEnd | EventKind::Stop | EventKind::Install | EventKind::Uninstall)
}

/// R7.4, R7.5.
fn exits(gate: Gate) -> Vec<ExitRow> {
    let well = exit(0, Heeds::All, Then::Pass, &[]);
    if gate == Gate::Observes {
        return vec![well];
    }
    vec![
        well,
        exit(2, Heeds::Blocks, Then::Block, &[ReasonFrom::StderrObject, ReasonFrom::Stderr]),
        any_exit(Heeds::Blocks, Then::Fail, &[]),
    ]
}

/// R7.3, the last part: other agents' words raise the diagnostic.
fn foreign_words() -> Vec<ForeignWord> {
    vec![ForeignWord {
        at: texts(&["/permission"]),
        is: None,
        gates: vec![Gate::Call, Gate::Prompt, Gate::Turn, Gate::Feedback].into(),
        honoured: None,
        reasons: texts(&[]),
        native: "{\"permissionDecision\":\"deny\",\"reason\":\"…\"}".into(),
    }]
}

/// R1.1, R1.2, R1.4.
fn sources() -> Vec<Source> {
    let source = |scope: &'static str, base, path: &'static str, directory| Source {
        scope: scope.into(),
        base,
        path: path.into(),
        moved_by: None,
        layout: Layout::File,
        format: Format::Json,
        shape: Shape::Groups,
        words: Words::Native,
        directory,
        switches: texts(&[]),
        imported: None,
    };
    vec![
        source("project", Base::Project, ".reforma/hooks/hooks.json", Directory::Config),
        source("plugin", Base::Plugin, "hooks/hooks.json", Directory::Plugin),
    ]
}

/// R3.1, R8.4, E1.1, E2.1, E3.1.
fn handler_keys() -> Vec<HandlerKey> {
    use HandlerMeans as M;
    [("type", M::Type), ("command", M::Command), ("args", M::Args), ("timeout", M::Timeout), ("onFailure", M::OnFailure), ("id", M::Id)]
        .into_iter()
        .map(|(key, means)| HandlerKey { key: key.into(), means, words: None })
        .collect()
}
