//! The file: read whole, changed under a lock, written in one step and for its owner alone.

use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use snell_core::Dialect;
use snell_system::files::{self, ReadFault};

use super::Entries;
use crate::plugin;

/// A larger store is damaged, in bytes.
const LARGEST: usize = 16 * 1024 * 1024;
/// How long another process may hold the store.
const PATIENCE: Duration = Duration::from_secs(20);
/// Of the file: what others may see of it.
const MODE: u32 = 0o600;
/// Others can read or write it.
const OPEN_TO_OTHERS: u32 = 0o077;

/// The user's store of plugin variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableStore {
    path: PathBuf,
}

/// Why the store cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreFault {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl fmt::Display for StoreFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for StoreFault {}

impl VariableStore {
    /// The store in this file. It need not exist.
    pub fn at(path: impl Into<PathBuf>) -> VariableStore {
        VariableStore { path: path.into() }
    }

    /// The usual store of a user: below `state` (`$XDG_STATE_HOME`) where that is an absolute path, else below the home directory.
    pub fn of_user(home: &Path, state: Option<&OsStr>) -> VariableStore {
        let state = state.map(Path::new).filter(|state| state.is_absolute());
        VariableStore::at(state.map_or_else(|| home.join(".local/state"), Path::to_path_buf).join("snell/variables.json"))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Everything that is stored. A store that is not there is empty.
    ///
    /// # Errors
    /// It cannot be read, is damaged, or could have been read or written by somebody else.
    pub fn read(&self) -> Result<Entries, StoreFault> {
        if !self.path.exists() {
            return Ok(Entries::default());
        }
        self.refuse_place()?;
        self.refuse_others()?;
        match files::read_bounded(&self.path, LARGEST) {
            Ok(bytes) => {
                Entries::parse(&bytes).map_err(|fault| self.fault(&fault, "repair it, or move it away and set the variables again"))
            }
            Err(ReadFault::Missing) => Ok(Entries::default()),
            Err(fault) => Err(self.fault(&fault.to_string(), "repair it, or move it away")),
        }
    }

    /// Reads, changes and writes the store; nobody else can write between.
    ///
    /// # Errors
    /// As [`read`](Self::read), or it cannot be written. Nothing has changed then.
    pub fn change<T>(&self, change: impl FnOnce(&mut Entries) -> T) -> Result<T, StoreFault> {
        let failed = |error: io::Error| self.fault(&format!("cannot be written: {error}"), "see who owns it");
        self.refuse_place()?;
        let directory = self.directory();
        DirBuilder::new().recursive(true).mode(0o700).create(directory).map_err(failed)?;
        let _lock = files::lock_directory(directory, PATIENCE).map_err(failed)?;
        let mut entries = self.read()?;
        let before = entries.clone();
        let result = change(&mut entries);
        if entries != before {
            files::write_atomically(&self.path, entries.written().as_bytes(), MODE).map_err(failed)?;
        }
        Ok(result)
    }

    /// Whether a plugin's variable may have this name in a dialect (R5.3).
    pub fn takes(dialect: &Dialect, name: &str) -> bool {
        dialect.manifest.as_ref().is_some_and(|rules| plugin::is_variable_name(rules, name))
    }

    /// SECURITY: a secret that others could read is no secret, and a file that others could write may set what hooks are told.
    fn refuse_others(&self) -> Result<(), StoreFault> {
        let Ok(metadata) = fs::metadata(&self.path) else { return Ok(()) };
        if metadata.uid() != files::own_user() {
            return Err(self.fault(&format!("belongs to another user (uid {})", metadata.uid()), "move it away"));
        }
        if metadata.mode() & OPEN_TO_OTHERS != 0 {
            let help = format!("if its values are still secret: chmod 600 {}", self.path.display());
            return Err(self.fault("may be read or written by others", &help));
        }
        Ok(())
    }

    /// SECURITY: a store inside a repository would be committed with it, or could be brought by it.
    fn refuse_place(&self) -> Result<(), StoreFault> {
        let real = self.directory().ancestors().find_map(files::canonical).unwrap_or_else(|| PathBuf::from("/"));
        match files::git_root(&real) {
            Some(root) => {
                Err(self.fault(&format!("is inside of the repository `{}`", root.display()), "set XDG_STATE_HOME to a directory outside"))
            }
            None => Ok(()),
        }
    }

    fn directory(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }

    fn fault(&self, what: &str, help: &str) -> StoreFault {
        StoreFault { message: format!("the variable store `{}` {what}", self.path.display()), help: help.to_owned() }
    }
}
