//! What is left of each hook of some sources under an agent (B3).

use snell_core::dialect::{Dialect, Grade};
use snell_core::hook::Status;
use snell_core::losses::{self as computed, untold_tools};

use crate::engine::Engine;

/// Something of a hook that an agent does not keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookLoss {
    /// The hook's name.
    pub hook: String,
    /// The source's dialect, by name.
    pub dialect: String,
    /// `<event>.<effect>`, stable.
    pub code: String,
    /// How much of it is left.
    pub grade: Grade,
    /// It guards something, and less of it is left.
    pub unguards: bool,
}

/// Everything that the hooks of these sources lose under an agent, hook by hook.
pub fn losses(host: &Dialect, sources: &[Engine]) -> Vec<HookLoss> {
    let mut found = Vec::new();
    for source in sources {
        let dialect = source.dialect();
        let losses = computed::losses(dialect, host);
        for hook in source.hooks().hooks() {
            if matches!(hook.status, Status::Disabled | Status::SwitchedOff | Status::Duplicate) {
                continue;
            }
            let loss = |code: String, grade: Grade, unguards| HookLoss {
                hook: hook.name.clone(),
                dialect: dialect.name.to_string(),
                code,
                grade,
                unguards,
            };
            for one in losses.iter().filter(|one| one.event == hook.event && one.grade != Grade::Kept) {
                found.push(loss(one.code.clone(), one.grade.clone(), one.guards && one.grade.rank() > 1));
            }
            let untold = untold_tools(dialect, host, &hook.matcher);
            if !untold.is_empty() {
                let how = format!("{} tells no hook of calls of {}", host.title, untold.join(", "));
                let gate = dialect.row_of(hook).is_some_and(snell_core::dialect::Event::is_gate);
                found.push(loss(format!("{:?}.observe", hook.event), Grade::Weaker(how.into()), gate));
            }
        }
    }
    found
}
