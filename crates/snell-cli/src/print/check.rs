//! `check` for a person: each finding with the line it speaks of, and a count of them all.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use snell::core::config::harmless;
use snell::core::hook_set::SourceText;
use snell::core::{Code, Place};
use snell::report::gravest;
use snell::{Diagnostic, Severity};

use super::style::{self, BAD, BOLD, DIM, GOOD, Page, count, paint, plain};
use super::table::aligned;
use super::{Here, diagnostics};

/// Lines of a file before and after those that are marked.
const AROUND: usize = 1;
/// Of a finding that spans more lines only the first is marked.
const MOST_LINES: usize = 6;
/// Longer lines, in bytes, are not shown: nobody would find anything in them.
const LONGEST: usize = 4096;
/// More findings than anybody mends before looking again.
const MOST_FINDINGS: usize = 100;
/// Columns, where there is no terminal.
const USUAL_WIDTH: usize = 120;

/// Every finding at length, and the count.
pub(crate) fn findings(here: &Here, found: &[Diagnostic], texts: &[SourceText], width: Option<usize>) -> String {
    let renderer = Renderer::styled().decor_style(DecorStyle::Unicode).term_width(width.unwrap_or(USUAL_WIDTH));
    let mut text = String::new();
    let (shown, left_out) = gravest(found.iter(), MOST_FINDINGS);
    for one in shown {
        let place = one.place.as_ref();
        let source = place.and_then(|place| texts.iter().find(|text| text.path == place.path));
        text.push_str(&renderer.render(&[group(here, one, place, source)]));
        text.push_str("\n\n");
    }
    text + &diagnostics::more(left_out) + &summary(found)
}

fn group<'a>(here: &Here, found: &'a Diagnostic, place: Option<&Place>, source: Option<&'a SourceText>) -> Group<'a> {
    let level = match found.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(plain(&found.message)).id(found.code.as_str()));
    if let Some(place) = place {
        let path = here.path(&place.path);
        group = match source.and_then(|source| Excerpt::of(&source.text, place)) {
            Some(excerpt) => group.element(
                Snippet::source(excerpt.text)
                    .path(path)
                    .line_start(excerpt.first_line)
                    .annotation(AnnotationKind::Primary.span(excerpt.marked)),
            ),
            None => group.element(Origin::path(path).line(place.line).char_column(place.column)),
        };
    }
    match &found.help {
        Some(help) => group.element(Level::HELP.message(plain(help))),
        None => group,
    }
}

/// The lines that a finding speaks of, with a few around them: the rest of a large file is never looked at.
struct Excerpt {
    text: String,
    first_line: usize,
    marked: Range<usize>,
}

impl Excerpt {
    /// None where the place is not in the text, and where its lines are too long.
    fn of(text: &str, place: &Place) -> Option<Excerpt> {
        let Range { start, end } = place.span.clone();
        let first = text.get(..start)?.rfind('\n').map_or(0, |at| at + 1);
        let marked = text.get(start..end.max(start).min(text.len()))?;
        let long = marked.lines().count() > MOST_LINES;
        let marked_end = if long { start + marked.find('\n').unwrap_or(marked.len()) } else { start + marked.len() };
        let from = back(text, first, AROUND);
        let to = forth(text, marked_end, AROUND);
        if to - from > LONGEST {
            return None;
        }
        let before = text[from..first].matches('\n').count();
        Some(Excerpt {
            text: visible(&text[from..to]),
            first_line: place.line.saturating_sub(before).max(1),
            marked: start - from..marked_end - from,
        })
    }
}

/// The same bytes long, with marks in the place of what a terminal may obey and the renderer leaves as it is.
///
/// SECURITY: the renderer spells out the control characters of ASCII; U+009B begins a command no less.
fn visible(text: &str) -> String {
    let mark = |letter: char| match letter.len_utf8() {
        2 => "·",
        3 => "\u{fffd}",
        _ => "··",
    };
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii() || harmless(letter) { shown.push(letter) } else { shown.push_str(mark(letter)) }
    }
    shown
}

/// The beginning of the line that is so many lines before the one that begins at `start`.
fn back(text: &str, start: usize, lines: usize) -> usize {
    (0..lines).fold(start, |start, _| text[..start.saturating_sub(1)].rfind('\n').map_or(0, |at| at + 1))
}

/// The end of the line that is so many lines after the one with `end` in it.
fn forth(text: &str, end: usize, lines: usize) -> usize {
    let line_end = |from: usize| text[from..].find('\n').map_or(text.len(), |at| from + at);
    (0..lines).fold(line_end(end), |end, _| line_end((end + 1).min(text.len())))
}

fn summary(found: &[Diagnostic]) -> String {
    let of = |severity| found.iter().filter(|one| one.severity == severity).count();
    let counts = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
    let told: Vec<String> = counts
        .into_iter()
        .filter(|(severity, _)| of(*severity) > 0)
        .map(|(severity, what)| paint(style::of(severity), count(of(severity), what)))
        .collect();
    match told.as_slice() {
        [] => format!("{}\n", paint(GOOD, "✓ nothing to report")),
        _ if of(Severity::Error) > 0 => format!("{} {}\n", paint(BAD, "✗"), told.join(", ")),
        _ => format!("{} {}\n", paint(GOOD, "✓"), told.join(", ")),
    }
}

/// Every code, with its severity and meaning.
pub(crate) fn codes() -> String {
    let cells: Vec<[String; 3]> = Code::ALL
        .iter()
        .map(|code| [code.as_str().to_owned(), diagnostics::word(code.severity()).to_owned(), code.meaning().to_owned()])
        .collect();
    let mut text = String::new();
    for (code, [name, severity, meaning]) in Code::ALL.iter().zip(aligned(&cells, usize::MAX)) {
        text.line(format_args!("{}  {}  {meaning}", paint(BOLD, name), paint(style::of(code.severity()), severity)));
    }
    text + &paint(DIM, "a severity may differ where it matters more or less: at a gate, in another agent's file\n")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn excerpt(text: &str, span: Range<usize>, line: usize) -> (String, usize, String) {
        let place = Place { path: Path::new("/x").into(), line, column: 1, span };
        let excerpt = Excerpt::of(text, &place).expect("it is in the text");
        let marked = excerpt.text[excerpt.marked].to_owned();
        (excerpt.text, excerpt.first_line, marked)
    }

    #[test]
    fn an_excerpt_has_the_lines_around_what_is_marked() {
        let text = "one\ntwo\nthree\nfour\nfive";
        assert_eq!(excerpt(text, 8..13, 3), ("two\nthree\nfour".to_owned(), 2, "three".to_owned()));
        assert_eq!(excerpt(text, 0..3, 1), ("one\ntwo".to_owned(), 1, "one".to_owned()));
        assert_eq!(excerpt(text, 19..23, 5), ("four\nfive".to_owned(), 4, "five".to_owned()));
        assert_eq!(excerpt(text, 23..23, 5), ("four\nfive".to_owned(), 4, String::new()));
    }

    #[test]
    fn what_a_terminal_may_obey_is_a_mark_as_long_as_it_was() {
        let text = "a\u{9b}31m\u{200b}\u{e0041}\u{202e}é漢";
        assert_eq!(visible(text), "a·31m\u{fffd}··\u{fffd}é漢");
        assert_eq!(visible(text).len(), text.len());
    }

    #[test]
    fn of_many_marked_lines_the_first_stands() {
        let text = "a\n".repeat(20);
        assert_eq!(excerpt(&text, 0..40, 1), ("a\na".to_owned(), 1, "a".to_owned()));
    }
}
