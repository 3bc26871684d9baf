//! The columns that say how a command runs, and how often hooks may keep a turn going.

use serde::{Deserialize, Serialize};

use super::{Table, Text};
use crate::event::Fact;

/// How a command is run (N2.7, N8.4, R3.3, R5.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Commands {
    /// A command that is one path is run without a shell, relative to its file (N2.6, N2.7).
    pub direct: bool,
    /// The shell.
    pub shell: Shell,
    /// What an unset variable in a shell command means.
    pub unset: Unset,
    /// Other agents' plugin roots: a command that refers to one is refused (R5.5).
    pub refused: Table<Text>,
}

/// What an unset variable without a default in a shell command means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unset {
    /// The hook does not run (N8.4).
    Refused,
    /// It is empty, as in any shell (R5.2).
    Empty,
}

/// Which shell reads a command, never as a login shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shell {
    /// `/bin/sh`.
    Sh,
    /// `bash`.
    Bash,
    /// What `SHELL` says, else `/bin/sh`.
    User,
}

/// Where a hook starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Directory {
    /// The project's root (N2.8).
    Root,
    /// The project's configuration directory (R1.2).
    Config,
    /// The plugin's root (R1.3).
    Plugin,
    /// The session's directory.
    Session,
    /// The directory that holds its file.
    Beside,
}

/// One environment variable that hooks get.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EnvRow {
    /// Its name.
    pub name: Text,
    /// Its value.
    pub value: EnvValue,
    /// A handler's own `env` may not name it (N8.1).
    pub reserved: bool,
    /// It holds a path: an unquoted reference is put in double quotes (N8.4, R5.2), and it is replaced in `args` (N8.5).
    pub path: bool,
}

/// The value of an environment variable. A hook that has no such value does not get the variable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EnvValue {
    /// The event's name in snake_case.
    EventSnake,
    /// The hook's name.
    HookName,
    /// A fact of the event, where it is a text.
    Fact(Fact),
    /// The project's root.
    Root,
    /// The session's directory.
    Cwd,
    /// The directory that holds the hook's file.
    Beside,
    /// Always this text.
    Text(Text),
    /// A directory below the project's root.
    Config(Text),
    /// The plugin's root; plugin hooks only.
    PluginRoot,
    /// The plugin's data directory; plugin hooks only.
    PluginData,
}

/// How often hooks may keep a turn going (N7.6, R2.2). Rounds count, not hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Continuations {
    /// So often; none where the agent itself sets no limit.
    pub limit: Option<u32>,
    /// What sets the count back.
    pub per: Per,
}

impl Continuations {
    /// What holds where an agent sets no limit: a turn that never ends is nobody's wish.
    const ELSE: u32 = 8;

    /// How often hooks may keep a turn going.
    pub fn most(self) -> u32 {
        self.limit.unwrap_or(Self::ELSE)
    }
}

/// The span over which continuations are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Per {
    /// A new user prompt sets it back.
    Turn,
    /// Nothing but a new run does.
    Run,
}
