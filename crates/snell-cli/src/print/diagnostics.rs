//! Findings for a person: shortly, one line each, or at length with the line of the file (`check`).

use snell::core::Place;
use snell::report::gravest;
use snell::{Diagnostic, Severity};

use super::Here;
use super::style::{self, DIM, Page, paint, plain};

/// The most findings that stand below something else.
const MOST: usize = 20;

/// `warning[code]: message`, with its advice below.
pub(crate) fn note(found: &Diagnostic, indent: &str) -> String {
    let mut text = format!("{indent}{} {}\n", title(found), plain(&found.message));
    if let Some(help) = &found.help {
        text.line(format_args!("{indent}  {} {}", paint(DIM, "help:"), plain(help)));
    }
    text
}

/// Errors and warnings, one line each; notes are counted.
pub(super) fn short(here: &Here, found: &[Diagnostic]) -> String {
    let mut text = String::new();
    let (shown, left_out) = gravest(found.iter().filter(|one| one.severity > Severity::Note), MOST);
    for one in shown {
        let place = one.place.as_ref().map_or_else(String::new, |place| paint(DIM, format!("  {}", self::place(here, place))));
        text.line(format_args!("{} {}{place}", title(one), plain(&one.message)));
    }
    text.push_str(&more(left_out));
    if !text.is_empty() {
        text.line(format_args!("{}", paint(DIM, "`snell check` shows the lines and what to do")));
    }
    text
}

/// How many findings are not shown, where there are such.
pub(super) fn more(left_out: usize) -> String {
    if left_out == 0 { String::new() } else { format!("… and {left_out} more\n") }
}

fn title(found: &Diagnostic) -> String {
    paint(style::of(found.severity), format!("{}[{}]:", word(found.severity), found.code.as_str()))
}

fn place(here: &Here, place: &Place) -> String {
    here.place(&place.path, place.line, place.column)
}

pub(crate) fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
