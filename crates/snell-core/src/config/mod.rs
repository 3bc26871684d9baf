//! `load`, the pure half: the text of one file into hooks and findings. Reading never fails; a fault costs the smallest thing it is in (N1.11).

pub mod json;
pub mod toml;

use std::ops::Range;

use crate::code::Code;

/// A finding in a text: a diagnostic that does not yet know its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind.
    pub code: Code,
    /// What was found.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// Bytes of the text.
    pub span: Range<usize>,
}

/// The deepest nesting of a configuration file or a reply (N1.13).
pub const DEEPEST: usize = 64;

/// The largest configuration file, in bytes (N1.13).
pub const LARGEST_FILE: u64 = 4 * 1024 * 1024;
