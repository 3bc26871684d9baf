//! Our entries in other agents' own configuration (B3 to B7): what they are to be, put in, and taken out. No trust store of another agent is
//! ever written.

mod borrowed;
mod edit;
mod entries;
mod loss;
mod losses_report;
mod native;
mod record;
mod report;
mod sources;
mod status;
mod version;

use std::path::{Path, PathBuf};

use snell_core::dialect::{Dialect, Host, HostFile};

use crate::builder::Builder;
use edit::Native;
use native::File;
use record::{Record, Records};

pub use entries::{Calls, Entry, entries};
pub use loss::{HookLoss, Remains, losses, remains};
pub use losses_report::{GradeReport, HookReport, LossesReport, LossesSummary};
pub use report::{BridgeReport, EntryReport, LossReport};
pub use sources::{left, sources};
pub use status::{AgentReport, Around, EntryStatus, FileReport, Looked, StatusReport, VersionReport, look};
pub use version::{Version, version};

/// What is wrong, and what to do. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostFault {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl HostFault {
    fn new(message: impl Into<String>, help: impl Into<String>) -> HostFault {
        HostFault { message: message.into(), help: help.into() }
    }
}

/// An agent's native file, and what we did to it.
pub struct Place<'d> {
    dialect: &'d Dialect,
    host: &'d Host,
    file: &'d HostFile,
    index: usize,
    path: PathBuf,
    records: Records,
}

/// What a native file is to become.
pub struct Change {
    file: File,
    after: Option<String>,
    record: Option<Record>,
    /// Directories that go with the file where they are empty then.
    directories: Vec<PathBuf>,
}

impl<'d> Place<'d> {
    /// The file of an agent in a scope, `user` or `project`, for a home and a project.
    ///
    /// # Errors
    /// The agent has no native file, or none in that scope.
    pub fn of(dialect: &'d Dialect, builder: &Builder, scope: &str, state: &Path) -> Result<Place<'d>, HostFault> {
        let none = || HostFault::new(format!("no bridge can be installed into {}", dialect.title), "`snell dialects` lists the agents");
        let host = dialect.host.as_ref().ok_or_else(none)?;
        let index = host.files.iter().position(|file| file.scope == scope);
        let index = index.ok_or_else(|| HostFault::new(format!("{} has no `{scope}` file", dialect.title), "use another --scope"))?;
        let file = &host.files[index];
        let path = native::locate(file, builder);
        Ok(Place { dialect, host, file, index, path, records: Records::below(state) })
    }

    /// The native file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// `user` or `project`.
    pub fn scope(&self) -> &str {
        &self.file.scope
    }

    /// What the agent asks the user to approve, and where (B7).
    pub fn approval(&self) -> Option<&str> {
        self.host.approval.get(self.index).map(AsRef::as_ref)
    }

    /// The change that puts these entries in; what is there already changes nothing.
    ///
    /// # Errors
    /// The file cannot be read, or is not what the agent reads.
    pub fn install(&self, entries: &[Entry]) -> Result<Change, HostFault> {
        let file = File::read(&self.path)?;
        let native = self.native();
        let text = file.text()?;
        let handlers: Vec<_> = entries.iter().map(|entry| entry.handler(self.dialect, self.host)).collect();
        let after = native.with(text, &handlers).map_err(|finding| file.fault(&finding))?;
        native::verify(&native, text, &after, &self.path)?;
        let record = match self.records.of(&self.path) {
            Some(record) if record.wrote(file.bytes()) => record.now(&file.written(&after)),
            record => {
                let before = self.without_us(&file, record.as_ref())?.map(|before| file.written(&before));
                let mut new = Record::new(&self.dialect.name, &self.path, before, &file.written(&after));
                new.directories = record.map(|record| record.directories).unwrap_or_default();
                new
            }
        };
        Ok(Change { file, after: Some(after), record: Some(record), directories: Vec::new() })
    }

    /// The change that takes our entries out: all of the file's bytes as they were where nobody edited it since, else our entries alone.
    ///
    /// # Errors
    /// As for [`install`](Self::install).
    pub fn uninstall(&self) -> Result<Change, HostFault> {
        let file = File::read(&self.path)?;
        let record = self.records.of(&self.path);
        let after = self.without_us(&file, record.as_ref())?;
        let directories = record.map(|record| record.directories).unwrap_or_default();
        Ok(Change { file, after, record: None, directories })
    }

    /// Whether entries of ours stand in the file.
    pub fn is_installed(&self) -> bool {
        let Ok(file) = File::read(&self.path) else { return false };
        let Some(root) = file.text().ok().and_then(|text| snell_core::config::json::read(text).0) else { return false };
        !edit::ours(&self.native(), &root).is_empty()
    }

    /// Carries a change out: the file in one step, and the record of it.
    ///
    /// # Errors
    /// Something cannot be written, or the file was changed meanwhile.
    pub fn write(&self, change: Change) -> Result<(), HostFault> {
        let _lock = self.records.lock()?;
        if change.file.is_changed() {
            return Err(HostFault::new(format!("`{}` was changed meanwhile", self.path.display()), "try again; nothing was written"));
        }
        match change.record {
            Some(mut record) => {
                record.directories.extend(native::missing_directories(&self.path));
                self.records.keep(&record)?;
                change.file.write(change.after.as_deref().unwrap_or_default())
            }
            None => {
                match &change.after {
                    Some(after) => change.file.write(after)?,
                    None => change.file.remove(&change.directories)?,
                }
                self.records.forget(&self.path)
            }
        }
    }

    /// The file without us: as it was where nobody edited it since, else without our entries. None where nothing is left of what we made.
    fn without_us(&self, file: &File, record: Option<&Record>) -> Result<Option<String>, HostFault> {
        match record {
            _ if file.bytes().is_none() => Ok(None),
            Some(record) if record.wrote(file.bytes()) => Ok(record.before.clone()),
            record => {
                let made = record.is_some_and(|record| record.before.is_none());
                let before = record.and_then(|record| record.before.as_deref());
                let before = before.unwrap_or(if made { "{}" } else { file.text()? });
                let clean = self.native().without(file.text()?, Some(before), &|_| false).map_err(|finding| file.fault(&finding))?;
                Ok(Some(clean).filter(|clean| !(made && clean.trim() == "{}")))
            }
        }
    }

    fn native(&self) -> Native<'d> {
        Native { host: self.host, agent: &self.dialect.name }
    }
}

impl Change {
    /// The file's text before and after; none where there is no file.
    pub fn texts(&self) -> (Option<&str>, Option<&str>) {
        (self.file.bytes().and_then(|_| self.file.text().ok()), self.after.as_deref())
    }

    /// Whether the file becomes another.
    pub fn changes(&self) -> bool {
        self.file.bytes().map(<[u8]>::to_vec) != self.after.as_ref().map(|after| self.file.written(after))
    }
}
