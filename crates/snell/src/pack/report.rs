//! What `snell plugin pack` and `check` print.

use std::path::Path;

use serde::Serialize;
use snell_core::{Code, Dialect};

use super::Packed;
use crate::report::{DiagnosticReport, SCHEMA};

/// What becomes of a plugin when it is packed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PackReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// Its name.
    pub plugin: String,
    /// What was written, absolute; null where nothing was.
    pub out: Option<String>,
    /// The hooks of the package.
    pub kept: Vec<KeptHook>,
    /// What is different in the package, and what deserves a word.
    pub changed: Vec<DiagnosticReport>,
    /// What is not in the package. An error where something no longer guards.
    pub lost: Vec<DiagnosticReport>,
}

/// A hook of the package.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeptHook {
    /// Its event, as its dialect writes it.
    pub event: String,
    /// Its command, with its arguments, as it is packed.
    pub command: String,
}

impl PackReport {
    /// The report of a packed plugin, and where it was written.
    pub fn new(dialect: &Dialect, packed: &Packed, out: Option<&Path>) -> PackReport {
        let event = |kind| dialect.event(kind).map_or_else(String::new, |row| row.name().to_owned());
        PackReport {
            schema: SCHEMA,
            plugin: packed.name.clone(),
            out: out.map(|out| out.display().to_string()),
            kept: packed.hooks.iter().map(|hook| KeptHook { event: event(hook.event), command: hook.run().into_owned() }).collect(),
            changed: packed.changed.iter().map(DiagnosticReport::from).collect(),
            lost: packed.lost.iter().map(DiagnosticReport::from).collect(),
        }
    }
}

impl Packed {
    /// Whether everything that is lost is of a kind that may be.
    pub fn loses_only(&self, accepted: &[Code]) -> bool {
        self.lost.iter().all(|lost| accepted.contains(&lost.code))
    }
}
