//! Which calls a hook wants to see (N4, R4).

use crate::dialect::Matchers;

/// A matcher that was read and found usable.
#[derive(Clone, Debug)]
pub struct Matcher {
    written: Option<String>,
}

/// Why a matcher cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMatcher {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl Matcher {
    /// Reads a matcher by a dialect's rules.
    pub fn read(written: Option<&str>, _rules: &Matchers) -> Result<Matcher, BadMatcher> {
        Ok(Matcher { written: written.map(str::to_owned) })
    }

    /// A matcher that could not be read: it accepts nothing, and is shown as it was written.
    pub fn broken(written: &str) -> Matcher {
        Matcher { written: Some(written.to_owned()) }
    }

    /// Whether any of the names is accepted. No names means that the event has no value to test: everything is accepted (N4.8).
    pub fn accepts(&self, _names: &[&str]) -> bool {
        true
    }

    /// As written.
    pub fn written(&self) -> Option<&str> {
        self.written.as_deref()
    }
}
