//! Reads a file that somebody else wrote: only regular files, never more than a limit, never waiting.

use std::fmt;
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;

use super::plain;

/// Why a file was not read. Displayed, it is the end of a sentence that begins with the file's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadFault {
    /// There is none.
    Missing,
    /// It is no regular file; the text says what it is (`a FIFO`).
    NotRegular(&'static str),
    /// It holds more bytes than this limit.
    TooLarge(usize),
    /// This user may not read it.
    Denied,
    /// Anything else, in the system's words.
    Other(String),
}

impl fmt::Display for ReadFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadFault::Missing => out.write_str("does not exist"),
            ReadFault::NotRegular(what) => write!(out, "is {what}, not a regular file"),
            ReadFault::TooLarge(limit) => write!(out, "is larger than {limit} bytes"),
            ReadFault::Denied => out.write_str("may not be read by this user"),
            ReadFault::Other(text) => write!(out, "cannot be read: {text}"),
        }
    }
}

impl From<io::Error> for ReadFault {
    fn from(error: io::Error) -> Self {
        match Errno::from_io_error(&error) {
            Some(Errno::NOENT | Errno::NOTDIR) => ReadFault::Missing,
            Some(Errno::ACCESS | Errno::PERM) => ReadFault::Denied,
            Some(Errno::LOOP) => ReadFault::Other("its symbolic links form a loop".to_owned()),
            _ => ReadFault::Other(plain(&error)),
        }
    }
}

/// Reads a whole regular file (through links) of at most `limit` bytes. A file that grows meanwhile is read no further than the limit.
pub fn read_bounded(path: &Path, limit: usize) -> Result<Vec<u8>, ReadFault> {
    let (file, metadata) = open_regular(path)?;
    let size = usize::try_from(metadata.len()).unwrap_or(usize::MAX);
    if size > limit {
        return Err(ReadFault::TooLarge(limit));
    }
    let mut bytes = Vec::with_capacity(size.saturating_add(1));
    file.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit { Err(ReadFault::TooLarge(limit)) } else { Ok(bytes) }
}

/// At most the first `limit` bytes of a regular file.
pub(crate) fn read_start(path: &Path, limit: usize) -> Result<Vec<u8>, ReadFault> {
    let (file, _) = open_regular(path)?;
    let mut bytes = Vec::new();
    file.take(limit as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file (through links) for reading, without ever waiting.
///
/// SECURITY: what is no regular file is not even opened, since opening a device can do something; and what was opened is looked at again,
/// since it may have been changed in between. Opening never waits: a FIFO without a writer would do so for ever.
pub fn open_regular(path: &Path) -> Result<(File, Metadata), ReadFault> {
    regular(fs::metadata(path)?)?;
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let file = File::from(open(path, flags, Mode::empty()).map_err(io::Error::from)?);
    let metadata = regular(file.metadata()?)?;
    Ok((file, metadata))
}

fn regular(metadata: Metadata) -> Result<Metadata, ReadFault> {
    if metadata.is_file() { Ok(metadata) } else { Err(ReadFault::NotRegular(kind(metadata.file_type()))) }
}

fn kind(file_type: FileType) -> &'static str {
    match file_type {
        kind if kind.is_dir() => "a directory",
        kind if kind.is_fifo() => "a FIFO",
        kind if kind.is_socket() => "a socket",
        kind if kind.is_char_device() => "a character device",
        kind if kind.is_block_device() => "a block device",
        _ => "something else",
    }
}
