//! What the command touches: where it writes, which dialects there are, who runs hooks. Tests bring their own.

use std::ffi::OsString;
use std::io::Write;
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
    pub dialects: Vec<Dialect>,
    /// Who runs hooks instead of the real machine.
    pub run: Option<Arc<dyn Run>>,
    /// The environment that hooks inherit, instead of the process's own.
    pub environment: Option<Vec<(OsString, OsString)>>,
}

impl<'w> World<'w> {
    /// The real world, writing to these.
    pub fn new(out: &'w mut dyn Write, err: &'w mut dyn Write) -> Self {
        World { out, err, dialects: dialects::all().into_iter().cloned().collect(), run: None, environment: None }
    }

    /// Prints one JSON document.
    pub(crate) fn print_json(&mut self, document: &impl serde::Serialize) -> Result<(), Trouble> {
        let text = serde_json::to_string_pretty(document).map_err(|error| Trouble::new(error.to_string()))?;
        writeln!(self.out, "{text}").map_err(|error| Trouble::new(format!("stdout cannot be written: {error}")))
    }
}
