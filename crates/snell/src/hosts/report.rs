//! What `snell bridge install` and `uninstall` print.

use serde::Serialize;

use super::{Entry, HookLoss, Place, Version, VersionReport};
use crate::report::SCHEMA;

/// What was, or would be, done to a native file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BridgeReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// `installed`, `uninstalled`, `unchanged`, `planned` or `refused`.
    pub action: String,
    /// The agent's dialect, by name.
    pub agent: String,
    /// `user` or `project`.
    pub scope: String,
    /// The native file, absolute.
    pub path: String,
    /// Our entries.
    pub entries: Vec<EntryReport>,
    /// What hooks lose under the agent.
    pub losses: Vec<LossReport>,
    /// What the agent asks the user to approve, and where.
    pub approval: Option<String>,
    /// The agent's command on the PATH; null where there is none, and where nothing is installed.
    pub version: Option<VersionReport>,
}

/// One entry.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntryReport {
    /// The event's native name.
    pub event: String,
    /// What it runs.
    pub command: String,
    /// How long it may take, in seconds.
    pub seconds: u64,
}

/// One loss of one hook.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LossReport {
    /// The hook's name.
    pub hook: String,
    /// Its dialect, by name.
    pub dialect: String,
    /// `<event>.<effect>`.
    pub code: String,
    /// `stricter`, `weaker` or `dead`.
    pub grade: String,
    /// How.
    pub how: String,
    /// It guards something, and less of it is left.
    pub unguards: bool,
}

impl BridgeReport {
    /// The report of an action.
    pub fn new(action: &str, agent: &str, place: &Place<'_>, entries: &[Entry], losses: &[HookLoss]) -> BridgeReport {
        let entry = |entry: &Entry| EntryReport { event: entry.event.clone(), command: entry.command.clone(), seconds: entry.seconds };
        BridgeReport {
            schema: SCHEMA,
            action: action.to_owned(),
            agent: agent.to_owned(),
            scope: place.scope().to_owned(),
            path: place.path().display().to_string(),
            entries: entries.iter().map(entry).collect(),
            losses: losses.iter().map(LossReport::from).collect(),
            approval: place.approval().filter(|_| !entries.is_empty()).map(str::to_owned),
            version: None,
        }
    }

    /// The same, with the agent's version.
    #[must_use]
    pub fn version(self, version: Option<&Version>) -> BridgeReport {
        BridgeReport { version: version.map(VersionReport::from), ..self }
    }
}

impl From<&HookLoss> for LossReport {
    fn from(loss: &HookLoss) -> Self {
        LossReport {
            hook: loss.hook.clone(),
            dialect: loss.dialect.clone(),
            code: loss.code.clone(),
            grade: loss.grade.name().to_owned(),
            how: loss.grade.how().unwrap_or_default().to_owned(),
            unguards: loss.unguards,
        }
    }
}
