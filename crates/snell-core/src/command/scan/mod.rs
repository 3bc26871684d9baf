//! A command's shell text, read just far enough to know which variables it refers to and how each of them is quoted.
//!
//! This is not a shell: nothing is expanded and no fault is reported but a `${` that never ends. Whatever a shell nests (quotes, `$(…)`,
//! `${…}`, here-documents) is a frame on a stack of our own, so depth costs no thread's stack; every byte is passed a bounded number of
//! times; and what is not closed ends with the text.

mod command;
mod document;
mod dollar;
mod quotes;
mod words;

use std::ops::Range;

use words::Words;
pub(super) use words::{is_name, name_length};

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Scan<'t> {
    /// Every reference to a variable that a shell would expand, in order of appearance. Special parameters are not among them.
    pub(super) references: Vec<Reference<'t>>,
    /// The names that the text itself gives a value, wherever.
    pub(super) assigned: Vec<&'t str>,
    /// A `${` is not closed.
    pub(super) unclosed: bool,
    /// Stretches that no shell expands, in order of appearance. Comments and escapes are not among them.
    pub(super) literals: Vec<Literal>,
}

/// A stretch that no shell expands.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Literal {
    /// Its quotes included.
    pub(super) span: Range<usize>,
    pub(super) kind: LiteralKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LiteralKind {
    /// `'…'`, where double quotes could stand as well.
    Quoted,
    /// `$'…'`, the body of a here-document whose delimiter is quoted, and `'…'` between backquotes.
    Fixed,
}

/// A reference to a variable.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reference<'t> {
    pub(super) name: &'t str,
    /// From the `$` to the end of the name or the closing brace.
    pub(super) span: Range<usize>,
    pub(super) modifier: Modifier,
    pub(super) context: Context,
    /// It stands in `${NAME:+…}` of its own name, where a shell only comes when the name is set.
    pub(super) guarded: bool,
}

/// What stands beside the name in `${…}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Modifier {
    /// Nothing.
    None,
    /// `-`, `=` or `?`, with or without a colon: what is used where there is no value.
    Default,
    /// `+`, with or without a colon: what is used in place of a value.
    Alternative,
    /// `%`, `#`, `/` and what else changes a value.
    Edit,
    /// `${#NAME}`, `${!NAME}`: a question about the variable.
    About,
}

/// What a reference stands in, innermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// Nothing: its value would be split into words.
    Bare,
    /// Double quotes.
    Double,
    /// A here-document.
    Document,
    /// `$((…))`.
    Arithmetic,
}

/// Reads a text.
pub(super) fn scan(text: &str) -> Scan<'_> {
    let mut lexer = Lexer { text, at: 0, frames: vec![Frame::Command(Words::default())], fences: Vec::new(), found: Scan::default() };
    lexer.run();
    lexer.found
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    frames: Vec<Frame>,
    fences: Vec<Fence>,
    found: Scan<'t>,
}

/// What the lexer is inside of.
enum Frame {
    /// Commands: the text itself, `(…)`, `$(…)`, backquotes.
    Command(Words),
    /// `"…"`
    Double,
    /// The rest of `${NAME…}`.
    Parameter {
        /// Which of the references this is; none for a special parameter.
        reference: Option<usize>,
        context: Context,
        single_quotes: bool,
    },
    /// `$((…))`, with so many parentheses open.
    Arithmetic(usize),
    /// The body of a here-document whose delimiter is not quoted.
    Document,
}

/// A stretch of text whose end is found before it is read, because a shell does so too: backquotes and here-documents.
struct Fence {
    end: usize,
    /// Where reading goes on after it.
    resume: usize,
    /// The frames outside.
    frames: usize,
    kind: FenceKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FenceKind {
    Backquotes,
    /// Backquotes inside double quotes, where `\"` is a quote.
    QuotedBackquotes,
    Document,
}

impl Lexer<'_> {
    fn run(&mut self) {
        loop {
            self.leave_fences();
            let Some(&byte) = self.text.as_bytes().get(self.at) else { break };
            match self.frames.last_mut() {
                Some(Frame::Command(_)) | None => self.command(byte),
                Some(Frame::Double) => self.double(byte),
                Some(&mut Frame::Parameter { reference, context, single_quotes }) => {
                    self.parameter(byte, reference, context, single_quotes);
                }
                Some(Frame::Arithmetic(_)) => self.arithmetic(byte),
                Some(Frame::Document) => self.quoted(byte, Context::Document),
            }
        }
        self.unwind(0);
    }

    fn double(&mut self, byte: u8) {
        match byte {
            b'"' => self.pop(1),
            b'\\' if self.peek(1) == Some(b'"') && self.in_quoted_backquotes() => self.pop(2),
            _ => self.quoted(byte, Context::Double),
        }
    }

    fn parameter(&mut self, byte: u8, reference: Option<usize>, context: Context, single_quotes: bool) {
        match byte {
            b'}' => {
                if let Some(reference) = reference.and_then(|index| self.found.references.get_mut(index)) {
                    reference.span.end = self.at + 1;
                }
                self.pop(1);
            }
            b'\'' if single_quotes => self.single_quotes(),
            b'"' if matches!(context, Context::Bare | Context::Double) => self.push(Frame::Double, 1),
            _ => self.quoted(byte, context),
        }
    }

    fn arithmetic(&mut self, byte: u8) {
        match (byte, self.frames.last_mut()) {
            (b')', Some(Frame::Arithmetic(1))) => self.pop(1),
            (b')', Some(Frame::Arithmetic(open))) => (*open, self.at) = (*open - 1, self.at + 1),
            (b'(', Some(Frame::Arithmetic(open))) => (*open, self.at) = (*open + 1, self.at + 1),
            _ => self.quoted(byte, Context::Arithmetic),
        }
    }

    /// What is special wherever anything is expanded at all.
    fn quoted(&mut self, byte: u8, context: Context) {
        match byte {
            b'\\' => self.escape(),
            b'`' => self.backquotes(context == Context::Double),
            b'$' => self.dollar(context),
            _ => self.at += 1,
        }
    }

    fn leave_fences(&mut self) {
        while let Some(fence) = self.fences.pop_if(|fence| self.at >= fence.end) {
            self.at = fence.end;
            self.unwind(fence.frames);
            self.at = fence.resume;
            if fence.kind == FenceKind::Document {
                self.start_document();
            }
        }
    }

    /// Leaves every frame but so many, whether closed or not.
    fn unwind(&mut self, frames: usize) {
        while self.frames.len() > frames {
            self.end_word();
            self.found.unclosed |= matches!(self.frames.pop(), Some(Frame::Parameter { .. }));
        }
    }

    fn push(&mut self, frame: Frame, length: usize) {
        self.frames.push(frame);
        self.at += length;
    }

    fn pop(&mut self, length: usize) {
        self.frames.pop();
        self.at += length;
    }

    /// Where the innermost fence ends, or the text.
    fn limit(&self) -> usize {
        self.fences.last().map_or(self.text.len(), |fence| fence.end)
    }

    fn peek(&self, distance: usize) -> Option<u8> {
        let at = self.at + distance;
        self.text.as_bytes().get(at).copied().filter(|_| at < self.limit())
    }
}
