//! The three pipes of a hook: what is written to it, and what it writes.

use std::io::{self, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};

use snell_core::Captured;
use snell_core::completion::OUTPUT_CAP;

/// What is still to be written to a hook's stdin.
///
/// The writer does not block. A host whose `main` is not Rust's must ignore SIGPIPE, as Rust's does.
pub(super) struct Feed<'a> {
    writer: PipeWriter,
    rest: &'a [u8],
}

impl<'a> Feed<'a> {
    /// Takes a writer that does not block.
    pub(super) fn new(writer: PipeWriter, rest: &'a [u8]) -> Self {
        Feed { writer, rest }
    }

    /// Writes what fits. True when there is no more to do: all is written, or nobody reads it (EPIPE is not a failure, N5.4).
    pub(super) fn push(&mut self) -> bool {
        while !self.rest.is_empty() {
            match self.writer.write(self.rest) {
                Ok(written) => self.rest = &self.rest[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return error.kind() != io::ErrorKind::WouldBlock,
            }
        }
        true
    }

    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        self.writer.as_fd()
    }
}

/// What a hook writes to stdout or stderr: kept up to [`OUTPUT_CAP`], drained and dropped beyond, so that the hook never blocks (N6.11).
pub(super) struct Stream<R> {
    /// `None` once it is closed.
    reader: Option<R>,
    captured: Captured,
}

impl<R: Read + AsFd> Stream<R> {
    pub(super) fn new(reader: Option<R>) -> Self {
        Stream { reader, captured: Captured::default() }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.reader.is_none()
    }

    pub(super) fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.reader.as_ref().map(AsFd::as_fd)
    }

    /// Reads what is there. To be called when the descriptor is readable: then a pipe with one reader does not block.
    ///
    /// One read is enough for a turn of the loop, so that a hook that floods cannot starve the others; but once every writer has `hung_up`
    /// there is no more than the pipe holds, and it is read to its end at once.
    pub(super) fn pull(&mut self, hung_up: bool, buffer: &mut Buffer) {
        while let Some(reader) = &mut self.reader {
            match reader.read(buffer.whole()) {
                Ok(0) => self.reader = None,
                Ok(count) => {
                    self.keep(&buffer.whole()[..count]);
                    buffer.suit(count);
                }
                Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => return,
                Err(_) => self.reader = None,
            }
            if !hung_up {
                return;
            }
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = OUTPUT_CAP - self.captured.bytes.len();
        self.captured.overflowed |= bytes.len() > room;
        self.captured.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// Closes it and gives what was kept.
    pub(super) fn finish(&mut self) -> Captured {
        self.reader = None;
        std::mem::take(&mut self.captured)
    }
}

/// The one buffer that all hooks of an event are read into. Most hooks say little: the large part is made when the small one was filled.
pub(crate) struct Buffer {
    small: [u8; 4096],
    large: Vec<u8>,
}

impl Buffer {
    /// As much as a pipe holds.
    const LARGE: usize = 64 * 1024;

    pub(crate) fn new() -> Self {
        Buffer { small: [0; 4096], large: Vec::new() }
    }

    fn whole(&mut self) -> &mut [u8] {
        if self.large.is_empty() { &mut self.small } else { &mut self.large }
    }

    fn suit(&mut self, count: usize) {
        if count == self.small.len() && self.large.is_empty() {
            self.large.resize(Self::LARGE, 0);
        }
    }
}

/// Makes writes to a pipe return instead of wait. The other end, which the hook has, is not concerned.
pub(super) fn unblock(writer: &PipeWriter) -> io::Result<()> {
    Ok(rustix::io::ioctl_fionbio(writer, true)?)
}
