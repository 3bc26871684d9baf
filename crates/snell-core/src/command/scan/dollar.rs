//! What a `$` begins.

use super::words::{Words, name_length};
use super::{Context, Frame, Lexer, Literal, LiteralKind, Modifier, Reference};

/// Enclosing `${…}` beyond this many frames outwards are not asked whether they guard a reference.
const GUARDS: usize = 8;

impl Lexer<'_> {
    pub(super) fn dollar(&mut self, context: Context) {
        match self.peek(1) {
            Some(b'(') if self.peek(2) == Some(b'(') => self.push(Frame::Arithmetic(2), 3),
            Some(b'(') => self.push(Frame::Command(Words::default()), 2),
            Some(b'{') => self.braced(context),
            Some(b'\'') if context == Context::Bare => self.escaped_quotes(),
            Some(byte) if special_length(&[byte]) > 0 => self.at += 2,
            _ => {
                let length = name_length(self.rest(1));
                if length > 0 {
                    self.refer(1, length, Modifier::None, context);
                }
                self.at += 1 + length;
            }
        }
    }

    fn braced(&mut self, context: Context) {
        let about = matches!(self.peek(2), Some(b'#' | b'!')) && name_length(self.rest(3)) > 0;
        let name_at = if about { 3 } else { 2 };
        let length = name_length(self.rest(name_at));
        let after = name_at + if length > 0 { length } else { special_length(self.rest(name_at)) };
        let modifier = if about { Modifier::About } else { modifier(self.rest(after)) };
        let reference = (length > 0).then(|| self.refer(name_at, length, modifier, context));
        if let Some(index) = reference
            && self.assigns(after)
        {
            self.found.assigned.push(self.found.references[index].name);
        }
        let single_quotes = context == Context::Bare || (context == Context::Double && modifier == Modifier::Edit);
        self.push(Frame::Parameter { reference, context, single_quotes }, after);
    }

    /// Records a reference whose name stands `name_at` bytes on, and gives its index.
    fn refer(&mut self, name_at: usize, length: usize, modifier: Modifier, context: Context) -> usize {
        let (text, start) = (self.text, self.at + name_at);
        let name = text.get(start..start + length).unwrap_or_default();
        let guarded = self.frames.iter().rev().take(GUARDS).any(|frame| self.guards(frame, name));
        self.found.references.push(Reference { name, span: self.at..start + length, modifier, context, guarded });
        self.found.references.len() - 1
    }

    fn guards(&self, frame: &Frame, name: &str) -> bool {
        let Frame::Parameter { reference: Some(index), .. } = frame else { return false };
        let outer = self.found.references.get(*index);
        outer.is_some_and(|outer| outer.modifier == Modifier::Alternative && outer.name == name)
    }

    /// `${X=…}` and `${X:=…}` give X a value.
    fn assigns(&self, distance: usize) -> bool {
        let rest = self.rest(distance);
        rest.starts_with(b"=") || rest.starts_with(b":=")
    }

    /// Passes `$'…'`, in which a backslash may escape the quote; a shell that does not know this form sees plain quotes.
    fn escaped_quotes(&mut self) {
        let rest = self.rest(2);
        let mut end = 0;
        while end < rest.len() && rest[end] != b'\'' {
            end += if rest[end] == b'\\' { 2 } else { 1 };
        }
        if end < rest.len() {
            self.found.literals.push(Literal { span: self.at..self.at + end + 3, kind: LiteralKind::Fixed });
            self.at += end + 3;
        } else {
            self.at += 1;
        }
    }

    fn rest(&self, distance: usize) -> &[u8] {
        self.text.as_bytes().get(self.at + distance..self.limit()).unwrap_or_default()
    }
}

/// How many bytes of a special parameter's name stand at the start, between braces.
fn special_length(bytes: &[u8]) -> usize {
    match bytes {
        [b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!', ..] => 1,
        _ => bytes.iter().take_while(|byte| byte.is_ascii_digit()).count(),
    }
}

fn modifier(after_name: &[u8]) -> Modifier {
    match after_name {
        [b'}', ..] | [] => Modifier::None,
        [b':', b'-' | b'=' | b'?', ..] | [b'-' | b'=' | b'?', ..] => Modifier::Default,
        [b':', b'+', ..] | [b'+', ..] => Modifier::Alternative,
        _ => Modifier::Edit,
    }
}
