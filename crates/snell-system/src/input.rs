//! What another program hands over on a pipe: one JSON value, bounded in size and time.

use std::fmt;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// So much is asked for at a time, in bytes.
const PIECE: usize = 64 * 1024;

/// Why there is no input.
#[derive(Debug)]
pub enum InputFault {
    /// It is longer than this many bytes.
    TooLong(usize),
    /// It had not ended after so long.
    TooLate(Duration),
    /// It cannot be read.
    Unreadable(io::Error),
}

impl fmt::Display for InputFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputFault::TooLong(limit) => write!(out, "is longer than {limit} bytes"),
            InputFault::TooLate(patience) => write!(out, "had not ended after {} s", patience.as_secs_f64()),
            InputFault::Unreadable(error) => write!(out, "cannot be read: {error}"),
        }
    }
}

impl std::error::Error for InputFault {}

/// Reads one JSON object, or whatever else comes until the end. An object that is whole suffices: some agents leave the pipe open.
pub fn read_object(mut from: impl Read + AsFd, limit: usize, patience: Duration) -> Result<Vec<u8>, InputFault> {
    let deadline = Instant::now() + patience;
    let (mut bytes, mut object) = (Vec::new(), Object::default());
    let mut piece = vec![0; PIECE];
    loop {
        if !is_readable(&from, deadline) {
            return Err(InputFault::TooLate(patience));
        }
        let count = match from.read(&mut piece) {
            Ok(0) => return Ok(bytes),
            Ok(count) => count,
            Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => continue,
            Err(error) => return Err(InputFault::Unreadable(error)),
        };
        bytes.extend_from_slice(&piece[..count]);
        if bytes.len() > limit {
            return Err(InputFault::TooLong(limit));
        }
        if object.is_whole_after(&piece[..count]) {
            return Ok(bytes);
        }
    }
}

/// Waits. What cannot be waited for is read at once: reading says what is wrong with it.
fn is_readable(from: &impl AsFd, deadline: Instant) -> bool {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let pause = Timespec::try_from(left).ok();
        match poll(&mut [PollFd::new(from, PollFlags::IN)], pause.as_ref()) {
            Ok(0) => return false,
            Err(Errno::INTR) => {}
            _ => return true,
        }
    }
}

/// Counts brackets outside strings, until those that were opened are closed.
#[derive(Default)]
struct Object {
    depth: usize,
    in_text: bool,
    escaped: bool,
}

impl Object {
    fn is_whole_after(&mut self, piece: &[u8]) -> bool {
        for byte in piece {
            match byte {
                _ if std::mem::take(&mut self.escaped) => {}
                b'\\' if self.in_text => self.escaped = true,
                b'"' => self.in_text = !self.in_text,
                _ if self.in_text => {}
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' if self.depth <= 1 => return true,
                b'}' | b']' => self.depth -= 1,
                _ => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Write, pipe};

    const LONG: Duration = Duration::from_secs(60);

    /// What is read of these pieces while the other end stays open.
    fn read_of(pieces: &[&str], limit: usize, patience: Duration) -> Result<String, String> {
        let (reader, mut writer) = pipe().expect("a pipe");
        for piece in pieces {
            writer.write_all(piece.as_bytes()).expect("the pipe takes it");
        }
        let read = read_object(reader, limit, patience).map_err(|fault| fault.to_string());
        drop(writer);
        read.map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
    }

    #[test]
    fn a_whole_object_suffices_although_the_pipe_stays_open() {
        let text = r#" {"a": [{"b": "} \" ] \\"}], "c": {}}"#;
        assert_eq!(read_of(&[text, "\n"], 1000, LONG).expect("read").trim(), text.trim());
    }

    #[test]
    fn what_is_no_object_is_read_to_its_end() {
        let (reader, mut writer) = pipe().expect("a pipe");
        writer.write_all(b"{\"never\": \"closed}").expect("the pipe takes it");
        drop(writer);
        assert_eq!(read_object(reader, 1000, LONG).expect("read"), b"{\"never\": \"closed}");
    }

    #[test]
    fn who_never_ends_is_not_waited_for() {
        let fault = read_of(&["{"], 1000, Duration::from_millis(20)).expect_err("it never ends");
        assert_eq!(fault, "had not ended after 0.02 s");
    }

    #[test]
    fn what_is_too_long_is_refused() {
        assert_eq!(read_of(&["[1, 2, 3, 4]"], 8, LONG).expect_err("too long"), "is longer than 8 bytes");
    }
}
