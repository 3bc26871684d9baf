//! Where a project's hooks look for what they name: the directories, the PATH, and every file, read once.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use snell_core::Hook;
use snell_core::dialect::{Dialect, Directory, EnvValue};
use snell_core::hook::Handler;
use snell_system::files;

use super::digest::Digest;

/// A larger file is not pinned, in bytes.
const LARGEST: u64 = 64 * 1024 * 1024;
/// More bytes of one project are not read at once.
const MOST: u64 = 256 * 1024 * 1024;
/// So much of a text is kept, so that a change of it can be shown, in bytes.
const KEPT: usize = 64 * 1024;

/// A file whose bytes are pinned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct File {
    pub(super) digest: Digest,
    /// Its whole text, where that is short and UTF-8.
    pub(super) text: Option<String>,
}

/// What a name leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Found {
    Missing,
    /// A file outside of the project.
    Outside(PathBuf),
    Directory,
    /// A file of the project: its path below the root.
    Inside(String),
    /// A file of the project that cannot be pinned.
    Fault(String),
}

/// A project as its hooks see it.
pub(super) struct Scope<'a> {
    pub(super) dialect: &'a Dialect,
    /// The root as it is spelt.
    pub(super) root: &'a Path,
    /// The root without links.
    pub(super) real: PathBuf,
    pub(super) home: &'a Path,
    /// The PATH that hooks inherit.
    pub(super) path: Option<OsString>,
    files: RefCell<HashMap<PathBuf, Result<File, String>>>,
    /// Bytes that may still be read.
    budget: Cell<u64>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(dialect: &'a Dialect, root: &'a Path, home: &'a Path, path: Option<OsString>) -> Self {
        let real = files::canonical(root).unwrap_or_else(|| root.to_owned());
        Scope { dialect, root, real, home, path, files: RefCell::default(), budget: Cell::new(MOST) }
    }

    /// Where a hook starts.
    pub(super) fn directory(&self, hook: &Hook) -> PathBuf {
        let below = self.dialect.environment.iter().find_map(|row| match &row.value {
            EnvValue::Config(below) => Some(below.as_ref()),
            _ => None,
        });
        match (hook.source.directory, below) {
            (Directory::Config, Some(below)) => self.root.join(below),
            _ => self.root.to_owned(),
        }
    }

    /// The value of a variable, as far as it is known before the hook runs.
    pub(super) fn variable(&self, hook: &Hook, name: &str) -> Option<String> {
        let text = |path: PathBuf| path.into_os_string().into_string().ok();
        if let Some(row) = self.dialect.environment.iter().find(|row| row.name == name) {
            return match &row.value {
                EnvValue::Root => text(self.root.to_owned()),
                EnvValue::Config(below) => text(self.root.join(below.as_ref())),
                _ => None,
            };
        }
        let own = match &hook.handler {
            Handler::Command { env, .. } => env.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone()),
            _ => None,
        };
        own.or_else(|| match name {
            "PWD" | "pwd" => text(self.directory(hook)),
            "git rev-parse --show-toplevel" => text(files::git_root(self.root)?),
            "HOME" => text(self.home.to_owned()),
            _ => None,
        })
    }

    /// What is at a path, through links.
    pub(super) fn find(&self, path: &Path) -> Found {
        let Ok(metadata) = fs::metadata(path) else { return Found::Missing };
        if metadata.is_dir() {
            return Found::Directory;
        }
        let Some(real) = files::canonical(path) else { return Found::Missing };
        let Some(below) = self.below(path, &real) else {
            return if metadata.is_file() { Found::Outside(real) } else { Found::Missing };
        };
        match (self.read(&real), below.to_str()) {
            (Ok(_), Some(name)) => Found::Inside(name.to_owned()),
            (Ok(_), None) => Found::Fault(format!("the name of `{}` is not UTF-8", real.display())),
            (Err(fault), _) => Found::Fault(fault),
        }
    }

    /// The path below the root of a file that the project says something about: its own, or that of the link which leads out.
    fn below<'p>(&self, path: &'p Path, real: &'p Path) -> Option<&'p Path> {
        real.strip_prefix(&self.real).or_else(|_| path.strip_prefix(self.root)).or_else(|_| path.strip_prefix(&self.real)).ok()
    }

    /// The name of a file inside of the project, without reading it.
    pub(super) fn inside(&self, path: &Path) -> Option<String> {
        let real = files::canonical(path).filter(|real| files::is_file(real))?;
        real.strip_prefix(&self.real).ok()?.to_str().map(str::to_owned)
    }

    /// Whether a file of the project leads out of it.
    pub(super) fn leads_out(&self, name: &str) -> bool {
        files::canonical(&self.real.join(name)).is_some_and(|real| !real.starts_with(&self.real))
    }

    /// A pinned file by its name.
    pub(super) fn file(&self, name: &str) -> Option<File> {
        self.read(&files::canonical(&self.real.join(name))?).ok()
    }

    fn read(&self, real: &Path) -> Result<File, String> {
        if let Some(known) = self.files.borrow().get(real) {
            return known.clone();
        }
        let read = self.read_new(real);
        self.files.borrow_mut().insert(real.to_owned(), read.clone());
        read
    }

    fn read_new(&self, real: &Path) -> Result<File, String> {
        let shown = real.strip_prefix(&self.real).unwrap_or(real).display();
        if let Some(fault) = files::foreign_hand(real, &self.real) {
            return Err(fault);
        }
        let (file, metadata) = files::open_regular(real).map_err(|fault| format!("the file `{shown}` {fault}"))?;
        if metadata.len() > LARGEST {
            return Err(format!("the file `{shown}` is larger than 64 MiB"));
        }
        let Some(left) = self.budget.get().checked_sub(metadata.len()) else {
            return Err("the files that the project's hooks name are larger than 256 MiB together".to_owned());
        };
        self.budget.set(left);
        let reader = std::io::Read::take(file, LARGEST + 1);
        let (digest, start) = Digest::of_reader(reader, KEPT).map_err(|error| format!("the file `{shown}` cannot be read: {error}"))?;
        let whole = metadata.len() <= KEPT as u64 && real.starts_with(&self.real);
        Ok(File { digest, text: whole.then(|| String::from_utf8(start).ok()).flatten() })
    }
}
