//! The column that says how an agent is told to call a bridge: its native files, and how an entry stands in them.

use serde::{Deserialize, Serialize};

use super::{Base, Table, Text};
use crate::event::EventKind;

/// How a bridge is entered into an agent's own configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Host {
    /// Its native files, one a scope.
    pub files: Table<HostFile>,
    /// How an entry stands under its event.
    pub entries: Entries,
    /// The key of the object that holds the events; empty where the file itself is that object.
    pub events_at: Text,
    /// A whole number that a file must have under this key.
    pub version: Option<(Text, u32)>,
    /// The handler's key for the command.
    pub command: Text,
    /// The handler's key for the timeout. Its unit is the dialect's.
    pub timeout: Text,
    /// A file with comments or trailing commas is ignored as a whole by the agent.
    pub plain_json: bool,
    /// Events that get an entry only where a hook stands for them: they fire very often, or to answer is to take something over.
    pub sparing: Table<EventKind>,
    /// Files of other agents that it reads itself: their hooks run without a bridge (B6).
    pub reads: Table<(Base, Text)>,
    /// What makes it pass over such a file as a whole: then it has to be bridged after all.
    pub balks: Table<Balk>,
    /// By which rules it runs hooks of such a file, where those are not their own agent's; empty where they are.
    pub reads_how: Text,
    /// What the user must approve before hooks run, and where; one text a scope, in the order of the files (B7).
    pub approval: Table<Text>,
    /// The agent's command, which tells its version when it is asked for `--version`; empty where none does.
    pub program: Text,
    /// The version that the table was held against.
    pub tested: Text,
}

/// A native file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostFile {
    /// `user` or `project`.
    pub scope: Text,
    /// Below what.
    pub base: Base,
    /// Below that.
    pub path: Text,
    /// A variable that holds another place for the path's first directory.
    pub moved_by: Option<Text>,
}

/// Something in another agent's file that an agent does not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Balk {
    /// A comment, a trailing comma, a byte-order mark.
    OddJson,
    /// `"matcher": ""`.
    EmptyMatcher,
    /// A handler that is no command.
    OtherType,
    /// A timeout of zero.
    NoTimeout,
}

/// How an entry stands under its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entries {
    /// A group with its handlers under `hooks`, and no matcher.
    Grouped,
    /// The handler itself.
    Flat,
}
