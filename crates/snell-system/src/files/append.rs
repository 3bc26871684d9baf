//! Appends to a file that several processes append to, and makes the directory it is kept in.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, PermissionsExt};
use std::path::Path;

use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;

use super::owner::own_user;

/// Others may write it.
const WRITABLE_BY_OTHERS: u32 = 0o022;
/// Others may do anything with it.
const OPEN_TO_OTHERS: u32 = 0o077;

/// Appends one line, given with its line feed, in a single write: lines of several writers never mix. The file is made where it is missing,
/// for this user alone. A line that somebody else could not finish is ended first, so that it spoils no other; readers skip the empty line
/// that this may leave where the other was only slow.
///
/// SECURITY: links are not followed, nothing but a regular file of this user's is written, and opening never waits.
pub fn append_line(path: &Path, line: &[u8]) -> io::Result<()> {
    let flags = OFlags::RDWR | OFlags::APPEND | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let opened = open(path, flags, Mode::RUSR | Mode::WUSR).map_err(|errno| match errno {
        Errno::LOOP => refused("it is a link"),
        errno => errno.into(),
    });
    let mut file = File::from(opened?);
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(refused("it is not a regular file"));
    }
    if metadata.uid() != own_user() {
        return Err(refused("it belongs to another user"));
    }
    if metadata.mode() & OPEN_TO_OTHERS != 0 {
        file.set_permissions(Permissions::from_mode(0o600))?;
    }
    if is_unfinished(&file, metadata.len())? {
        return write_once(&mut file, &[b"\n", line].concat());
    }
    write_once(&mut file, line)
}

fn is_unfinished(file: &File, size: u64) -> io::Result<bool> {
    let Some(last) = size.checked_sub(1) else { return Ok(false) };
    let mut byte = [0];
    Ok(file.read_at(&mut byte, last)? == 1 && byte != *b"\n")
}

/// What is left of a line that did not fit is damaged for good: the rest would stand after other writers' lines.
fn write_once(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    loop {
        match file.write(bytes) {
            Ok(written) if written == bytes.len() => return Ok(()),
            Ok(_) => return Err(io::Error::new(io::ErrorKind::StorageFull, "the disk is full")),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Makes a directory for this user alone where it is missing, and its parents.
///
/// SECURITY: one that is a link, another user's, or that others may write is refused.
pub fn private_directory(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)?;
    let metadata = fs::symlink_metadata(path)?;
    match () {
        () if metadata.is_symlink() => Err(refused("it is a link")),
        () if metadata.uid() != own_user() => Err(refused("it belongs to another user")),
        () if metadata.mode() & WRITABLE_BY_OTHERS != 0 => Err(refused("others may write it")),
        () => Ok(()),
    }
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why)
}
