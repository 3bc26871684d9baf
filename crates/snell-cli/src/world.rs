//! What the command touches: where it writes, which dialects there are, who runs hooks. Tests bring their own.

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::Arc;

use snell::system::Run;
use snell::{Dialect, dialects};

use crate::trouble::Trouble;

/// The command's surroundings.
pub struct World<'w> {
    /// Where results go.
    pub out: &'w mut dyn Write,
    /// Where messages go.
    pub err: &'w mut dyn Write,
    /// The dialects that there are.
    pub dialects: Dialects,
    /// Who runs hooks instead of the real machine.
    pub run: Option<Arc<dyn Run>>,
    /// The environment that hooks inherit, instead of the process's own.
    pub environment: Option<Vec<(OsString, OsString)>>,
    /// What its streams can show.
    pub screen: Screen,
    /// The process is the command's own: it may listen to signals, and end what hooks leave behind.
    pub alone: bool,
}

/// Which dialects there are. A known one is made when it is first asked for: most commands need one of them.
pub enum Dialects {
    /// Those that Snell knows.
    Known,
    /// These.
    Brought(Vec<Dialect>),
}

impl Dialects {
    /// Every dialect.
    pub(crate) fn all(&self) -> Vec<&Dialect> {
        match self {
            Dialects::Known => dialects::all().into_iter().collect(),
            Dialects::Brought(brought) => brought.iter().collect(),
        }
    }

    /// Those that may be meant where none is named.
    pub(crate) fn detected(&self) -> Vec<&Dialect> {
        match self {
            Dialects::Known => dialects::detected().into_iter().collect(),
            Dialects::Brought(brought) => brought.iter().filter(|dialect| dialect.detected).collect(),
        }
    }

    /// The dialect of that name.
    pub(crate) fn named(&self, name: &str) -> Option<&Dialect> {
        match self {
            Dialects::Known => dialects::named(name),
            Dialects::Brought(brought) => brought.iter().find(|dialect| dialect.name == name),
        }
    }
}

/// What the streams can show.
#[derive(Clone, Copy, Debug, Default)]
pub struct Screen {
    /// Colours on stdout.
    pub out_colours: bool,
    /// Colours on stderr.
    pub err_colours: bool,
    /// Lines on stderr may come and go: it is a terminal with a person before it.
    pub live: bool,
    /// Columns of the terminal, where there is one.
    pub width: Option<usize>,
}

impl<'w> World<'w> {
    /// A world inside another program, writing plain text to these.
    pub fn new(out: &'w mut dyn Write, err: &'w mut dyn Write) -> Self {
        World { out, err, dialects: Dialects::Known, run: None, environment: None, screen: Screen::default(), alone: false }
    }

    /// A variable of the environment that hooks inherit.
    pub(crate) fn variable(&self, name: &str) -> Option<OsString> {
        match &self.environment {
            Some(environment) => environment.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.clone()),
            None => std::env::var_os(name),
        }
    }

    /// Prints one JSON document.
    pub(crate) fn print_json(&mut self, document: &impl serde::Serialize) -> Result<(), Trouble> {
        let text = serde_json::to_string_pretty(document).map_err(|error| Trouble::new(error.to_string()))?;
        self.print(&format!("{text}\n"))
    }

    /// Prints a text that may have colours in it.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), Trouble> {
        write(self.out, text, self.screen.out_colours).map_err(|error| Trouble::new(format!("stdout cannot be written: {error}")))
    }

    /// Prints a message for a person, with a line feed. Nothing is left to be told where even that fails.
    pub(crate) fn tell(&mut self, message: &str) {
        let _ = write(self.err, &format!("{message}\n"), self.screen.err_colours);
    }
}

/// Whoever reads no further has seen enough: a pipe that was closed is no trouble.
fn write(to: &mut dyn Write, text: &str, colours: bool) -> io::Result<()> {
    let plain;
    let shown = if colours {
        text
    } else {
        plain = anstream::adapter::strip_str(text).to_string();
        &plain
    };
    match to.write_all(shown.as_bytes()).and_then(|()| to.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
