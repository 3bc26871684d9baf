//! Our own painted texts as cells of a screen. They know only the styles of `print::style`.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// A painted line.
pub(super) fn line(text: &str, colours: bool) -> Line<'static> {
    let mut parts = text.split('\x1b');
    let mut spans = vec![Span::raw(parts.next().unwrap_or_default().to_owned())];
    let mut style = Style::new();
    for part in parts {
        let (codes, rest) = part.strip_prefix('[').and_then(|part| part.split_once('m')).unwrap_or(("", part));
        style = codes.split(';').fold(style, |style, code| with(style, code, colours));
        spans.push(Span::styled(rest.to_owned(), style));
    }
    spans.retain(|span| !span.content.is_empty());
    Line::from(spans)
}

/// The same in lines of at most `width` columns, broken at spaces where they can be; all but the first are indented.
pub(super) fn wrapped(text: &str, width: usize, indent: usize, colours: bool) -> Vec<Line<'static>> {
    let whole = line(text, colours);
    if whole.width() <= width || width <= indent {
        return vec![whole];
    }
    let letters: Vec<(char, Style)> = whole.spans.iter().flat_map(|span| span.content.chars().map(|letter| (letter, span.style))).collect();
    let mut lines = Vec::new();
    let mut rest = letters.as_slice();
    while !rest.is_empty() {
        let indent = if lines.is_empty() { 0 } else { indent };
        let (head, tail) = rest.split_at(fitting(rest, width - indent));
        lines.push(put_together(indent, head));
        rest = tail;
    }
    lines
}

/// How many letters stand in one line: at least one.
fn fitting(letters: &[(char, Style)], room: usize) -> usize {
    let mut taken = 0;
    let mut fits = |(letter, _): &(char, Style)| {
        taken += Span::raw(letter.to_string()).width();
        taken > room
    };
    let Some(end) = letters.iter().position(&mut fits) else { return letters.len() };
    let space =
        letters[..end].iter().rposition(|(letter, _)| *letter == ' ').filter(|at| letters[..*at].iter().any(|(letter, _)| *letter != ' '));
    space.map_or(end, |at| at + 1).max(1)
}

fn put_together(indent: usize, letters: &[(char, Style)]) -> Line<'static> {
    let mut spans = vec![Span::raw(" ".repeat(indent))];
    for part in letters.chunk_by(|(_, a), (_, b)| a == b) {
        spans.push(Span::styled(part.iter().map(|(letter, _)| *letter).collect::<String>(), part[0].1));
    }
    Line::from(spans)
}

fn with(style: Style, code: &str, colours: bool) -> Style {
    let colour = |colour: Color| if colours { style.fg(colour) } else { style };
    match code {
        "0" => Style::new(),
        "1" => style.add_modifier(Modifier::BOLD),
        "2" => style.add_modifier(Modifier::DIM),
        "31" => colour(Color::Red),
        "32" => colour(Color::Green),
        "33" => colour(Color::Yellow),
        "36" => colour(Color::Cyan),
        _ => style,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::style::{BAD, paint};

    #[test]
    fn a_painted_line_keeps_its_words_and_its_colours() {
        let text = format!("a{}c", paint(BAD, "b"));
        let shown = line(&text, true);
        let styles: Vec<(&str, Option<Color>)> = shown.spans.iter().map(|span| (span.content.as_ref(), span.style.fg)).collect();
        assert_eq!(styles, [("a", None), ("b", Some(Color::Red)), ("c", None)]);
        assert!(line(&text, false).spans.iter().all(|span| span.style.fg.is_none()));
        assert_eq!(line(&text, false).to_string(), "abc");
    }

    #[test]
    fn a_long_line_is_broken_at_spaces_where_it_can_be() {
        let broken = |text: &str, width, indent| -> Vec<String> {
            wrapped(text, width, indent, true).iter().map(|line| line.to_string().trim_end().to_owned()).collect()
        };
        assert_eq!(broken("one two three", 20, 2), ["one two three"]);
        assert_eq!(broken("one two three", 8, 2), ["one two", "  three"]);
        assert_eq!(broken("abcdefgh", 3, 1), ["abc", " de", " fg", " h"]);
        assert_eq!(broken("  abcdefgh", 5, 0), ["  abc", "defgh"]);
        assert_eq!(broken("漢字漢字", 5, 0), ["漢字", "漢字"]);
        assert_eq!(broken("漢字", 1, 0), ["漢", "字"]);
        assert_eq!(broken("one two", 2, 2), ["one two"]);
    }
}
