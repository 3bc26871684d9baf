//! Why a command could not do what it was asked: what, where, and what to do.

use std::fmt;

/// A message for stderr; the command then exits 3.
#[derive(Debug)]
pub(crate) struct Trouble {
    message: String,
    help: Option<String>,
}

impl Trouble {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Trouble { message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(out, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}
