//! What a name must hold to have any chance with a pattern, so that most names never wake an engine (nor have one compiled).

use regex_syntax::hir::Hir;
use regex_syntax::hir::literal::{Extractor, Seq};

/// More texts than this are not worth looking for.
const MOST: usize = 16;

/// Texts of which every match begins with one.
pub(super) struct Need(Box<[Box<[u8]>]>);

impl Need {
    /// None where a match may begin with anything.
    pub(super) fn of(hir: &Hir) -> Option<Need> {
        let mut beginnings = Extractor::new().extract(hir);
        for keep in [usize::MAX, 4, 3, 2, 1] {
            beginnings.keep_first_bytes(keep);
            beginnings.dedup();
            beginnings.sort();
            beginnings.dedup();
            if beginnings.len().is_some_and(|len| len <= MOST) {
                break;
            }
        }
        Need::from(&beginnings)
    }

    fn from(beginnings: &Seq) -> Option<Need> {
        let literals = beginnings.literals()?;
        let useful = literals.len() <= MOST && literals.iter().all(|literal| !literal.is_empty());
        useful.then(|| Need(literals.iter().map(|literal| literal.as_bytes().into()).collect()))
    }

    /// Whether `name` holds one of them.
    pub(super) fn is_met(&self, name: &str) -> bool {
        self.0.iter().any(|text| holds(name.as_bytes(), text))
    }
}

/// `text` may be half a character, so this is a question about bytes.
fn holds(name: &[u8], text: &[u8]) -> bool {
    text.first().is_some_and(|first| name.iter().enumerate().any(|(at, byte)| byte == first && name[at..].starts_with(text)))
}
