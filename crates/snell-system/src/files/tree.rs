//! Writes a whole directory that nobody has seen yet, and puts it in the place of another in one step.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags, fchmod, fsync, mkdirat, open, openat};
use rustix::io::Errno;

/// Of every directory: what others may see of it.
const DIRECTORY: Mode = Mode::from_raw_mode(0o755);

/// A new directory that is being filled. It is its owner's alone until it is finished.
///
/// SECURITY: every name is created below a directory that is held open, none is followed and none replaced: a link that somebody put in
/// the way is an error.
#[derive(Debug)]
pub struct NewDirectory {
    root: OwnedFd,
    path: PathBuf,
    /// Directories below it, by their paths.
    below: BTreeSet<PathBuf>,
}

impl NewDirectory {
    /// Creates a directory that must not be there yet.
    pub fn create(path: &Path) -> io::Result<NewDirectory> {
        mkdirat(CWD, path, Mode::RWXU)?;
        let root = open(path, OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())?;
        Ok(NewDirectory { root, path: path.to_owned(), below: BTreeSet::new() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates a file with exactly these permission bits, and the directories that it is in. `below` is a relative path without `..`.
    pub fn file(&mut self, below: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
        let name = below.file_name().ok_or(Errno::INVAL)?;
        let parent = below.parent().unwrap_or(Path::new(""));
        self.directories(parent)?;
        let directory = self.open(parent)?;
        let flags = OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::WRONLY | OFlags::CLOEXEC;
        let mut file = File::from(openat(&directory, name, flags, Mode::RUSR | Mode::WUSR)?);
        file.write_all(bytes)?;
        fchmod(&file, Mode::from_raw_mode(mode & 0o777))?;
        file.sync_all()
    }

    fn directories(&mut self, below: &Path) -> io::Result<()> {
        if below.as_os_str().is_empty() || self.below.contains(below) {
            return Ok(());
        }
        let parent = below.parent().unwrap_or(Path::new(""));
        self.directories(parent)?;
        let name = below.file_name().ok_or(Errno::INVAL)?;
        mkdirat(&self.open(parent)?, name, Mode::RWXU)?;
        self.below.insert(below.to_owned());
        Ok(())
    }

    fn open(&self, below: &Path) -> io::Result<OwnedFd> {
        let mut directory = self.root.try_clone()?;
        for part in below {
            directory = openat(&directory, part, OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())?;
        }
        Ok(directory)
    }

    /// Opens it to others, as far as the directory that it is in does, and puts all of it on the disk.
    pub fn finish(self) -> io::Result<PathBuf> {
        for below in self.below.iter().rev() {
            finish(&self.open(below)?)?;
        }
        finish(&self.root)?;
        Ok(self.path)
    }
}

fn finish(directory: &impl AsFd) -> io::Result<()> {
    fchmod(directory, DIRECTORY)?;
    flushed(fsync(directory))
}

/// Puts the names in a directory on the disk, where the file system can.
pub fn flush_directory(directory: &Path) -> io::Result<()> {
    flushed(fsync(File::open(directory)?))
}

/// Some file systems cannot flush a directory; then there is nothing to wait for.
fn flushed(result: rustix::io::Result<()>) -> io::Result<()> {
    match result {
        Err(Errno::INVAL | Errno::NOTSUP) => Ok(()),
        result => Ok(result?),
    }
}

/// Exchanges two names in one step: at no moment is one of them missing. `false` where the system or the file system cannot do that, and
/// nothing was done.
pub fn exchange(one: &Path, other: &Path) -> io::Result<bool> {
    match exchanged(one, other) {
        Ok(()) => Ok(true),
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP | Errno::XDEV) => Ok(false),
        Err(errno) => Err(errno.into()),
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchanged(one: &Path, other: &Path) -> rustix::io::Result<()> {
    rustix::fs::renameat_with(CWD, one, CWD, other, rustix::fs::RenameFlags::EXCHANGE)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchanged(_: &Path, _: &Path) -> rustix::io::Result<()> {
    Err(Errno::NOSYS)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
    }

    #[test]
    fn a_new_directory_holds_what_was_put_in_it_with_exactly_these_modes() {
        let here = tempfile::tempdir().expect("a directory");
        let mut new = NewDirectory::create(&here.path().join("new")).expect("it is not there yet");
        new.file(Path::new("a/b/run.sh"), b"x", 0o4755).expect("a file");
        new.file(Path::new("a/b/data"), b"y", 0o644).expect("a file");
        let path = new.finish().expect("it is finished");
        assert_eq!(fs::read(path.join("a/b/run.sh")).expect("it is there"), b"x");
        assert_eq!(["", "a", "a/b"].map(|below| mode(&path.join(below))), [0o755; 3]);
        assert_eq!(["a/b/run.sh", "a/b/data"].map(|below| mode(&path.join(below))), [0o755, 0o644]);
    }

    #[test]
    fn nothing_is_followed_and_nothing_replaced() {
        let here = tempfile::tempdir().expect("a directory");
        let path = here.path().join("new");
        let mut new = NewDirectory::create(&path).expect("it is not there yet");
        NewDirectory::create(&path).expect_err("now it is");
        symlink(here.path(), path.join("out")).expect("a link");
        symlink(here.path().join("target"), path.join("file")).expect("a link");
        new.file(Path::new("out/x"), b"x", 0o644).expect_err("a link is in the way");
        new.file(Path::new("file"), b"x", 0o644).expect_err("a link is in its place");
        new.file(Path::new("once"), b"x", 0o644).expect("a file");
        new.file(Path::new("once"), b"y", 0o644).expect_err("it is there");
        assert!(!here.path().join("x").exists() && !here.path().join("target").exists());
    }

    #[test]
    fn two_directories_change_places() {
        let here = tempfile::tempdir().expect("a directory");
        let (one, other) = (here.path().join("one"), here.path().join("other"));
        fs::create_dir(&one).and_then(|()| fs::write(one.join("x"), "x")).expect("a directory");
        fs::create_dir(&other).expect("a directory");
        if exchange(&one, &other).expect("both are there") {
            assert!(other.join("x").exists() && !one.join("x").exists());
        }
        exchange(&one, &here.path().join("none")).expect_err("one is missing");
    }
}
