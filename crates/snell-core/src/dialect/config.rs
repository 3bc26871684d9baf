//! The columns that say where hooks come from and how a file is read.

use serde::{Deserialize, Serialize};

use super::{Directory, Table, Text};

/// One place where hooks may stand. Row order is load order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// The first part of its hooks' names; plugins append `/NAME`.
    pub scope: Text,
    /// Below what.
    pub base: Base,
    /// Below that.
    pub path: Text,
    /// A variable that holds another place for the path's first directory.
    pub moved_by: Option<Text>,
    /// One file, or every `.json` file of a directory (N1.7).
    pub layout: Layout,
    /// How the text is read.
    pub format: Format,
    /// How hooks stand in it.
    pub shape: Shape,
    /// In whose words it is written.
    pub words: Words,
    /// Where its hooks start.
    pub directory: Directory,
    /// Names of the switches that turn it off.
    pub switches: Table<Text>,
    /// A file of the directory that was imported from another agent, and in whose words it therefore is (N11.3).
    pub imported: Option<(Text, Words)>,
}

/// What a source's path is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Base {
    /// The user's home directory.
    Home,
    /// The project's root; its hooks need trust.
    Project,
    /// The root of each plugin.
    Plugin,
}

/// One file or many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Layout {
    File,
    Directory,
}

/// How a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Format {
    Json,
    Toml,
}

/// How hooks stand in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// Event → groups → handlers (N2.2).
    Groups,
    /// The same, or handlers straight under the event (N11.2).
    GroupsOrFlat,
    /// Event → groups → handlers, without `hooks` around them.
    GroupsAtTop,
}

/// Whose words a file is written in: its event names, and what its hooks may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Words {
    Native,
    Claude,
    Cursor,
}

/// Something in the configuration layers that turns sources off (N1.14). The first layer that has the key decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Switch {
    /// The name that sources call it by.
    pub name: Text,
    /// A JSON pointer into a configuration layer.
    pub at: Text,
    /// The value that turns off.
    pub off: bool,
    /// Which files may have it, and which of them decides.
    pub layers: Layers,
}

/// Which files may hold a switch, and which of those that do decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Layers {
    /// The user's TOML files; the first (N1.14).
    FirstOfUser,
    /// Every file; the last. What stands in a project holds for the project's hooks alone.
    LastOfAll,
    /// The file itself, for its own hooks.
    Own,
}

/// The unit of a timeout in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Unit {
    Seconds,
    Milliseconds,
    /// Seconds, but from 1000 on milliseconds.
    SecondsBelow1000,
}

/// Which hooks are the same, so that one of them runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Duplicates {
    /// Those that are equal in all that matters (N1.10).
    Equal,
    /// Those that an event chooses and that run the same, whatever their matchers.
    SameRun,
    /// None: every copy runs.
    Kept,
}

/// Another agent's configuration that may be taken over (N11.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Import {
    /// The agent's dialect, by name.
    pub from: Text,
    /// In whose words its files are: the sources that are taken over.
    pub words: Words,
    /// The name of the switch that is set afterwards.
    pub marker: Text,
    /// The configuration layer that it is written to, below the home directory.
    pub layer: Text,
}

/// How a project's root is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProjectRoot {
    /// The git work tree's root; outside one there are no project hooks, and the root is the session's directory (N1.8).
    GitOnly,
    /// The git work tree's root, else the session's directory (R1.2).
    GitOrCwd,
}

/// One key of a handler.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandlerKey {
    /// As written.
    pub key: Text,
    /// What it holds.
    pub means: HandlerMeans,
    /// In whose files; none for everyone's.
    pub words: Option<Words>,
}

/// What a key of a handler holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HandlerMeans {
    /// The type.
    Type,
    /// The command.
    Command,
    /// The url.
    Url,
    /// The arguments of the executable form (E3.1).
    Args,
    /// Variables.
    Env,
    /// Seconds.
    Timeout,
    /// `continue` or `block` (E1.1).
    OnFailure,
    /// `true` is `block` (E1.1).
    FailClosed,
    /// A stable name (E2.1).
    Id,
    /// Where it starts, from the project's root.
    Directory,
    /// A permission rule, such as `Bash(git *)`: the only calls that it wants to see.
    If,
    /// It runs beside the agent, and decides nothing.
    Async,
    /// Known and without meaning for us: no note.
    Remark,
}
