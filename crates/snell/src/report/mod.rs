//! The JSON that the command prints, and that hosts may store: `"schema": 1`. Keys may be added to, not changed.

mod check;
mod dialects;
mod fire;
mod gravest;
mod list;

use serde::{Deserialize, Serialize};
use snell_core::Diagnostic;

pub use check::{CheckReport, CodeReport, CodesReport, Summary};
pub use dialects::DialectsReport;
pub use fire::{FailureReport, FeedbackReport, FireReport, HookReport, OutcomeReport, VerdictReport, swept};
pub(crate) use fire::{hook, milliseconds};
pub use gravest::gravest;
pub use list::{ListReport, ListedHook};

/// The version of every document here.
pub const SCHEMA: u32 = 1;

/// A finding.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiagnosticReport {
    /// A stable code; `snell check --codes` lists them.
    pub code: String,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// What was found.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The file, absolute.
    pub path: Option<String>,
    /// From 1.
    pub line: Option<usize>,
    /// From 1, in Unicode scalar values.
    pub column: Option<usize>,
}

impl From<&Diagnostic> for DiagnosticReport {
    fn from(found: &Diagnostic) -> Self {
        let place = found.place.as_ref();
        DiagnosticReport {
            code: found.code.as_str().to_owned(),
            severity: word(&found.severity),
            message: found.message.clone(),
            help: found.help.clone(),
            path: place.map(|place| place.path.display().to_string()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
        }
    }
}

/// As many findings as a document may hold, and how many more there are.
fn diagnostics<'d>(found: impl Iterator<Item = &'d Diagnostic> + Clone) -> (Vec<DiagnosticReport>, usize) {
    let (told, omitted) = gravest(found, gravest::MOST);
    (told.into_iter().map(DiagnosticReport::from).collect(), omitted)
}

/// The name that a value has in JSON.
pub(crate) fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
