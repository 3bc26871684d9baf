//! Why a pattern is refused, in words a person can act on (N4.7).

use regex_syntax::ast::{ErrorKind, Span};

use super::BadMatcher;

/// What of a pattern is shown, in characters.
const SHOWN: usize = 60;

pub(super) fn too_long(text: &str) -> BadMatcher {
    bad(format!("the matcher `{}` is longer than 4 KiB", shorten(text)), Some("split it over several groups"))
}

pub(super) fn too_large(text: &str) -> BadMatcher {
    bad(
        format!("the matcher `{}` is too large: compiled it would take more than 1 MiB", shorten(text)),
        Some("repeat less: `+` or `*` in place of large counts such as `{1000}`"),
    )
}

pub(super) fn too_many(text: &str) -> BadMatcher {
    bad(
        format!("the matcher `{}` has no room: compiled the matchers of all hooks together would take more than 32 MiB", shorten(text)),
        Some("write names where names are meant, and `.` in place of `\\w`"),
    )
}

pub(super) fn of(text: &str, error: &regex_syntax::Error) -> BadMatcher {
    let (what, help) = match error {
        regex_syntax::Error::Parse(error) => match error.kind() {
            ErrorKind::UnsupportedLookAround => look_around(text, error.span()),
            ErrorKind::UnsupportedBackreference => (
                "uses a back-reference, and this engine has no back-references".to_owned(),
                Some("write the repeated part twice, or match more here and let the hook itself decide"),
            ),
            ErrorKind::RepetitionMissing => (
                "is no regular expression: a repetition has nothing before it to repeat".to_owned(),
                Some("`.*` stands for anything, `\\*` for a star"),
            ),
            ErrorKind::NestLimitExceeded(_) => {
                ("is nested too deeply".to_owned(), Some("remove groups that stand directly inside one another"))
            }
            kind => (format!("is no regular expression: {}", lower(&kind.to_string())), None),
        },
        regex_syntax::Error::Translate(error) => (format!("is no regular expression: {}", lower(&error.kind().to_string())), None),
        _ => ("is no regular expression".to_owned(), None),
    };
    bad(format!("the matcher `{}` {what}", shorten(text)), help)
}

fn look_around(text: &str, span: &Span) -> (String, Option<&'static str>) {
    let construct = text.get(span.start.offset..span.end.offset).unwrap_or_default();
    let name = if construct.starts_with("(?<") { "look-behind" } else { "look-ahead" };
    (
        format!("uses `{construct}`, and this engine has no {name}"),
        Some("match more here and let the hook itself pass over what it does not want to see"),
    )
}

fn bad(message: String, help: Option<&str>) -> BadMatcher {
    BadMatcher { message, help: help.map(str::to_owned) }
}

/// The start of a long text.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// A message of another's in our grammar: lowercase, no final period.
fn lower(message: &str) -> String {
    let mut characters = message.trim_end_matches('.').chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
