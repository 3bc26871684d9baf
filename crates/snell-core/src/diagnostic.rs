//! What we tell a person about their configuration or about a hook's answer.
//!
//! Messages have a grammar: lowercase, no final period, the user's own text in backticks; `help` says what to do.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use crate::code::Code;

/// How much a diagnostic matters. An error means that something does not work as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// Where in a file something stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file, absolute.
    pub path: Arc<Path>,
    /// From 1.
    pub line: usize,
    /// From 1, in Unicode scalar values.
    pub column: usize,
    /// Bytes of the file's text (after a byte-order mark).
    pub span: Range<usize>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// What kind of finding; stable.
    pub code: Code,
    /// How much it matters.
    pub severity: Severity,
    /// What was found.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Where; absent for findings that no file causes.
    pub place: Option<Place>,
}

impl Diagnostic {
    /// A finding with the severity that its code usually has.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Diagnostic { code, severity: code.severity(), message: message.into(), help: None, place: None }
    }

    /// The same finding with another severity.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The same finding with advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same finding; where it has no place of its own, at this one.
    pub fn at_least(self, place: &Place) -> Self {
        if self.place.is_some() { self } else { self.at(place) }
    }

    /// The same finding, placed.
    pub fn at(mut self, place: &Place) -> Self {
        self.place = Some(place.clone());
        self
    }
}
