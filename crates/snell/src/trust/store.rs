//! Where decisions are kept: one file of the user's, outside of every repository. Whatever is wrong with it, nothing is trusted by it.

use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use snell_system::files::{self, Lock, ReadFault};

use super::record::Records;

/// The version of the store's format.
const SCHEMA: u32 = 1;
/// A larger store is damaged, in bytes.
const LARGEST: usize = 256 * 1024 * 1024;
/// How long another process may hold the store.
const PATIENCE: Duration = Duration::from_secs(20);
/// Others may write it.
const WRITABLE_BY_OTHERS: u32 = 0o022;

/// The user's decisions about folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustStore {
    path: PathBuf,
}

/// Why the store cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreFault {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
    /// It can be put aside and begun anew.
    damaged: bool,
}

impl fmt::Display for StoreFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for StoreFault {}

impl StoreFault {
    pub(super) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        StoreFault { message: message.into(), help: help.into(), damaged: false }
    }
}

impl TrustStore {
    /// The store in this file. It need not exist.
    pub fn at(path: impl Into<PathBuf>) -> TrustStore {
        TrustStore { path: path.into() }
    }

    /// The usual store of a user: below `state` (`$XDG_STATE_HOME`) where that is an absolute path, else below the home directory.
    pub fn of_user(home: &Path, state: Option<&OsStr>) -> TrustStore {
        let state = state.map(Path::new).filter(|state| state.is_absolute());
        TrustStore::at(state.map_or_else(|| home.join(".local/state"), Path::to_path_buf).join("snell/trust.json"))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The decisions. `project` is a folder that the store must not be in.
    pub(super) fn read(&self, project: Option<&Path>) -> Result<Records, StoreFault> {
        self.refuse_place(project)?;
        self.refuse_others()?;
        match files::read_bounded(&self.path, LARGEST) {
            Ok(bytes) => self.parse(&bytes),
            Err(ReadFault::Missing) => Ok(Records { schema: SCHEMA, folders: Vec::new() }),
            Err(fault) => Err(StoreFault::new(format!("the trust store `{}` {fault}", self.path.display()), "repair it, or remove it")),
        }
    }

    fn parse(&self, bytes: &[u8]) -> Result<Records, StoreFault> {
        serde_json::from_slice::<Records>(bytes).map_err(|error| self.unreadable(bytes, &error)).and_then(|records| match records.schema {
            SCHEMA => Ok(records),
            _ => Err(self.newer()),
        })
    }

    fn unreadable(&self, bytes: &[u8], error: &serde_json::Error) -> StoreFault {
        let schema = serde_json::from_slice::<serde_json::Value>(bytes).ok().and_then(|value| value.get("schema")?.as_u64());
        if schema.is_some_and(|schema| schema > u64::from(SCHEMA)) {
            return self.newer();
        }
        StoreFault {
            message: format!("the trust store `{}` is damaged: {error}", self.path.display()),
            help: "`snell trust` puts it aside and begins a new one".to_owned(),
            damaged: true,
        }
    }

    fn newer(&self) -> StoreFault {
        StoreFault::new(format!("the trust store `{}` was written by a newer version of snell", self.path.display()), "update snell")
    }

    /// Changes the decisions, alone and as a whole: no reader sees half of it, and no change of another process is lost. A damaged store is
    /// put aside.
    pub(super) fn change<T>(&self, project: Option<&Path>, change: impl FnOnce(&mut Records) -> T) -> Result<T, StoreFault> {
        self.refuse_place(project)?;
        let _lock = self.lock()?;
        // It may have been made to lead elsewhere in between.
        self.refuse_place(project)?;
        let mut records = match self.read(project) {
            Err(fault) if fault.damaged => self.put_aside()?,
            records => records?,
        };
        let given = change(&mut records);
        let bytes = serde_json::to_vec_pretty(&records).map_err(|error| self.unwritable(&error))?;
        files::write_atomically(&self.path, &bytes, 0o600).map_err(|error| self.unwritable(&error))?;
        Ok(given)
    }

    fn lock(&self) -> Result<Lock, StoreFault> {
        let directory = self.directory();
        DirBuilder::new().recursive(true).mode(0o700).create(directory).map_err(|error| self.unwritable(&error))?;
        files::lock_directory(directory, PATIENCE).map_err(|error| self.unwritable(&error))
    }

    fn put_aside(&self) -> Result<Records, StoreFault> {
        let aside = self.path.with_extension("json.damaged");
        fs::rename(&self.path, aside).map_err(|error| self.unwritable(&error))?;
        Ok(Records { schema: SCHEMA, folders: Vec::new() })
    }

    fn directory(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }

    fn unwritable(&self, error: &dyn fmt::Display) -> StoreFault {
        let message = format!("the trust store `{}` cannot be written: {error}", self.path.display());
        StoreFault::new(message, "nothing was recorded; set XDG_STATE_HOME to a directory of yours that can be written")
    }

    /// SECURITY: what others may write, or chose the place of, says nothing about this user's decisions.
    fn refuse_others(&self) -> Result<(), StoreFault> {
        for path in [self.directory(), &self.path] {
            let Ok(metadata) = fs::symlink_metadata(path) else { continue };
            let shown = path.display();
            if metadata.is_symlink() && path == self.path {
                return Err(StoreFault::new(format!("the trust store `{shown}` is a link"), "remove the link"));
            }
            let metadata = fs::metadata(path).unwrap_or(metadata);
            if metadata.uid() != files::own_user() || metadata.mode() & WRITABLE_BY_OTHERS != 0 {
                let message = format!("the trust store is not this user's alone: others may write `{shown}`");
                return Err(StoreFault::new(message, format!("look at what is in it, then `chmod go-w '{shown}'`, or remove it")));
            }
        }
        Ok(())
    }

    /// SECURITY: a store inside a repository, or reached through a link into one, could be brought by the repository itself.
    fn refuse_place(&self, project: Option<&Path>) -> Result<(), StoreFault> {
        // What of the path does not exist yet cannot be a link.
        let real = self.directory().ancestors().find_map(files::canonical).unwrap_or_else(|| PathBuf::from("/"));
        let inside = files::git_root(&real).or_else(|| project.filter(|project| real.starts_with(project)).map(Path::to_path_buf));
        match inside {
            Some(inside) => Err(StoreFault::new(
                format!("the trust store `{}` is inside of `{}`, which could bring its own", self.path.display(), inside.display()),
                "set XDG_STATE_HOME to a directory outside of every repository",
            )),
            None => Ok(()),
        }
    }
}
