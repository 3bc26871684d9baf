//! Lists the hook files of a directory (N1.7), bounded however many there are.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::ReadFault;

/// So many files of one directory are listed at most.
pub const LIST_LIMIT: usize = 1000;

/// The hook files of a directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The files, in byte order of their names: the first [`LIST_LIMIT`] of them.
    pub files: Vec<PathBuf>,
    /// How many more there are. The caller owes the user a word about them.
    pub left_out: usize,
}

/// What stands directly in `directory` under a name that ends in `.json` and does not start with a dot. What is no regular file is listed too:
/// reading it says so, and nothing is passed over in silence.
pub fn list_directory(directory: &Path) -> Result<Listing, ReadFault> {
    if !fs::metadata(directory)?.is_dir() {
        return Err(ReadFault::Other("it is not a directory".to_owned()));
    }
    let mut names: BTreeSet<OsString> = BTreeSet::new();
    let mut left_out = 0;
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if is_hook_name(&entry.file_name()) {
            names.insert(entry.file_name());
            if names.len() > LIST_LIMIT {
                names.pop_last();
                left_out += 1;
            }
        }
    }
    Ok(Listing { files: names.into_iter().map(|name| directory.join(name)).collect(), left_out })
}

fn is_hook_name(name: &OsStr) -> bool {
    let name = name.as_bytes();
    name.ends_with(b".json") && !name.starts_with(b".")
}
