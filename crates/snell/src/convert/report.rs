//! What `snell convert --json` prints.

use serde::Serialize;

use super::{Conversion, Converted};
use crate::hosts::GradeReport;
use crate::report::SCHEMA;

/// A file for another agent, and what its hooks lose.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConvertReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The dialect that the hooks were written for, by name.
    pub from: String,
    /// The dialect that the file is for, by name.
    pub to: String,
    /// Where its agent would look for it, absolute. Nothing was written there.
    pub path: String,
    /// The file's text.
    pub text: String,
    /// The hooks, in configured order.
    pub hooks: Vec<ConvertedHook>,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// One hook.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConvertedHook {
    /// Its name.
    pub hook: String,
    /// Its event, as its own dialect writes it.
    pub event: String,
    /// Its file, absolute.
    pub path: String,
    /// From 1.
    pub line: usize,
    /// It stands in the new file.
    pub stands: bool,
    /// What it loses there.
    pub losses: Vec<GradeReport>,
}

impl ConvertReport {
    /// The report of a conversion.
    pub fn new(converted: &Converted<'_>) -> ConvertReport {
        ConvertReport {
            schema: SCHEMA,
            from: converted.from.clone(),
            to: converted.to.name.to_string(),
            path: converted.path.display().to_string(),
            text: converted.text(),
            hooks: converted.hooks.iter().map(ConvertedHook::from).collect(),
            notes: converted.notes.clone(),
        }
    }
}

impl From<&Conversion> for ConvertedHook {
    fn from(one: &Conversion) -> Self {
        let loss = |lost: &super::Lost| GradeReport {
            code: lost.code.clone(),
            grade: lost.grade.name().to_owned(),
            how: lost.grade.how().unwrap_or_default().to_owned(),
            unguards: lost.unguards,
        };
        ConvertedHook {
            hook: one.hook.name.clone(),
            event: one.event.clone(),
            path: one.hook.place.path.display().to_string(),
            line: one.hook.place.line,
            stands: !one.entries.is_empty(),
            losses: one.losses.iter().map(loss).collect(),
        }
    }
}
