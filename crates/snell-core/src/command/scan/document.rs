//! Here-documents: announced by `<<`, and read after the line break that follows.

use super::{Fence, FenceKind, Frame, Lexer, Literal, LiteralKind};

/// Documents inside one another beyond this are passed over as plain text: each has its end looked for before it is read.
const DEEPEST: usize = 4;

/// A here-document whose body is still to come.
pub(super) struct Document {
    delimiter: Vec<u8>,
    /// `<<-`: tabs before a line do not count.
    tabs: bool,
    /// A quoted delimiter: nothing in the body is expanded.
    quoted: bool,
}

impl Lexer<'_> {
    /// Reads what follows `<<`.
    pub(super) fn announce_document(&mut self) {
        let limit = self.limit();
        let tabs = self.peek(0) == Some(b'-');
        self.at += usize::from(tabs);
        while matches!(self.peek(0), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        let bytes = self.text.as_bytes();
        let (mut delimiter, mut quoted, mut quote) = (Vec::new(), false, None);
        while self.at < limit {
            let byte = bytes[self.at];
            match (byte, quote) {
                (b'\'' | b'"', None) => (quote, quoted) = (Some(byte), true),
                (_, Some(open)) if byte == open => quote = None,
                (b'\\', None) => {
                    (self.at, quoted) = ((self.at + 1).min(limit), true);
                    delimiter.extend(bytes.get(self.at));
                }
                (b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')', None) => break,
                _ => delimiter.push(byte),
            }
            self.at = (self.at + 1).min(limit);
        }
        if let Some(Frame::Command(words)) = self.frames.last_mut()
            && (quoted || !delimiter.is_empty())
        {
            words.documents.push_back(Document { delimiter, tabs, quoted });
        }
    }

    /// Begins the next body that is due, here.
    pub(super) fn start_document(&mut self) {
        let depth = self.fences.iter().filter(|fence| fence.kind == FenceKind::Document).count();
        while depth < DEEPEST
            && let Some(Frame::Command(words)) = self.frames.last_mut()
            && let Some(document) = words.documents.pop_front()
        {
            let (end, resume) = document.ends(self.text.as_bytes(), self.at, self.limit());
            if document.quoted {
                self.found.literals.push(Literal { span: self.at..end, kind: LiteralKind::Fixed });
                self.at = resume;
            } else {
                self.fences.push(Fence { end, resume, frames: self.frames.len(), kind: FenceKind::Document });
                self.frames.push(Frame::Document);
                return;
            }
        }
    }
}

impl Document {
    /// Where the line with the delimiter begins, and where the next one does.
    fn ends(&self, bytes: &[u8], start: usize, limit: usize) -> (usize, usize) {
        let mut line_start = start;
        while line_start < limit {
            let rest = &bytes[line_start..limit];
            let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            let next = (line_start + length + 1).min(limit);
            let tabs = if self.tabs { rest.iter().take_while(|&&byte| byte == b'\t').count().min(length) } else { 0 };
            if rest[tabs..length] == self.delimiter {
                return (line_start, next);
            }
            line_start = next;
        }
        (limit, limit)
    }
}
