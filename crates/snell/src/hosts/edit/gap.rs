//! What stands between the items of an object or array: blanks, comments, a comma.

use std::ops::Range;

/// A stretch of text without a value in it.
pub(super) struct Gap {
    /// Where its comma stands, if it has one.
    pub(super) comma: Option<usize>,
    /// The end of the last thing in it that is no blank; its start where there is none.
    pub(super) end: usize,
}

/// Looks through a stretch of well-formed JSON between two values.
pub(super) fn gap(text: &str, range: Range<usize>) -> Gap {
    let mut gap = Gap { comma: None, end: range.start };
    let mut at = range.start;
    while at < range.end {
        let rest = &text[at..range.end];
        let step = match rest.as_bytes()[0] {
            b'/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            b'/' => rest.find("*/").map_or(rest.len(), |end| end + 2),
            b',' => {
                gap.comma = Some(at);
                1
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        // A line comment ends before the `\r` of its line end.
        gap.end = at + text[at..at + step].trim_end_matches('\r').len();
        at += step;
    }
    gap
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_in_a_comment_is_none() {
        for (text, comma, end) in [("", None, 0), (" , ", Some(1), 2), (" // a, b\r\n", None, 8), ("/*,*/ , // x\n ", Some(6), 12)] {
            let found = gap(text, 0..text.len());
            assert_eq!((found.comma, found.end), (comma, end), "{text:?}");
        }
    }
}
