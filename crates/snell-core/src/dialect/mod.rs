//! A hook system as a value: a struct of tables, read both ways.
//!
//! No stage asks *which* dialect it serves; it asks a column. A rule that no column can say is a missing column (or a new variant of one),
//! never an `if`. Event and fact rows encode an event for a script and decode it from an agent; reply rows read a script's reply and write
//! the answer to an agent. Tables can be serialised, so that tests can flip their cells one at a time.

mod config;
mod events;
mod exits;
mod host;
mod reading;
mod running;
mod strength;
mod tools;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

pub use config::{
    Base, Duplicates, Format, HandlerKey, HandlerMeans, Import, Layers, Layout, ProjectRoot, Shape, Source, Switch, Unit, Words,
};
pub use events::{Also, Codec, Default, Event, FactRow, ForeignName, Gate, Only, PlainText, ResultShape, Sign, Subject, Truncation, When};
pub use exits::{ExitCode, ExitRow, ForeignWord, Heeds, Literal, Meaning, Otherwise, ReasonFrom, Reply, Says, Then, Word};
pub use host::{Balk, Entries, Host, HostFile};
pub use reading::{Naming, Reading};
pub use running::{Commands, Continuations, Directory, EnvRow, EnvValue, Per, Shell, Unset};
pub use strength::{Effect, Grade, Strength};
pub use tools::{InputShape, McpNames, McpSpelling, ToolRow};

use crate::event::EventKind;

/// A column: constant in `snell-dialects`, owned where a host or a test changed it.
pub type Table<T> = Cow<'static, [T]>;

/// A text in a cell.
pub type Text = Cow<'static, str>;

/// A hook system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dialect {
    /// What `--dialect` takes: lowercase, one word.
    pub name: Text,
    /// As people write it.
    pub title: Text,
    /// What this table was held against.
    pub checked: Text,
    /// Whether it may be meant where no dialect is named, because its files are there.
    pub detected: bool,

    /// The events, in the order in which they are shown.
    pub events: Table<Event>,
    /// Facts that the envelope of every event tells, before the event's own.
    pub facts: Table<FactRow>,
    /// Whether an event may be spelt in snake_case and camelCase too (N3.2), or only as its row says (R2.3).
    pub any_spelling: bool,
    /// Names of other agents' events, and what they stand for in those agents' files (N11.1).
    pub foreign_names: Table<ForeignName>,
    /// Keys among the events of a file that are none, and mean nothing here.
    pub beside_events: Table<Text>,

    /// How a matcher is read.
    pub matchers: Matchers,
    /// Native tool names and the canonical ones.
    pub tools: Table<ToolRow>,
    /// Canonical tools that the agent has, and of whose calls no hook is told.
    pub untold_tools: Table<Text>,
    /// Canonical tools, and what of their use no hook is told: "what is typed into a command that runs".
    pub untold_uses: Table<(Text, Text)>,
    /// How an MCP tool is spelt.
    pub mcp: McpSpelling,

    /// Other agents' decision keys: diagnosed, and a deny of theirs honoured from their own files (N6.9, N11.3).
    pub foreign_words: Table<ForeignWord>,
    /// Where a reply may name its event.
    pub names_event_at: Table<Text>,
    /// How strictly a reply is read.
    pub reading: Reading,
    /// Unicode scalar values of a context that are passed on (R7.1); none where all are.
    pub longest_context: Option<usize>,

    /// Where hooks come from, in load order.
    pub sources: Table<Source>,
    /// What turns a source off.
    pub switches: Table<Switch>,
    /// Other agents' configurations that may be taken over (N11.4).
    pub imports: Table<Import>,
    /// How a project's root is found.
    pub project_root: ProjectRoot,
    /// Installed plugins, one directory each, below the home directory; empty where there are none.
    pub plugins: Text,
    /// The user's list of disabled hooks, below the home directory (N10.3); empty where there is none.
    pub disabled: Text,
    /// What a plugin's manifest says of its hooks, where the dialect reads it.
    pub manifest: Option<Manifest>,

    /// The keys of a handler.
    pub handler_keys: Table<HandlerKey>,
    /// Handler types that can be run.
    pub handler_types: Table<Text>,
    /// A handler without a type is a command, and nothing is said of it.
    pub untyped: bool,
    /// Seconds, where an event has no default of its own.
    pub timeout: f64,
    /// The unit in which files write one.
    pub unit: Unit,
    /// Which hooks are the same.
    pub duplicates: Duplicates,

    /// How a command is run.
    pub commands: Commands,
    /// Environment variables that hooks get, set last, in this order.
    pub environment: Table<EnvRow>,
    /// How often hooks may keep a turn going.
    pub continuations: Continuations,

    /// How a bridge is entered into the agent's own configuration; none where the agent embeds the engine.
    pub host: Option<Host>,
}

