//! Random inputs for every reader of what others wrote, and what must hold of each input.
//!
//! No coverage is measured, so that this needs nothing but Rust. What stands in for it: a check answers with a *trait* of its input, such as
//! the kinds of findings, and inputs whose trait was never seen are changed further. All is decided by the seed: a failure comes back with it.

pub mod drive;
mod mutate;
mod random;
pub mod targets;

use std::hash::{DefaultHasher, Hash, Hasher};

/// One reader.
#[derive(Clone, Copy)]
pub struct Target {
    /// As it is named on the command line.
    pub name: &'static str,
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Pieces that inputs are broken with.
    pub pieces: &'static [&'static str],
    /// Panics where something does not hold of this input. Answers with its trait.
    pub check: fn(&[u8]) -> u64,
}

/// The trait that these things make.
pub(crate) fn traits(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Seeds that are texts.
pub(crate) fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Nothing in a message may command a terminal.
#[track_caller]
pub(crate) fn assert_harmless(message: &str) {
    assert!(message.chars().all(|letter| letter == '\n' || snell_core::config::harmless(letter)), "{message:?}");
}
