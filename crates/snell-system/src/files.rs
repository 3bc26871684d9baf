//! Files, read and written so that nothing in a directory can hang, flood or mislead the reader.
//!
//! Names are questions or deeds; none of them knows what a file is for.

mod append;
mod list;
mod lock;
mod owner;
mod read;
mod tree;
mod write;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

pub use append::{append_line, private_directory};
pub use list::{LIST_LIMIT, Listing, list_directory};
pub use lock::{Lock, lock_directory};
pub use owner::{foreign_hand, own_user};
pub(crate) use read::read_start;
pub use read::{ReadFault, open_regular, read_bounded};
pub use tree::{NewDirectory, exchange, flush_directory};
pub use write::write_atomically;

/// Whether a regular file (through links) is there.
pub fn is_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// Whether nothing is there, not even a link that leads nowhere. What cannot be looked at may be there.
pub fn is_missing(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Whether a directory (through links) is there.
pub fn is_directory(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// Whether a regular file (through links) is there that this user may execute.
pub fn is_executable(path: &Path) -> bool {
    access(path, Access::EXEC_OK).is_ok() && is_file(path)
}

/// `path` itself where it is a directory, or its nearest parent that still is (N2.8).
pub fn nearest_directory(path: &Path) -> PathBuf {
    path.ancestors().find(|candidate| is_directory(candidate)).unwrap_or(Path::new("/")).to_path_buf()
}

/// The nearest directory at or above `directory` that holds a `.git`, file or directory: the root of the repository.
pub fn git_root(directory: &Path) -> Option<PathBuf> {
    let is_repository = |candidate: &&Path| fs::metadata(candidate.join(".git")).is_ok_and(|git| git.is_dir() || git.is_file());
    directory.ancestors().find(is_repository).map(Path::to_path_buf)
}

/// The path without links, `.` and `..`: two names of one file give one path. `None` where there is no such file.
pub fn canonical(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

/// The system's words for an error, in lower case and without its number: `permission denied`.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
