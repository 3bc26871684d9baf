//! What is wrong with a text that is not JSON, in the words of a person who would like to mend it.

use std::ops::Range;

use super::reader::{Kind, Open, Reader};
use super::words::{found, instead_of, word};
use crate::code::Code;
use crate::config::Finding;
use crate::config::lines::Lines;
use crate::config::shown::{harmless, shown};

pub(super) fn empty(reader: &Reader<'_>) -> Finding {
    let what = if reader.remarks.comments.any() { "has nothing but comments" } else { "is empty" };
    syntax(format!("the {} {what}", reader.rules.noun), 0..0).help("`{}` is the smallest JSON object")
}

pub(super) fn too_deep(reader: &Reader<'_>) -> Finding {
    let message = format!("nested deeper than {} levels", reader.rules.deepest);
    Finding::new(Code::TooDeep, message, reader.at..reader.at + 1)
}

pub(super) fn after_the_end(reader: &Reader<'_>) -> Finding {
    let noun = reader.rules.noun;
    let finding = unexpected(reader, &format!("the end of the {noun}"), None);
    match reader.peek() {
        Some(b'}' | b']') => finding.help("it closes nothing; remove it"),
        _ => finding.help(format!("a {noun} is one JSON value with nothing around it")),
    }
}

pub(super) fn no_value(reader: &Reader<'_>) -> Finding {
    let finding = unexpected(reader, "a value", reader.open.last());
    match word(&reader.text[reader.at..]) {
        "" if matches!(reader.peek(), Some(b',' | b'}' | b']')) => finding.help("a value is missing here, or a comma is too many"),
        "" => finding,
        word => finding.help(instead_of(word)),
    }
}

pub(super) fn no_comma(reader: &Reader<'_>, open: &Open) -> Finding {
    let (closer, item) = (open.closer() as char, open.item());
    let finding = unexpected(reader, &format!("`,` or `{closer}` after {item}"), Some(open));
    match reader.peek() {
        Some(b'}' | b']') => finding.help(format!("{}; it takes a `{closer}`", open.whereabouts(reader))),
        Some(b'"' | b'{' | b'[' | b'-') => finding.help(format!("put a `,` after the previous {}", open.item_noun())),
        Some(byte) if byte.is_ascii_alphanumeric() => finding.help(format!("put a `,` after the previous {}", open.item_noun())),
        _ => finding,
    }
}

pub(super) fn no_key(reader: &Reader<'_>, open: &Open) -> Finding {
    let finding = unexpected(reader, "a key in double quotes", Some(open));
    match word(&reader.text[reader.at..]) {
        "" if reader.peek() == Some(b',') => finding.help("a member is missing here, or a comma is too many"),
        "" => finding,
        word => finding.help(format!("write `\"{}\"`", shown(word))),
    }
}

pub(super) fn no_colon(reader: &Reader<'_>, key: &str) -> Finding {
    let finding = unexpected(reader, &format!("`:` after the key `{}`", shown(key)), None);
    if reader.at == reader.text.len() { finding } else { finding.help("a key and its value are separated by `:`") }
}

pub(super) fn trailing_comma(reader: &Reader<'_>, comma: usize) -> Finding {
    let closer = reader.peek().unwrap_or_default() as char;
    syntax(format!("a comma before the closing `{closer}`"), comma..comma + 1).help("remove it")
}

pub(super) fn open_comment(reader: &Reader<'_>) -> Finding {
    syntax("a comment that never ends", reader.at..reader.at + 2).help("end it with `*/`")
}

/// A string, begun at `start`, that cannot go on.
pub(super) fn in_string(reader: &Reader<'_>, start: usize) -> Finding {
    let here = reader.at..reader.at + 1;
    match reader.peek() {
        None => syntax("a string that never ends", start..start + 1).help("end it with `\"`"),
        Some(b'\n' | b'\r') => {
            syntax("a string that does not end on its line", start..reader.at).help("end it with `\"`; a line break in it is written `\\n`")
        }
        Some(b'\t') => syntax("a tab in a string", here).help("write it `\\t`"),
        Some(0) => syntax("a NUL in a string", here).help("write it `\\u0000`; if every second byte is NUL, save the text as UTF-8"),
        Some(byte) => syntax(format!("a control character in a string: U+{byte:04X}"), here).help(format!("write it `\\u{byte:04x}`")),
    }
}

