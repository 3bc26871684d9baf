//! What `snell bridge status` prints.

use serde::Serialize;

use super::{Around, Looked, Seen};
use crate::builder::Builder;
use crate::hosts::Version;
use crate::report::{DiagnosticReport, SCHEMA};

/// How the bridge stands in each agent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatusReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// Every agent that was asked about.
    pub agents: Vec<AgentReport>,
}

/// One agent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AgentReport {
    /// Its dialect, by name.
    pub agent: String,
    /// As people write it.
    pub title: String,
    /// Entries of the bridge stand in one of its files.
    pub installed: bool,
    /// Its command on the PATH, where that was asked.
    pub version: Option<VersionReport>,
    /// Its native files, one a scope.
    pub files: Vec<FileReport>,
    /// Files of other agents that it reads itself, absolute: their hooks are left to it.
    pub left: Vec<String>,
    /// What is wrong and what is worth knowing, errors first.
    pub findings: Vec<DiagnosticReport>,
}

/// An agent's command.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionReport {
    /// The command, absolute.
    pub program: String,
    /// What it says; null where it says none in time.
    pub version: Option<String>,
    /// The version that Snell's tables were held against.
    pub tested: String,
}

/// A native file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileReport {
    /// `user` or `project`.
    pub scope: String,
    /// Absolute.
    pub path: String,
    /// `installed`, `absent` or `broken`.
    pub state: String,
    /// Our entries, in document order.
    pub entries: Vec<EntryStatus>,
}

/// An entry of ours as it stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntryStatus {
    /// The event that it stands under.
    pub event: String,
    /// What it runs.
    pub command: String,
    /// From 1.
    pub line: usize,
    /// How long it may take, in seconds; null where it is not as it was installed.
    pub seconds: Option<u64>,
}

impl StatusReport {
    /// The report of these agents.
    pub fn new(agents: Vec<AgentReport>) -> StatusReport {
        StatusReport { schema: SCHEMA, agents }
    }
}

impl Looked<'_> {
    /// The report of this agent.
    pub fn report(&self, around: &Around<'_>, builder: &Builder) -> AgentReport {
        AgentReport {
            agent: self.dialect.name.to_string(),
            title: self.dialect.title.to_string(),
            installed: self.is_installed(),
            version: around.version.as_ref().map(VersionReport::from),
            files: self.files.iter().map(FileReport::from).collect(),
            left: around.left.iter().map(|path| path.display().to_string()).collect(),
            findings: self.findings(around, builder).iter().map(DiagnosticReport::from).collect(),
        }
    }
}

impl From<&Version> for VersionReport {
    fn from(version: &Version) -> Self {
        VersionReport { program: version.program.display().to_string(), version: version.told.clone(), tested: version.tested.clone() }
    }
}

impl From<&Seen> for FileReport {
    fn from(file: &Seen) -> Self {
        let state = match (file.is_broken, file.is_installed()) {
            (true, _) => "broken",
            (_, true) => "installed",
            _ => "absent",
        };
        let entry = |entry: &super::file::Ours| EntryStatus {
            event: entry.event.clone(),
            command: entry.command.clone(),
            line: entry.place.line,
            seconds: entry.called.as_ref().map(|called| called.within),
        };
        FileReport {
            scope: file.scope.clone(),
            path: file.path.display().to_string(),
            state: state.to_owned(),
            entries: file.entries.iter().map(entry).collect(),
        }
    }
}
