//! JSON text into a [`Node`], with spans, bounded depth, and every liberty of the text named.

use super::Finding;
use crate::tree::Node;

/// Reads a configuration text: comments and trailing commas are accepted with a warning, repeated keys with an error (N1.12).
/// No node means that nothing in the text can be used; then a finding says why.
pub fn read(_text: &str) -> (Option<Node>, Vec<Finding>) {
    (None, Vec::new())
}

/// Reads a reply: strict JSON, white space around it allowed. The error says what is wrong and at which byte.
pub fn read_strict(_text: &str) -> Result<Node, Finding> {
    unimplemented!()
}