pub(super) fn bad_escape(reader: &Reader<'_>) -> Finding {
    match reader.text[reader.at + 1..].chars().next() {
        None => syntax("a string that ends in the middle of an escape", reader.at..reader.at + 1),
        Some(character) => {
            let span = reader.at..reader.at + 1 + character.len_utf8();
            syntax(format!("`\\{}` is no escape", shown(character.encode_utf8(&mut [0; 4]))), span)
                .help("a backslash itself is written `\\\\`")
        }
    }
}

pub(super) fn bad_unicode(reader: &Reader<'_>) -> Finding {
    let digits = reader.text.as_bytes()[reader.at + 2..].iter().take(4).take_while(|byte| byte.is_ascii_hexdigit()).count();
    syntax("`\\u` takes four hexadecimal digits", reader.at..reader.at + 2 + digits).help("a backslash itself is written `\\\\`")
}

pub(super) fn lone_surrogate(reader: &Reader<'_>) -> Finding {
    let span = reader.at..reader.at + 6;
    syntax(format!("`{}` is half of a surrogate pair, and no character", &reader.text[span.clone()]), span)
        .help("write the character itself, or both halves")
}

pub(super) fn bad_number(reader: &Reader<'_>) -> Finding {
    let word = word(&reader.text[reader.at..]);
    let digits = word.trim_start_matches('-');
    let finding = syntax(format!("`{}` is not a number", shown(word)), reader.at..reader.at + word.len());
    match digits.trim_start_matches('0') {
        "" => finding,
        rest if digits.len() > rest.len() && rest.bytes().all(|byte| byte.is_ascii_digit()) => {
            finding.help("a number does not begin with `0`")
        }
        _ if digits.starts_with('.') || digits.ends_with('.') => finding.help("write a digit before and after the `.`"),
        _ => finding.help("anything but a number takes double quotes"),
    }
}

fn syntax(message: impl Into<String>, span: Range<usize>) -> Finding {
    Finding::new(Code::Syntax, message, span)
}

/// What was expected and what was found; at the end of the text, what is still open.
fn unexpected(reader: &Reader<'_>, expected: &str, open: Option<&Open>) -> Finding {
    let (found, length) = found(&reader.text[reader.at..], reader.rules.noun);
    let finding = syntax(format!("expected {expected}, found {found}"), reader.at..reader.at + length);
    match (reader.text[reader.at..].chars().next(), open) {
        (None, Some(open)) => finding.help(format!("{}; it is never closed", open.whereabouts(reader))),
        (Some(character), _) => match look_alike(character, reader) {
            Some(help) => finding.help(help),
            None => finding,
        },
        (None, None) => finding,
    }
}

/// Help with a character that is mistaken for another.
fn look_alike(character: char, reader: &Reader<'_>) -> Option<String> {
    let help = match character {
        '\'' | '`' | '“' | '”' | '„' | '‘' | '’' => "a string takes double quotes: `\"`",
        '#' if reader.rules.by_hand => "a comment begins with `//`",
        '/' if !reader.rules.by_hand => "a reply has no comments",
        '\0' => "the text looks like UTF-16; save it as UTF-8",
        other if other.is_whitespace() || !harmless(other) => "it cannot be seen, and is not white space to JSON; remove it",
        _ => return None,
    };
    Some(help.to_owned())
}

impl Open {
    fn item(&self) -> &'static str {
        match self.kind {
            Kind::List(_) => "an item",
            Kind::Table(_) => "a member",
        }
    }

    fn item_noun(&self) -> &'static str {
        match self.kind {
            Kind::List(_) => "item",
            Kind::Table(_) => "member",
        }
    }

    /// Where this began. A reply is mostly one line, and is asked for its faults often: no line is counted there.
    fn whereabouts(&self, reader: &Reader<'_>) -> String {
        let what = match self.kind {
            Kind::List(_) => "array",
            Kind::Table(_) => "object",
        };
        if !reader.rules.by_hand {
            return format!("the {what} begins at byte {}", self.start);
        }
        let (line, column) = Lines::of(reader.text).place(self.start);
        format!("the {what} begins on line {line}, column {column}")
    }
}
