//! Between quotes: words, operators, comments, and where here-documents are announced.

use super::words::Words;
use super::{Context, Frame, Lexer};

impl Lexer<'_> {
    pub(super) fn command(&mut self, byte: u8) {
        match byte {
            b' ' | b'\t' => self.separate(false),
            b';' | b'&' | b'|' => self.separate(true),
            b'\n' => {
                self.separate(true);
                self.start_document();
            }
            b'#' if self.is_between_words() => self.comment(),
            b'<' | b'>' => self.redirection(),
            b'(' => self.group(),
            b')' => self.close(),
            b'\\' if self.peek(1) == Some(b'\n') => self.at += 2,
            _ => self.in_word(byte),
        }
    }

    fn in_word(&mut self, byte: u8) {
        let at = self.at;
        if let Some(Frame::Command(words)) = self.frames.last_mut() {
            words.start.get_or_insert(at);
        }
        match byte {
            b'\'' => self.single_quotes(),
            b'"' => self.push(Frame::Double, 1),
            b'\\' if self.peek(1) == Some(b'"') && self.in_quoted_backquotes() => self.push(Frame::Double, 2),
            _ => self.quoted(byte, Context::Bare),
        }
    }

    /// Ends a word, and with `command` its whole simple command.
    fn separate(&mut self, command: bool) {
        self.end_word();
        self.at += 1;
        if let Some(Frame::Command(words)) = self.frames.last_mut()
            && command
        {
            words.next_command();
        }
    }

    pub(super) fn end_word(&mut self) {
        let (text, at) = (self.text, self.at);
        if let Some(Frame::Command(words)) = self.frames.last_mut()
            && let Some(start) = words.start.take()
        {
            words.finish(text.get(start..at).unwrap_or_default(), &mut self.found.assigned);
        }
    }

    fn is_between_words(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::Command(words)) if words.start.is_none())
    }

    fn comment(&mut self) {
        let rest = &self.text.as_bytes()[self.at..self.limit()];
        self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }

    /// `>`, `<&` and the like are followed by a word that is not the command's; `<<` announces a here-document.
    fn redirection(&mut self) {
        let (text, at) = (self.text, self.at);
        if let Some(Frame::Command(words)) = self.frames.last_mut() {
            words.start.take_if(|start| text.as_bytes()[*start..at].iter().all(u8::is_ascii_digit));
        }
        self.end_word();
        if (self.peek(0), self.peek(1)) == (Some(b'<'), Some(b'<')) && self.peek(2) != Some(b'<') {
            self.at += 2;
            self.announce_document();
            return;
        }
        self.at += match (self.peek(0), self.peek(1)) {
            (Some(b'<'), Some(b'<')) => 3,
            (_, Some(b'&' | b'|' | b'>')) => 2,
            _ => 1,
        };
        self.at = self.at.min(self.limit());
        if let Some(Frame::Command(words)) = self.frames.last_mut() {
            words.skip_next();
        }
    }

    /// `)` ends the pattern of a `case`, or else what `(` or `$(` began.
    fn close(&mut self) {
        self.end_word();
        let own = self.fences.last().map_or(0, |fence| fence.frames);
        if let Some(Frame::Command(words)) = self.frames.last_mut()
            && words.in_case()
        {
            words.next_command();
        } else if self.frames.len() > own + 1
            && let Some(Frame::Command(inner)) = self.frames.pop()
        {
            self.after_group(inner);
        }
        self.at += 1;
    }

    /// `(`: the same lines of text, so the same here-documents are due.
    fn group(&mut self) {
        self.separate(false);
        let mut inner = Words::default();
        if let Some(Frame::Command(words)) = self.frames.last_mut() {
            inner.documents = std::mem::take(&mut words.documents);
        }
        self.frames.push(Frame::Command(inner));
    }

    /// After `(…)`, unlike after `$(…)`, a command may follow: the body of a function, or of a `case`.
    fn after_group(&mut self, inner: Words) {
        if let Some(Frame::Command(words)) = self.frames.last_mut()
            && words.start.is_none()
        {
            words.next_command();
            words.documents = inner.documents;
        }
    }
}
