//! The words of a text that is not JSON, and what their author may have meant.

use crate::config::shown::{harmless, shown};

/// The longest piece that is taken for a word, in characters.
const LONGEST: usize = 64;

/// The word that a text begins with: letters, digits, and what stands in numbers. Of a very long one, its beginning.
pub(super) fn word(text: &str) -> &str {
    let belongs = |character: char| character.is_alphanumeric() || "_$.+-".contains(character);
    let end = text.char_indices().enumerate().find(|(count, (_, character))| *count == LONGEST || !belongs(*character));
    &text[..end.map_or(text.len(), |(_, (at, _))| at)]
}

/// Whether a byte can stand in a word.
pub(super) fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_$.+-".contains(&byte)
}

/// What stands at the start of a text, for a message, and its length.
pub(super) fn found(text: &str, noun: &str) -> (String, usize) {
    let word = word(text);
    match text.chars().next() {
        None => (format!("the end of the {noun}"), 0),
        Some(_) if !word.is_empty() => (format!("`{}`", shown(word)), word.len()),
        Some('`') => ("a backtick".to_owned(), 1),
        Some(other) if harmless(other) && !other.is_whitespace() => (format!("`{other}`"), other.len_utf8()),
        Some(other) => (format!("the character U+{:04X}", u32::from(other)), other.len_utf8()),
    }
}

/// What to write instead of a word that is no JSON value.
pub(super) fn instead_of(word: &str) -> String {
    match word.trim_start_matches(['+', '-']).to_lowercase().as_str() {
        "true" | "yes" | "on" => "write `true`".to_owned(),
        "false" | "no" | "off" => "write `false`".to_owned(),
        "null" | "none" | "nil" | "undefined" => "write `null`".to_owned(),
        "nan" | "infinity" | "inf" => "JSON has finite numbers only".to_owned(),
        rest if rest.starts_with(|first: char| first.is_ascii_digit() || first == '.') => "a number begins with a digit or `-`".to_owned(),
        _ => format!("a string takes double quotes: `\"{}\"`", shown(word)),
    }
}
