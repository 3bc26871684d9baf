//! The matchers of one configuration: equal ones are one, and together they are bounded, whatever their number.

use std::collections::HashMap;

use crate::dialect::Matchers;

use super::{BadMatcher, Matcher, reason};

/// What all patterns of a configuration may take once they are compiled, in bytes, by the measure that each is held to.
const LARGEST: usize = 32 << 20;

/// Those that were read so far.
#[derive(Default)]
pub struct Patterns {
    known: HashMap<String, Result<Matcher, BadMatcher>>,
    taken: usize,
}

impl Patterns {
    /// Reads a matcher by a dialect's rules, which are the same each time.
    ///
    /// # Errors
    /// Those of [`Matcher::read`], and that there is no more room.
    pub fn read(&mut self, text: &str, rules: &Matchers) -> Result<Matcher, BadMatcher> {
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        let read = Matcher::read(Some(text), rules).and_then(|matcher| self.place(matcher, text));
        self.known.insert(text.to_owned(), read.clone());
        read
    }

    fn place(&mut self, matcher: Matcher, text: &str) -> Result<Matcher, BadMatcher> {
        let size = matcher.size();
        if self.taken + size > LARGEST {
            return Err(reason::too_many(text));
        }
        self.taken += size;
        Ok(matcher)
    }
}
