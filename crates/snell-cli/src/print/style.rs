//! Colours, marks, and the hygiene of what others wrote.

use std::fmt::{Display, Write};

use anstyle::{AnsiColor, Effects, Style};
use snell::Severity;
use snell::core::config::harmless;

pub(crate) const GOOD: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);
pub(crate) const BAD: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);
pub(crate) const NEWS: Style = AnsiColor::Cyan.on_default().effects(Effects::BOLD);
pub(crate) const BOLD: Style = Style::new().effects(Effects::BOLD);
pub(crate) const DIM: Style = Style::new().effects(Effects::DIMMED);
pub(crate) const MINUS: Style = AnsiColor::Red.on_default();
pub(crate) const PLUS: Style = AnsiColor::Green.on_default();

/// A text in a style.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The colour of a severity.
pub(crate) fn of(severity: Severity) -> Style {
    match severity {
        Severity::Error => BAD,
        Severity::Warning => WARN,
        Severity::Note => NEWS,
    }
}

/// A text that grows by lines.
pub(crate) trait Page {
    /// Adds a line.
    fn line(&mut self, line: impl Display);
}

impl Page for String {
    fn line(&mut self, line: impl Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self, "{line}");
    }
}

/// One line that nothing in it can break, move or colour.
///
/// SECURITY: names, commands, reasons and paths are written by others; a terminal obeys what it is sent.
pub(crate) fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push(' '),
            _ if harmless(character) => shown.push(character),
            _ => drop(write!(shown, "{}", character.escape_unicode())),
        }
    }
    shown
}

/// A text whose line feeds stay, and nothing else that commands a terminal.
pub(crate) fn harmless_lines(text: &str) -> String {
    text.split('\n').map(plain).collect::<Vec<_>>().join("\n")
}

/// The lines of a text, each of them plain.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = String> {
    text.trim_end().lines().map(plain)
}

/// At most so many characters of a line.
pub(crate) fn cut(line: &str, most: usize) -> String {
    if line.chars().count() <= most {
        return line.to_owned();
    }
    line.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// `1 hook`, `2 hooks`.
pub(crate) fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_wrote_cannot_command_a_terminal() {
        assert_eq!(plain("a\x1b[31mb\nc\u{202e}d\te"), "a\\u{1b}[31mb\\nc\\u{202e}d e");
        assert_eq!(lines("one\r\ntwo\x07\n").collect::<Vec<_>>(), ["one", "two\\u{7}"]);
    }

    #[test]
    fn a_long_line_is_cut_at_a_character() {
        assert_eq!(cut("größe", 4), "grö…");
        assert_eq!(cut("größe", 5), "größe");
    }
}
