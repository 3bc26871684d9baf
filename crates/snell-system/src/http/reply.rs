//! One answer, read in pieces: its head, the interim heads before it, and its body. Pure; the bytes come from `connection`.

use std::time::Duration;

use snell_core::completion::Captured;

use super::body::Body;
use super::chunked::{Chunked, Piece};
use super::head::{self, Framing, Head};

/// The most that all heads of one answer may take together, interim ones (`100`, `103`) included.
const MOST_HEADS: usize = 64 * 1024;

/// A whole answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Captured,
    /// How long its connection may wait for the next request; `None` when it must not be used again.
    pub(super) idle: Option<Duration>,
}

/// Reads one answer from the pieces in which a connection may bring it: its status and its body. After them the connection ends, which
/// the server `announced` or not. Nothing is asked or waited for: for tools that try the reader.
///
/// # Errors
/// What is wrong with it, for a person.
pub fn read<'b>(pieces: impl IntoIterator<Item = &'b [u8]>, announced: bool) -> Result<(u16, Captured), String> {
    let mut reply = Reply::default();
    for piece in pieces {
        if let Some(answer) = reply.take(piece)? {
            return Ok((answer.status, answer.body));
        }
    }
    reply.end(announced).map(|answer| (answer.status, answer.body))
}

/// An answer that is still coming.
#[derive(Default)]
pub(super) struct Reply {
    heads: usize,
    head: Vec<u8>,
    body: Option<Coming>,
}

struct Coming {
    head: Head,
    framing: Left,
    body: Body,
}

enum Left {
    Bytes(u64),
    Chunks(Chunked),
    UntilClose,
}

impl Reply {
    /// Takes the next bytes; the answer when it is complete, or too large to go on.
    pub(super) fn take(&mut self, mut bytes: &[u8]) -> Result<Option<Answer>, String> {
        while self.body.is_none() {
            if bytes.is_empty() {
                return Ok(None);
            }
            self.take_head(&mut bytes)?;
        }
        let Some(coming) = &mut self.body else { return Ok(None) };
        let complete = coming.take(&mut bytes)?;
        if !complete && !coming.body.is_too_large() {
            return Ok(None);
        }
        self.answer(complete && bytes.is_empty()).map(Some)
    }

    /// The connection ended; `announced` when the peer said so beforehand, and not merely vanished.
    ///
    /// SECURITY: without the announcement somebody else may have cut the answer short. A JSON object that was cut is none, so text that
    /// came is taken, but silence is not taken for an empty body, which would mean "no objection".
    pub(super) fn end(&mut self, announced: bool) -> Result<Answer, String> {
        match &self.body {
            Some(Coming { framing: Left::UntilClose, body, .. }) if announced || body.says_something() => self.answer(false),
            Some(_) => Err("the connection ended in the middle of the answer".to_owned()),
            None if self.heads + self.head.len() > 0 => Err("the connection ended in the middle of the answer's head".to_owned()),
            None => Err("the connection ended without an answer".to_owned()),
        }
    }

    fn answer(&mut self, reusable: bool) -> Result<Answer, String> {
        let Some(Coming { head, body, .. }) = self.body.take() else { return Err("there is no answer".to_owned()) };
        Ok(Answer { status: head.status, body: body.finish()?, idle: head.idle.filter(|_| reusable) })
    }

    fn take_head(&mut self, bytes: &mut &[u8]) -> Result<(), String> {
        let before = self.head.len();
        let part = &bytes[..bytes.len().min(MOST_HEADS - self.heads - before)];
        self.head.extend_from_slice(part);
        let Some(end) = end_of_head(&self.head, before) else {
            *bytes = &bytes[part.len()..];
            return if bytes.is_empty() { Ok(()) } else { Err("the answer's headers are too long".to_owned()) };
        };
        *bytes = &bytes[end - before..];
        self.head.truncate(end);
        self.heads += end;
        self.read_head()
    }

    fn read_head(&mut self) -> Result<(), String> {
        let head = head::parse(&std::mem::take(&mut self.head))?;
        match head.status {
            101 => Err("the server changed to another protocol, which was not asked for".to_owned()),
            100..=199 => Ok(()),
            200.. => {
                self.body = Some(Coming::new(head));
                Ok(())
            }
            _ => Err("the answer's status is below 100".to_owned()),
        }
    }
}

/// The end of the first empty line, which ends a head. Nothing before `searched` ends one.
fn end_of_head(bytes: &[u8], searched: usize) -> Option<usize> {
    let from = searched.saturating_sub(2);
    let newlines = bytes[from..].iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| from + at + 1);
    newlines.into_iter().find_map(|next| match &bytes[next..] {
        [b'\n', ..] => Some(next + 1),
        [b'\r', b'\n', ..] => Some(next + 2),
        _ => None,
    })
}

impl Coming {
    fn new(head: Head) -> Self {
        let framing = match head.framing {
            Framing::Length(length) => Left::Bytes(length),
            Framing::Chunked => Left::Chunks(Chunked::default()),
            Framing::UntilClose => Left::UntilClose,
        };
        Coming { body: Body::new(head.gzip), framing, head }
    }

    /// Takes what is the body's off the front of `bytes`, and says whether the body is complete.
    fn take(&mut self, bytes: &mut &[u8]) -> Result<bool, String> {
        match &mut self.framing {
            Left::UntilClose => {
                self.body.take(std::mem::take(bytes))?;
                Ok(false)
            }
            Left::Bytes(left) => {
                let length = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
                let (data, rest) = bytes.split_at(length);
                *bytes = rest;
                *left -= length as u64;
                self.body.take(data)?;
                Ok(*left == 0)
            }
            Left::Chunks(chunked) => loop {
                match chunked.take(bytes)? {
                    Piece::End => return Ok(true),
                    Piece::Data(data) => self.body.take(data)?,
                    Piece::Coding => {}
                }
                if bytes.is_empty() {
                    return Ok(false);
                }
            },
        }
    }
}

#[cfg(test)]
#[path = "reply_tests.rs"]
mod tests;
