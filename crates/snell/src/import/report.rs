//! What `snell import` prints.

use serde::Serialize;
use snell_core::Diagnostic;

use super::plan::{Plan, Planned};
use crate::report::{DiagnosticReport, SCHEMA};

/// What was, or would be, imported.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// `imported`, `dismissed`, `planned` or `cancelled`.
    pub action: String,
    /// Every hook of the other agent's, in its files' order.
    pub hooks: Vec<ImportedHook>,
    /// Whether the configuration now says that it was done: the other agent's files are no longer loaded.
    pub marker: bool,
    /// What is worth knowing besides.
    pub notes: Vec<DiagnosticReport>,
}

/// One hook.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedHook {
    /// Its event, as this dialect writes it.
    pub event: String,
    /// As written.
    pub matcher: Option<String>,
    /// Its command, or what else it would run.
    pub command: String,
    /// The file that it is from, absolute.
    pub from: String,
    /// From 1.
    pub line: usize,
    /// The file that it goes to, absolute; null where it is not imported.
    pub to: Option<String>,
    /// The file has it already.
    pub present: bool,
    /// What will be different for it.
    pub differences: Vec<DifferenceReport>,
}

/// One difference.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DifferenceReport {
    /// A stable code; `snell check --codes` lists them.
    pub code: String,
    /// What is different.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl ImportReport {
    /// The report of a plan, and of what was done about it.
    pub fn new(plan: &Plan<'_>, action: &str, marker: bool) -> ImportReport {
        ImportReport {
            schema: SCHEMA,
            action: action.to_owned(),
            hooks: plan.hooks.iter().map(hook).collect(),
            marker,
            notes: plan.notes.iter().map(DiagnosticReport::from).collect(),
        }
    }
}

fn hook(planned: &Planned<'_>) -> ImportedHook {
    let found = &planned.found;
    ImportedHook {
        event: found.event.clone(),
        matcher: found.matcher.clone(),
        command: found.command.clone(),
        from: found.from.display().to_string(),
        line: found.line,
        to: planned.to.as_ref().map(|to| to.display().to_string()),
        present: planned.present,
        differences: found.differences.iter().map(difference).collect(),
    }
}

fn difference(found: &Diagnostic) -> DifferenceReport {
    DifferenceReport { code: found.code.as_str().to_owned(), message: found.message.clone(), help: found.help.clone() }
}
