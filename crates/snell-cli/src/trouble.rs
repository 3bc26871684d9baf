//! Why a command could not do what it was asked: what, where, and what to do.

use crate::print::style::{self, BAD, NEWS, paint, plain};

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

impl Trouble {
    /// The same in one line.
    pub(crate) fn line(&self) -> String {
        let help = self.help.as_ref().map_or_else(String::new, |help| format!("; {}", plain(help)));
        format!("{}{help}", paint(BAD, plain(&self.message)))
    }

    /// As it is shown, in colours. What others wrote in it commands no terminal.
    pub(crate) fn shown(&self) -> String {
        let mut lines = style::lines(&self.message);
        let first = lines.next().unwrap_or_default();
        let first = format!("{} {first}", paint(BAD, "snell:"));
        let more = lines.map(|line| format!("       {line}"));
        let help = self.help.iter().map(|help| format!("  {} {}", paint(NEWS, "help:"), plain(help)));
        std::iter::once(first).chain(more).chain(help).collect::<Vec<_>>().join("\n")
    }
}
