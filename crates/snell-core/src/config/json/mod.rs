//! JSON text into a [`Node`], with spans, bounded depth, and every liberty of the text named.
//!
//! One reader for two ends: what people write by hand is read with comments and trailing commas, which are named, and with repeated
//! keys, which are kept; what a program answers is read strictly. Nothing here recurses, so no text can exhaust the stack.

mod blank;
mod escape;
mod fault;
mod number;
mod reader;
mod remarks;
mod string;
#[cfg(test)]
mod tests;
mod words;

use serde_json::Value;

use super::{DEEPEST, Finding};
use crate::tree::Node;
use reader::Reader;

/// The deepest nesting of a reply.
pub const DEEPEST_REPLY: usize = 128;

/// Reads a configuration text: comments and trailing commas are accepted with a warning, repeated keys with an error (N1.12).
/// No node means that nothing in the text can be used; then a finding says why.
pub fn read(text: &str) -> (Option<Node>, Vec<Finding>) {
    let mut reader = Reader::new(text, 0, &FILE);
    match reader.document() {
        Ok(node) => (Some(node), reader.remarks.findings(text)),
        Err(finding) => (None, vec![finding]),
    }
}

/// Reads a reply: strict JSON (RFC 8259) in everything that gives it structure, white space around it allowed, repeated keys kept in order.
/// Inside a string, raw control characters stand as they are and a lone surrogate is read as U+FFFD. The error says what is wrong and at
/// which byte.
pub fn read_strict(text: &str) -> Result<Node, Finding> {
    Reader::new(text, 0, &REPLY).document()
}

/// Reads what an agent tells: JSON, in which half a surrogate pair or a number that is too large costs itself alone, since neither is a
/// reason for a guard not to run. The error is for a person.
pub fn event(text: &str) -> Result<Value, String> {
    // The common case by the quicker reader.
    serde_json::from_str(text).or_else(|error| read_strict(text).map(|node| node.to_value()).map_err(|_| error.to_string()))
}

/// Reads one strict JSON value that starts at a byte of a text, whatever follows it. Also says at which byte reading stopped.
pub(crate) fn read_from(text: &str, start: usize) -> (Option<Node>, usize) {
    let mut reader = Reader::new(text, start, &REPLY);
    let node = reader.value().ok();
    (node, reader.at)
}

/// What a text may look like.
#[derive(Debug)]
struct Rules {
    /// What the text is, in messages.
    noun: &'static str,
    /// Written by hand: comments, trailing commas and repeated keys are remarked upon, rather than refused or passed over.
    by_hand: bool,
    /// Levels of nesting.
    deepest: usize,
}

const FILE: Rules = Rules { noun: "file", by_hand: true, deepest: DEEPEST };
const REPLY: Rules = Rules { noun: "reply", by_hand: false, deepest: DEEPEST_REPLY };
