//! What `check` prints: findings and their count, and the list of all codes.

use serde::Serialize;
use snell_core::{Code, Diagnostic, Severity};

use super::{DiagnosticReport, SCHEMA, word};

/// What `check` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// What was found.
    pub diagnostics: Vec<DiagnosticReport>,
    /// How many more there are: of very many only the gravest are told.
    pub omitted: usize,
    /// How much there is, with those that are not told.
    pub summary: Summary,
}

/// What `check --codes` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CodesReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// Every code that a finding may have.
    pub codes: Vec<CodeReport>,
}

/// One kind of finding.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CodeReport {
    /// The stable code.
    pub code: String,
    /// The severity that it usually has.
    pub severity: String,
    /// What it means, in one sentence.
    pub meaning: String,
}

/// Counts of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct Summary {
    pub errors: usize,
    pub warnings: usize,
    pub notes: usize,
}

impl CheckReport {
    /// The report of some findings.
    pub fn new(diagnostics: &[Diagnostic]) -> Self {
        let count = |severity| diagnostics.iter().filter(|found| found.severity == severity).count();
        let (told, omitted) = super::diagnostics(diagnostics.iter());
        CheckReport {
            schema: SCHEMA,
            diagnostics: told,
            omitted,
            summary: Summary { errors: count(Severity::Error), warnings: count(Severity::Warning), notes: count(Severity::Note) },
        }
    }
}

impl CodesReport {
    /// Every code, in the order of the flow.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let report = |code: &Code| CodeReport {
            code: code.as_str().to_owned(),
            severity: word(&code.severity()),
            meaning: code.meaning().to_owned(),
        };
        CodesReport { schema: SCHEMA, codes: Code::ALL.iter().map(report).collect() }
    }
}
