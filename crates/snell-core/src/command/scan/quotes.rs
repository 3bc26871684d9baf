//! Quotes: backslashes, apostrophes and backquotes.

use super::words::Words;
use super::{Fence, FenceKind, Frame, Lexer, Literal, LiteralKind};

impl Lexer<'_> {
    /// Passes a backslash and what it escapes. Between backquotes one level of backslashes is removed before the command is read, so
    /// `\\` there is the backslash of the next character.
    pub(super) fn escape(&mut self) {
        let in_backquotes = self.fences.iter().any(|fence| fence.kind != FenceKind::Document);
        let mut length = 2;
        if in_backquotes && self.peek(1) == Some(b'\\') {
            length += if self.peek(2) == Some(b'\\') { 2 } else { 1 };
        }
        self.at = (self.at + length).min(self.limit());
    }

    /// Passes `'…'`. Where a lone apostrophe is possible it is passed alone.
    pub(super) fn single_quotes(&mut self) {
        let rest = &self.text.as_bytes()[self.at + 1..self.limit()];
        let in_command = matches!(self.frames.last(), Some(Frame::Command(_)));
        self.at += match rest.iter().position(|&byte| byte == b'\'') {
            Some(length) => {
                let in_backquotes = self.fences.iter().any(|fence| fence.kind != FenceKind::Document);
                let kind = if in_backquotes { LiteralKind::Fixed } else { LiteralKind::Quoted };
                self.found.literals.push(Literal { span: self.at..self.at + length + 2, kind });
                length + 2
            }
            None if in_command => rest.len() + 1,
            None => 1,
        };
    }

    pub(super) fn backquotes(&mut self, quoted: bool) {
        let limit = self.limit();
        let bytes = self.text.as_bytes();
        let mut end = self.at + 1;
        while end < limit && bytes[end] != b'`' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        let end = end.min(limit);
        let kind = if quoted { FenceKind::QuotedBackquotes } else { FenceKind::Backquotes };
        self.fences.push(Fence { end, resume: (end + 1).min(limit), frames: self.frames.len(), kind });
        self.push(Frame::Command(Words::default()), 1);
    }

    pub(super) fn in_quoted_backquotes(&self) -> bool {
        self.fences.last().is_some_and(|fence| fence.kind == FenceKind::QuotedBackquotes)
    }
}
