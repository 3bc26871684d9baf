//! One line of the journal: `"schema": 1`. Keys may be added to, not changed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::report::HookReport;

/// What one event came to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Record {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = crate::report::SCHEMA)))]
    pub schema: u32,
    /// Ten hexadecimal digits, by which a person may call it.
    pub id: String,
    /// When it was fired: RFC 3339 in milliseconds, UTC.
    pub time: String,
    /// The dialect's name.
    pub dialect: String,
    /// The event's name, as its dialect writes it.
    pub event: String,
    /// The session's id, where the host told one.
    pub session: Option<String>,
    /// The session's directory.
    pub cwd: Option<String>,
    /// The tool, by the dialect's own name.
    pub tool: Option<String>,
    /// The tool's input in the dialect's own field names, shortened.
    pub input: Option<Value>,
    /// What else is kept of the event: `source`, `reason`, `error` …
    #[serde(default)]
    pub about: Map<String, Value>,
    /// `proceed`, `deny`, `invalid_input`, `continue` or `end`.
    pub action: String,
    /// `denied`, `unheard`, `allowed` or `none`.
    pub opinion: String,
    /// Why, for the action.
    pub reason: Option<String>,
    /// The hooks whose verdicts made the action.
    #[serde(default)]
    pub by: Vec<String>,
    /// What replaces the tool's input or output, shortened.
    pub replaced: Option<Replaced>,
    /// Milliseconds from the event to its outcome.
    pub duration_ms: f64,
    /// Every hook of the event, in configured order, as `fire` prints it; texts are shortened.
    #[serde(default)]
    pub hooks: Vec<HookReport>,
    /// Hooks for which the line had no room: how many, by `ran` or by why they were skipped.
    #[serde(default)]
    pub left_out: BTreeMap<String, usize>,
}

/// What replaces a tool's input or output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replaced {
    /// The input.
    pub input: Option<Map<String, Value>>,
    /// The output.
    pub output: Option<Value>,
}

impl Record {
    /// Whether a hook that was chosen said nothing because it failed.
    pub fn has_failure(&self) -> bool {
        self.hooks.iter().any(|hook| hook.failure.is_some())
    }
}
