//! Writes a file so that a reader, a crash or a second writer never sees half of it.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::clock;

/// Puts `bytes` at `path` with exactly the permission bits `mode`, whatever was there: a temporary file in the same directory, flushed to
/// the disk, then renamed. A symbolic link at `path` is replaced, not followed. The directory must exist.
///
/// On an error nothing has changed at `path`.
pub fn write_atomically(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let temporary = temporary_beside(path)?;
    let written = fill(&temporary, bytes, mode).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
        return written;
    }
    // The rename itself reaches the disk with its directory. Some file systems cannot flush one, and the file is whole in any case.
    if let Some(directory) = path.parent().filter(|directory| !directory.as_os_str().is_empty())
        && let Ok(directory) = File::open(directory)
    {
        let _ = directory.sync_all();
    }
    Ok(())
}

fn fill(temporary: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    // SECURITY: created exclusively and for this user alone, so that nobody can put a file or a link of theirs in its place.
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(temporary)?;
    file.write_all(bytes)?;
    file.set_permissions(Permissions::from_mode(mode))?;
    file.sync_all()
}

/// A hidden name that does not end like the file's own, so that nothing that lists the directory takes it for a hook file.
fn temporary_beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"))?;
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{:032x}.new", u128::from_be_bytes(clock::random_bytes())));
    Ok(path.with_file_name(temporary))
}
