//! What we did to native files, in the user's state directory: what stood there before, which is the backup, and what we left.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use snell_system::files::{self, Lock};

use super::HostFault;
use crate::trust::Digest;

/// How long another process may hold the records.
const PATIENCE: Duration = Duration::from_secs(20);
const LARGEST: usize = 32 * 1024 * 1024;

/// Where records are kept.
pub(super) struct Records {
    directory: PathBuf,
}

/// One native file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    agent: String,
    path: PathBuf,
    /// The text before; none where there was no file.
    pub(super) before: Option<String>,
    /// What we left.
    after: Digest,
    /// Directories that we made, the deepest first.
    pub(super) directories: Vec<PathBuf>,
}

impl Record {
    pub(super) fn new(agent: &str, path: &Path, before: Option<Vec<u8>>, after: &[u8]) -> Record {
        let before = before.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Record { agent: agent.to_owned(), path: path.to_owned(), before, after: Digest::of_parts([after]), directories: Vec::new() }
    }

    /// The same file after another change of ours.
    pub(super) fn now(self, after: &[u8]) -> Record {
        Record { after: Digest::of_parts([after]), ..self }
    }

    /// Whether nobody changed the file since.
    pub(super) fn wrote(&self, bytes: Option<&[u8]>) -> bool {
        bytes.is_some_and(|bytes| Digest::of_parts([bytes]) == self.after)
    }
}

impl Records {
    pub(super) fn below(state: &Path) -> Records {
        Records { directory: state.join("snell/bridge/installed") }
    }

    /// What we did to a file. A record that cannot be read is none.
    pub(super) fn of(&self, path: &Path) -> Option<Record> {
        let bytes = files::read_bounded(&self.file(path), LARGEST).ok()?;
        serde_json::from_slice::<Record>(&bytes).ok().filter(|record| record.path == path)
    }

    pub(super) fn lock(&self) -> Result<Lock, HostFault> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.directory).map_err(|error| self.fault(&error))?;
        files::lock_directory(&self.directory, PATIENCE).map_err(|error| self.fault(&error))
    }

    pub(super) fn keep(&self, record: &Record) -> Result<(), HostFault> {
        let bytes = serde_json::to_vec_pretty(record).map_err(|error| self.fault(&error))?;
        files::write_atomically(&self.file(&record.path), &bytes, 0o600).map_err(|error| self.fault(&error))
    }

    pub(super) fn forget(&self, path: &Path) -> Result<(), HostFault> {
        match fs::remove_file(self.file(path)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(self.fault(&error)),
            _ => Ok(()),
        }
    }

    fn file(&self, path: &Path) -> PathBuf {
        let digest = Digest::of_parts([path.as_os_str().as_encoded_bytes()]);
        self.directory.join(format!("{}.json", digest.as_str().trim_start_matches("sha256:")))
    }

    fn fault(&self, error: &dyn std::fmt::Display) -> HostFault {
        let message = format!("`{}` cannot be written: {error}", self.directory.display());
        HostFault::new(message, "set XDG_STATE_HOME to a directory of yours that can be written")
    }
}
