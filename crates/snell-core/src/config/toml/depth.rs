//! How deep a TOML text is nested, found out before anything recurses into it.
//!
//! The parser behind `toml` bounds brackets and the keys of a path each for itself. Together they still reach thousands of levels in a
//! few kilobytes, and merely dropping such a table exhausts a stack; so the tokens are counted first.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

use crate::code::Code;
use crate::config::{DEEPEST, Finding};

/// Refuses a text that is nested too deep. Where the text is not TOML the count is never below what a parser could make of it.
pub(super) fn check(text: &str) -> Result<(), Finding> {
    let mut depth = Depth { open: Vec::new(), table: 1, keys: 0, place: Place::Start };
    for token in Source::new(text).lex() {
        depth.step(&token);
        if depth.deepest() > DEEPEST {
            return Err(too_deep(token.span().start()..token.span().end()));
        }
    }
    Ok(())
}

pub(super) fn too_deep(span: Range<usize>) -> Finding {
    Finding::new(Code::TooDeep, format!("nested deeper than {DEEPEST} levels"), span)
}

/// Where the tokens are.
struct Depth {
    /// The brackets that are open, and their levels.
    open: Vec<(TokenKind, usize)>,
    /// The level of the table that the last header opened; the document itself is level 1.
    table: usize,
    /// The keys of the path that is being read, or that the next value belongs to.
    keys: usize,
    place: Place,
}

#[derive(PartialEq)]
enum Place {
    /// Nothing stands on the line yet.
    Start,
    /// In the brackets of a table's header.
    Header,
    /// Before a `=`.
    Key,
    /// After it.
    Value,
}

impl Depth {
    fn deepest(&self) -> usize {
        self.around() + self.keys.saturating_sub(1)
    }

    /// The level of what the next key stands in.
    fn around(&self) -> usize {
        self.open.last().map_or(self.table, |(_, level)| *level)
    }

    fn step(&mut self, token: &Token) {
        match token.kind() {
            TokenKind::Whitespace | TokenKind::Comment | TokenKind::Eof => {}
            TokenKind::Newline => self.new_line(),
            TokenKind::LeftSquareBracket if self.open.is_empty() && matches!(self.place, Place::Start | Place::Header) => self.header(),
            TokenKind::RightSquareBracket if self.place == Place::Header => self.header_end(),
            kind @ (TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket) => self.bracket(kind),
            kind @ (TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket) => self.bracket_end(kind),
            TokenKind::Comma => self.item(),
            TokenKind::Equals => self.place = Place::Value,
            TokenKind::Dot if self.place == Place::Value => {}
            TokenKind::Dot => self.keys += 1,
            _ if self.place == Place::Start => (self.place, self.keys) = (Place::Key, self.keys + 1),
            _ => {}
        }
    }

    fn new_line(&mut self) {
        if self.open.is_empty() {
            (self.place, self.keys) = (Place::Start, 0);
        }
    }

    /// The first `[` of a header, or the second.
    fn header(&mut self) {
        let second = self.place == Place::Header;
        (self.table, self.keys, self.place) = (if second { 2 } else { 1 }, 1, Place::Header);
    }

    fn header_end(&mut self) {
        self.table += self.keys;
        (self.place, self.keys) = (Place::Key, 1);
    }

    fn bracket(&mut self, kind: TokenKind) {
        self.open.push((kind, self.around() + self.keys.max(1)));
        self.item();
    }

    fn bracket_end(&mut self, closer: TokenKind) {
        let opener = if closer == TokenKind::RightSquareBracket { TokenKind::LeftSquareBracket } else { TokenKind::LeftCurlyBracket };
        if self.open.last().is_some_and(|(kind, _)| *kind == opener) {
            self.open.pop();
        }
        (self.place, self.keys) = (Place::Value, 0);
    }

    /// After a bracket or a comma: an item of an array or a key of a table comes.
    fn item(&mut self) {
        match self.open.last() {
            Some((TokenKind::LeftCurlyBracket, _)) => (self.place, self.keys) = (Place::Key, 1),
            Some(_) => (self.place, self.keys) = (Place::Value, 0),
            None => {}
        }
    }
}
