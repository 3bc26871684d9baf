//! One writer at a time: a lock that two processes can see, and that dies with its holder.

use std::fs::File;
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

/// How often a lock that somebody else holds is tried again.
const TRY_AGAIN: Duration = Duration::from_millis(10);

/// Holds a lock until it is dropped.
#[derive(Debug)]
pub struct Lock(#[allow(dead_code, reason = "the lock lives as long as the file is open")] File);

/// Locks a directory against everybody else who locks it, waiting `patience` at most. The directory itself is locked, so that no lock file
/// is left behind. Readers need no lock where files are written atomically.
pub fn lock_directory(directory: &Path, patience: Duration) -> io::Result<Lock> {
    let file = File::open(directory)?;
    let give_up_at = Instant::now() + patience;
    loop {
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(Lock(file)),
            Err(Errno::WOULDBLOCK | Errno::INTR) if Instant::now() < give_up_at => thread::sleep(TRY_AGAIN),
            Err(Errno::WOULDBLOCK) => return Err(io::Error::new(io::ErrorKind::WouldBlock, "another process holds its lock")),
            Err(errno) => return Err(errno.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_one_waits_until_the_first_is_done() {
        let here = tempfile::tempdir().expect("a directory");
        let first = lock_directory(here.path(), Duration::ZERO).expect("nobody holds it");
        let busy = lock_directory(here.path(), Duration::ZERO).expect_err("the first holds it");
        assert_eq!(busy.kind(), io::ErrorKind::WouldBlock);
        drop(first);
        lock_directory(here.path(), Duration::from_secs(60)).expect("it is free again");
    }
}
