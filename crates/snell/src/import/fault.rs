//! Why nothing was imported.

use std::fmt;

/// What is wrong, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportFault {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl ImportFault {
    pub(super) fn new(message: impl Into<String>) -> ImportFault {
        ImportFault { message: message.into(), help: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> ImportFault {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for ImportFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for ImportFault {}