/// Where a plugin's manifest is, and where in it things stand (R1.1, R5.3, R8.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Below the plugin's root; the first that is there is read.
    pub files: Table<Text>,
    /// JSON pointers to the hooks: a path inside the package, or an object. The first that is there stands; none is the convention.
    pub hooks: Table<Text>,
    /// A JSON pointer to what the hooks offer, which packing writes (R8.1).
    pub offers: Text,
    /// A JSON pointer to the plugin's variables.
    pub variables: Text,
    /// Variables may not begin like this.
    pub reserved: Text,
}

/// How a matcher is read (N4, R4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Matchers {
    /// Which texts are lists of exact names (N4.2); everything else is a regular expression (R4.1).
    pub lists: Lists,
    /// A pattern must fit the whole name.
    pub whole: bool,
    /// A pattern may begin with looks ahead: `^(?!mcp__)`.
    pub looks_ahead: bool,
    /// Which names of a tool are tested.
    pub names: Names,
    /// What is no regular expression is an exact name.
    pub else_exact: bool,
    /// A lone `*` deserves a note, as it is no regular expression (R4.4).
    pub star_is_noted: bool,
}

/// Which matchers are lists of exact names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lists {
    /// None.
    None,
    /// Letters, digits, `_`, with `|` between the names.
    Bars,
    /// The same, with `-`, spaces and commas too.
    BarsAndCommas,
}

/// Which names of a tool a matcher is tested against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Names {
    /// The name that the hook is told, and every canonical one.
    All,
    /// All for a list, the one that the hook is told for a pattern.
    AllForLists,
    /// The one that the hook is told.
    Told,
}

impl Matchers {
    /// Regular expressions, tested against every name of a tool (R4.1).
    pub const PATTERNS: Matchers =
        Matchers { lists: Lists::None, whole: false, looks_ahead: false, names: Names::All, else_exact: false, star_is_noted: false };
}

impl Dialect {
    /// The first row of an event, which a bridge listens to; none where the dialect does not have it.
    pub fn event(&self, kind: EventKind) -> Option<&Event> {
        self.events.iter().find(|row| row.kind == kind).or_else(|| self.rows(kind).next())
    }

    /// The row that a hook stands under.
    pub fn row_of(&self, hook: &crate::hook::Hook) -> Option<&Event> {
        self.events.get(hook.row)
    }

    /// Every row that tells an event.
    pub fn rows(&self, kind: EventKind) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |row| row.tells(kind))
    }

    /// The row that a name in a configuration file, a payload or an argument means.
    pub fn event_named(&self, name: &str) -> Option<&Event> {
        self.events.iter().find(|row| row.is_named(name, self.any_spelling))
    }

    /// The row that `name` means in any spelling, whatever the dialect itself accepts in files (`snell fire pre-tool-use`).
    pub fn event_spelt(&self, name: &str) -> Option<&Event> {
        self.events.iter().find(|row| row.is_named(name, true))
    }

    /// The seconds an event's hooks may take by default.
    pub fn timeout_of(&self, row: &Event) -> f64 {
        row.timeout.unwrap_or(self.timeout)
    }
}
