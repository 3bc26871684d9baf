//! A matcher that is a regular expression: validated when it is read, compiled when it is first needed, if it must be at all.

use std::sync::OnceLock;

use regex::{Regex, RegexBuilder};
use regex_syntax::ParserBuilder;

use super::need::Need;
use super::shape::Shape;
use super::{BadMatcher, plain, reason, shape, size};

/// Longer patterns are refused, in bytes: a name is not as long as this.
const LONGEST: usize = 4096;

/// Groups and repetitions inside one another.
const DEEPEST: u32 = 64;

/// What a compiled pattern may take, in bytes, by [`size::of`].
const LARGEST: usize = 1 << 20;

/// What the compiler may take. It is never reached by what [`LARGEST`] lets through, with room to spare.
const COMPILER_LIMIT: usize = 4 * LARGEST;

/// An unanchored regular expression. Its matching time is linear in the name.
pub(super) enum Pattern {
    /// Plain comparisons say the same.
    Shapes(Box<[Shape]>),
    /// An engine is needed.
    Regex(Lazy),
}

/// A regular expression that is compiled when a name first needs it.
pub(super) struct Lazy {
    text: Box<str>,
    size: usize,
    need: Option<Need>,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// Reads a pattern that is found anywhere in a name, or is to be all of it.
    pub(super) fn read(text: &str, whole: bool) -> Result<Pattern, BadMatcher> {
        if text.len() <= LONGEST
            && let Some(shapes) = plain::shapes(text, whole)
        {
            return Ok(Pattern::Shapes(shapes.into()));
        }
        // By itself it must be a pattern too: `a)(b` would be one between parentheses.
        let alone = Pattern::parse(text)?;
        if whole { Pattern::parse(&format!("^(?:{text})$")) } else { Ok(alone) }
    }

    fn parse(text: &str) -> Result<Pattern, BadMatcher> {
        if text.len() > LONGEST {
            return Err(reason::too_long(text));
        }
        let hir = ParserBuilder::new().nest_limit(DEEPEST).build().parse(text).map_err(|error| reason::of(text, &error))?;
        let size = size::of(&hir);
        if size > LARGEST {
            return Err(reason::too_large(text));
        }
        Ok(match shape::shapes(&hir) {
            Some(shapes) => Pattern::Shapes(shapes.into()),
            None => Pattern::Regex(Lazy { text: text.into(), size, need: Need::of(&hir), compiled: OnceLock::new() }),
        })
    }

    pub(super) fn accepts(&self, name: &str) -> bool {
        match self {
            Pattern::Shapes(shapes) => shapes.iter().any(|shape| shape.accepts(name)),
            Pattern::Regex(regex) => regex.accepts(name),
        }
    }

    /// Bytes that it takes once it is compiled.
    pub(super) fn size(&self) -> usize {
        match self {
            Pattern::Shapes(_) => 0,
            Pattern::Regex(regex) => regex.size,
        }
    }

    /// Whether it is a plain name, or several, that is anchored nowhere.
    pub(super) fn is_open_name(&self) -> bool {
        matches!(self, Pattern::Shapes(shapes) if shapes.iter().all(Shape::is_open_name))
    }
}

impl Lazy {
    fn accepts(&self, name: &str) -> bool {
        let chance = self.need.as_ref().is_none_or(|need| need.is_met(name));
        // A pattern that was read does compile. Should a later engine think otherwise, a hook that runs too often is the lesser evil
        // beside a guard that never does.
        chance && self.compiled.get_or_init(|| compile(&self.text)).as_ref().is_none_or(|regex| regex.is_match(name))
    }
}

fn compile(text: &str) -> Option<Regex> {
    RegexBuilder::new(text).size_limit(COMPILER_LIMIT).nest_limit(DEEPEST).build().ok()
}
