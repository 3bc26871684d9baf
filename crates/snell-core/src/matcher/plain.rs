//! The patterns that people write, read at a glance: names, each with `^`, `.*` or `$` around it, and bars between them.
//!
//! To parse a pattern as a regular expression takes fifty times as long as to read everything else of its hook. What is read here says
//! what the parser would have said; whatever looks like anything else is left to it.

use super::shape::{Atom, MOST, Shape};

/// The comparisons that a plain pattern stands for; none where it is not plain. A `whole` name is between `^(?:` and `)$`.
pub(super) fn shapes(text: &str, whole: bool) -> Option<Vec<Shape>> {
    let mut alternatives = text.split('|');
    let shapes: Vec<Shape> = alternatives.by_ref().take(MOST).map(|text| shape(text, whole)).collect::<Option<_>>()?;
    alternatives.next().is_none().then_some(shapes)
}

fn shape(text: &str, whole: bool) -> Option<Shape> {
    let mut sequence = Vec::with_capacity(7);
    sequence.extend(whole.then_some(Atom::Start));
    let mut cut = |rest: Option<&'_ str>, atom| rest.inspect(|_| sequence.push(atom)).is_some();
    let text = if cut(text.strip_prefix('^'), Atom::Start) { &text[1..] } else { text };
    let text = if cut(text.strip_prefix(".*"), Atom::Gap) { &text[2..] } else { text };
    let end = text.find(|letter: char| !is_plain(letter)).unwrap_or(text.len());
    let (name, after) = text.split_at(end);
    if name.is_empty() {
        return None;
    }
    sequence.push(Atom::Text(name.as_bytes().to_vec()));
    match after {
        "" => {}
        ".*" => sequence.push(Atom::Gap),
        "$" => sequence.push(Atom::End),
        ".*$" => sequence.extend([Atom::Gap, Atom::End]),
        _ => return None,
    }
    sequence.extend(whole.then_some(Atom::End));
    Shape::of(&sequence)
}

/// A letter that stands for itself wherever it stands.
fn is_plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | ':' | '/' | '@' | ' ')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::super::shape;
    use super::*;

    #[test]
    fn what_people_write_is_plain() {
        for text in ["Bash", "^Bash$", "mcp__memory__.*", "Edit|Write|^Notebook.*$", ".*secret", ".*a.*", "read-only: x/y@z"] {
            assert!(shapes(text, false).is_some(), "{text}");
        }
    }

    #[test]
    fn everything_else_is_left_to_the_parser() {
        for text in ["", "|", "a|", "^", "$", ".*", "^.*a", "a.b", "a*", "a.*b", "a\\.b", "(a)", "a{2}", "a.*.*", "ä", "a$$", "[a]", "a+"]
        {
            assert!(shapes(text, false).is_none(), "{text}");
        }
        assert!(shapes(&["a"; MOST].join("|"), false).is_some());
        assert!(shapes(&["a"; MOST + 1].join("|"), false).is_none());
    }

    proptest! {
        #[test]
        fn a_plain_pattern_says_what_the_engine_says(
            text in "(\\^|)(\\.\\*|)[ab_-]{1,3}(\\.\\*|)(\\$|)(\\|(\\^|)(\\.\\*|)[ab_-]{1,3}(\\.\\*|)(\\$|)){0,3}",
            whole in any::<bool>(),
            names in proptest::collection::vec("[ab_\n-]{0,6}", 8),
        ) {
            let pattern = if whole { format!("^(?:{text})$") } else { text.clone() };
            let engine = Regex::new(&pattern).expect("a pattern");
            let hir = regex_syntax::parse(&pattern).expect("a pattern");
            if let Some(plain) = shapes(&text, whole) {
                for name in &names {
                    prop_assert_eq!(plain.iter().any(|shape| shape.accepts(name)), engine.is_match(name), "{} on {:?}", pattern, name);
                }
                if let Some(parsed) = shape::shapes(&hir) {
                    let is_open = |shapes: &[Shape]| shapes.iter().all(Shape::is_open_name);
                    prop_assert_eq!(is_open(&plain), is_open(&parsed), "{}", pattern);
                }
            } else {
                prop_assert!(whole && text.contains(".*") || text.contains("^.*"), "{} is plain", pattern);
            }
        }
    }
}
