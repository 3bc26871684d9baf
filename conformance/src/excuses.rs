//! The list of mutants that may survive, because they mean the same: `DIALECT PATH | CHANGE | why`, one a line.
//!
//! `…` is any text, and `{0,3,5}` in a path one of these.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::matching::fits;
use crate::mutate::Mutant;

/// The lines of a list, each with how many it let through.
pub(crate) struct Excuses(Vec<Excuse>);

struct Excuse {
    line: String,
    cells: Vec<String>,
    change: String,
    used: AtomicUsize,
}

impl Excuses {
    /// The project's own list.
    pub(crate) fn read() -> Excuses {
        Excuses::of(include_str!("../equivalent-mutants.txt"))
    }

    fn of(text: &str) -> Excuses {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Excuses(lines.map(Excuse::of).collect())
    }

    /// Whether a mutant may survive.
    pub(crate) fn excuse(&self, mutant: &Mutant) -> bool {
        let found = self.0.iter().find(|excuse| excuse.is_for(&format!("{} {}", mutant.dialect, mutant.path), &mutant.change));
        found.inspect(|excuse| _ = excuse.used.fetch_add(1, Ordering::Relaxed)).is_some()
    }

    /// The lines that let nobody through.
    pub(crate) fn unused(self) -> Vec<String> {
        self.0.into_iter().filter(|excuse| excuse.used.load(Ordering::Relaxed) == 0).map(|excuse| excuse.line).collect()
    }
}

impl Excuse {
    fn of(line: &str) -> Excuse {
        let mut parts = line.split(" | ");
        let (cell, change) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        Excuse { line: line.to_owned(), cells: each(cell), change: change.to_owned(), used: AtomicUsize::new(0) }
    }

    fn is_for(&self, cell: &str, change: &str) -> bool {
        fits(&self.change, change) && self.cells.iter().any(|own| fits(own, cell))
    }
}

/// A path for every alternative in its braces.
fn each(cell: &str) -> Vec<String> {
    let parts = cell.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    let Some((before, (alternatives, after))) = parts else { return vec![cell.to_owned()] };
    alternatives.split(',').flat_map(|one| each(&format!("{before}{one}{after}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(path: &str, change: &str) -> Mutant {
        let tables = snell::dialects::all()[0].clone();
        Mutant { dialect: "this".to_owned(), path: path.to_owned(), change: change.to_owned(), tables }
    }

    #[test]
    fn a_line_excuses_what_it_names_and_nothing_else() {
        let excuses = Excuses::of("# a remark\n\nthis /a/{0,12}/{b,c} | … → null | why\n… /d | … | why\n");
        for (path, change, excused) in [
            ("/a/0/b", "1 → null", true),
            ("/a/12/c", "2 → null", true),
            ("/a/1/b", "1 → null", false),
            ("/a/0/d", "1 → null", false),
            ("/a/0/b", "1 → 2", false),
            ("/d", "anything", true),
        ] {
            assert_eq!(excuses.excuse(&mutant(path, change)), excused, "{path} {change}");
        }
        assert_eq!(excuses.unused(), Vec::<String>::new());
    }

    #[test]
    fn a_line_that_lets_nobody_through_is_told() {
        let excuses = Excuses::of("this /a | … | why\nthis /b | … | why");
        assert!(excuses.excuse(&mutant("/a", "x")));
        assert_eq!(excuses.unused(), ["this /b | … | why"]);
    }
}
