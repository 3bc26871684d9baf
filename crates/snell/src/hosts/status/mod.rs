//! How the bridge stands in an agent: installed or not, where, and what is wrong with it (B3 to B7). It reads; it changes nothing.

mod agent;
mod entry;
mod file;
mod report;

use std::path::{Path, PathBuf};

use snell_core::Diagnostic;
use snell_core::dialect::{Dialect, Host};

use super::{Place, Version};
use crate::builder::Builder;
use crate::engine::Engine;
use file::Seen;

pub use report::{AgentReport, EntryStatus, FileReport, StatusReport, VersionReport};

/// An agent's native files, as they stand.
pub struct Looked<'d> {
    dialect: &'d Dialect,
    host: &'d Host,
    files: Vec<Seen>,
    approvals: Vec<Option<String>>,
}

/// What is known beside the native files.
pub struct Around<'a> {
    /// Whose hooks the bridge runs, without what the agent reads itself.
    pub sources: &'a [Engine],
    /// The agent's own hooks, by its own rules.
    pub own: &'a Engine,
    /// Files that the agent reads itself.
    pub left: Vec<PathBuf>,
    /// The agent's version.
    pub version: Option<Version>,
    /// What is wrong with the words of the entries.
    pub findings: Vec<Diagnostic>,
}

/// Looks at an agent's native files; none where no bridge can be installed into it.
pub fn look<'d>(dialect: &'d Dialect, builder: &Builder, state: &Path) -> Option<Looked<'d>> {
    let host = dialect.host.as_ref()?;
    let places = host.files.iter().filter_map(|file| Place::of(dialect, builder, &file.scope, state).ok());
    let (mut files, mut approvals): (Vec<Seen>, Vec<_>) = (Vec::new(), Vec::new());
    for place in places {
        // In a home that is the project too, one file is both.
        if files.iter().all(|file| file.path != place.path()) {
            files.push(file::see(&place));
            approvals.push(place.approval().map(str::to_owned));
        }
    }
    Some(Looked { dialect, host, files, approvals })
}

impl Looked<'_> {
    /// Whether entries of ours stand in any of the files.
    pub fn is_installed(&self) -> bool {
        self.files.iter().any(Seen::is_installed)
    }

    /// The dialects that the entries name; none where they mean all.
    pub fn from(&self) -> Vec<String> {
        file::from(self.files.iter().flat_map(|file| &file.entries))
    }
}
