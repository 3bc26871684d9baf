//! What `snell bridge losses` prints.

use serde::Serialize;
use snell_core::dialect::Dialect;

use super::{HookLoss, Remains};
use crate::report::{SCHEMA, word};

/// What is left of hooks under an agent, hook by hook.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LossesReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The agent's dialect, by name.
    pub agent: String,
    /// Every hook that is not switched off, in configured order.
    pub hooks: Vec<HookReport>,
    /// Files with hooks that the agent reads itself, absolute: they run there without a bridge.
    pub left: Vec<String>,
    /// How many there are.
    pub summary: LossesSummary,
}

/// One hook.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HookReport {
    /// Its name.
    pub hook: String,
    /// Its dialect, by name.
    pub dialect: String,
    /// Its event, as its dialect writes it.
    pub event: String,
    /// Its file, absolute.
    pub path: String,
    /// From 1.
    pub line: usize,
    /// `ready`, `untrusted`, `unconfigured` or `broken`.
    pub status: String,
    /// `kept`, `stricter`, `weaker`, or `dead` where it never runs.
    pub grade: String,
    /// It guards something, and less of that is left.
    pub unguards: bool,
    /// What it loses.
    pub losses: Vec<GradeReport>,
}

/// One loss.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GradeReport {
    /// `<event>.<effect>`.
    pub code: String,
    /// `stricter`, `weaker`, or `dead` where nothing of it is left.
    pub grade: String,
    /// How.
    pub how: String,
    /// A guard loses it.
    pub unguards: bool,
}

/// Hooks by their grades.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct LossesSummary {
    pub kept: usize,
    pub stricter: usize,
    pub weaker: usize,
    pub dead: usize,
    /// Guards of which less is left.
    pub unguarded: usize,
}

impl LossesReport {
    /// The report of what is left of hooks under an agent, and of what is left to it.
    pub fn new(agent: &Dialect, remains: &[Remains], left: &[std::path::PathBuf]) -> LossesReport {
        let mut summary = LossesSummary::default();
        for one in remains {
            summary.unguarded += usize::from(one.is_unguarded());
            *match one.grade() {
                "kept" => &mut summary.kept,
                "stricter" => &mut summary.stricter,
                "weaker" => &mut summary.weaker,
                _ => &mut summary.dead,
            } += 1;
        }
        LossesReport {
            schema: SCHEMA,
            agent: agent.name.to_string(),
            hooks: remains.iter().map(HookReport::from).collect(),
            left: left.iter().map(|path| path.display().to_string()).collect(),
            summary,
        }
    }
}

impl From<&Remains> for HookReport {
    fn from(one: &Remains) -> Self {
        HookReport {
            hook: one.hook.name.clone(),
            dialect: one.dialect.clone(),
            event: one.event.clone(),
            path: one.hook.place.path.display().to_string(),
            line: one.hook.place.line,
            status: word(&one.hook.status),
            grade: one.grade().to_owned(),
            unguards: one.is_unguarded(),
            losses: one.losses.iter().map(GradeReport::from).collect(),
        }
    }
}

impl From<&HookLoss> for GradeReport {
    fn from(loss: &HookLoss) -> Self {
        GradeReport {
            code: loss.code.clone(),
            grade: loss.grade.name().to_owned(),
            how: loss.grade.how().unwrap_or_default().to_owned(),
            unguards: loss.unguards,
        }
    }
}
