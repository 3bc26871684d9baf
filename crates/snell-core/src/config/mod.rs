//! `load`, the pure half: the text of one file into hooks and findings. Reading never fails; a fault costs the smallest thing it is in (N1.11).

mod file;
mod group;
mod handler;
pub mod json;
pub mod lines;
mod shown;
pub mod toml;

pub use file::{Loaded, read, read_beside};

use std::ops::Range;

pub use lines::Lines;
pub use shown::harmless;

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

impl Finding {
    /// A finding without advice.
    pub fn new(code: Code, message: impl Into<String>, span: Range<usize>) -> Self {
        Finding { code, message: message.into(), help: None, span }
    }

    /// The same finding with advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The deepest nesting of a configuration file or a reply (N1.13).
pub const DEEPEST: usize = 64;

/// The largest configuration file, in bytes (N1.13).
pub const LARGEST_FILE: u64 = 4 * 1024 * 1024;

/// The known name that is nearest to what was written, where one is near.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let similarity = |name: &str| strsim::jaro_winkler(&plain(written), &plain(name));
    let near = known.into_iter().map(|name| (similarity(name), name)).filter(|(similarity, _)| *similarity > 0.8);
    near.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, name)| name)
}
