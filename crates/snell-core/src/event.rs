//! What happened in the agent, in words that belong to no dialect.
//!
//! An [`Event`] is a kind and facts. Dialect tables say how each is spelt for a script ([`envelope`](crate::envelope)) and how it is
//! read from an agent ([`hear`](crate::hear)). Tool names and inputs inside an event are canonical: Claude-style names, MCP tools as
//! `mcp__server__tool`; [`tool`](crate::tool) translates.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The moments of an agent's life that some dialect lets hooks see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum EventKind {
    SessionStart,
    SessionEnd,
    UserPromptSubmit,
    PreToolUse,
    PostToolUse,
    PostToolUseFailure,
    PermissionRequest,
    PermissionDenied,
    Stop,
    StopFailure,
    StopCancelled,
    Notification,
    SubagentStart,
    SubagentStop,
    PreCompact,
    PostCompact,
    Install,
    Uninstall,
    Setup,
    InstructionsLoaded,
    UserPromptExpansion,
    MessageDisplay,
    PostToolBatch,
    PreSkillShellCommand,
    TaskCreated,
    TaskCompleted,
    TeammateIdle,
    PreModelSwitch,
    PostModelSwitch,
    ConfigChange,
    CwdChanged,
    DirectoryAdded,
    FileChanged,
    WorktreeCreate,
    WorktreeRemove,
    Elicitation,
    ElicitationResult,
    PreModelRequest,
    PostModelRequest,
    ToolSelection,
    PromptTransformed,
    ErrorOccurred,
    AgentResponse,
    AgentThought,
    SessionDelete,
    TodoCreated,
    TodoCompleted,
    WorkspaceOpen,
    TabFileRead,
    TabFileEdit,
}

/// Something that may be known about an event. Each dialect spells it in its own way, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Fact {
    /// The event's own name; told by its codec, never stated.
    EventName,
    SessionId,
    Cwd,
    WorkspaceRoot,
    /// UTC, `YYYY-MM-DDTHH:MM:SSZ`.
    Timestamp,
    /// The turn, from one user prompt to the next.
    PromptId,
    PermissionMode,
    TranscriptPath,
    ClientIdentifier,
    ToolName,
    ToolUseId,
    ToolInput,
    /// The agent had already shortened the input before it came to us.
    ToolInputTruncated,
    ToolResult,
    ToolResultTruncated,
    /// Milliseconds.
    Duration,
    Error,
    ErrorDetails,
    /// A tool failed because it was denied.
    Denied,
    Prompt,
    Source,
    Reason,
    CancelledBy,
    StopHookActive,
    LastAssistantMessage,
    NotificationType,
    Message,
    Title,
    Level,
    SubagentId,
    SubagentType,
    Description,
    Model,
    AgentType,
    /// Where a subagent's own transcript is.
    SubagentTranscriptPath,
    /// A tool failed because the user interrupted it.
    IsInterrupt,
    /// How a run ended: `completed`, `aborted`, `error`.
    Status,
    BackgroundTasks,
    /// The session's scheduled prompts.
    Crons,
    PermissionSuggestions,
    CommandName,
    LoadReason,
    ToModel,
    McpServer,
    FilePath,
    /// The plugin that is being installed or removed.
    Plugin,
}

/// One event: its kind, what is known about it, and native keys that no table row maps (they are passed on as they are).
///
/// ```
/// use snell_core::{Event, EventKind, Fact};
///
/// let event = Event::new(EventKind::PreToolUse)
///     .with(Fact::ToolName, "Bash")
///     .with(Fact::ToolInput, serde_json::json!({ "command": "ls" }));
/// assert_eq!(event.text(Fact::ToolName), Some("Bash"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Which moment this is.
    pub kind: EventKind,
    facts: BTreeMap<Fact, Value>,
    /// Native keys without a row in the dialect's table.
    pub unmapped: Map<String, Value>,
}

impl Event {
    /// An event about which nothing is known yet.
    pub fn new(kind: EventKind) -> Self {
        Event { kind, facts: BTreeMap::new(), unmapped: Map::new() }
    }

    /// The same event with one more fact.
    pub fn with(mut self, fact: Fact, value: impl Into<Value>) -> Self {
        self.set(fact, value);
        self
    }

    /// States a fact, over what was said of it before.
    pub fn set(&mut self, fact: Fact, value: impl Into<Value>) {
        self.facts.insert(fact, value.into());
    }

    /// What is known of `fact`.
    pub fn get(&self, fact: Fact) -> Option<&Value> {
        self.facts.get(&fact)
    }

    /// What is known of `fact`, where it is a text.
    pub fn text(&self, fact: Fact) -> Option<&str> {
        self.get(fact).and_then(Value::as_str)
    }

    /// Every fact, in a fixed order.
    pub fn facts(&self) -> impl Iterator<Item = (Fact, &Value)> {
        self.facts.iter().map(|(fact, value)| (*fact, value))
    }
}
