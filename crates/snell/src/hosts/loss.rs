//! What is left of each hook of some sources under an agent (B3).

use snell_core::dialect::{Dialect, Event as Row, Grade};
use snell_core::hook::{Hook, Status};
use snell_core::losses::{self as computed, Loss, told, untold_uses};

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

impl HookLoss {
    fn is_dead(&self) -> bool {
        matches!(self.grade, Grade::Dead(_))
    }
}

/// A hook that is not switched off, and what it loses.
#[derive(Clone, Debug)]
pub struct Remains {
    /// The hook.
    pub hook: Hook,
    /// The source's dialect, by name.
    pub dialect: String,
    /// The event's name there.
    pub event: String,
    /// What it loses; nothing where all of it is kept.
    pub losses: Vec<HookLoss>,
}

impl Remains {
    /// `kept`, `stricter`, `weaker` or `dead`. One that loses an effect whole still runs for the others; one that never runs is dead.
    pub fn grade(&self) -> &'static str {
        let never_runs = |loss: &HookLoss| loss.is_dead() && loss.code.ends_with(".observe");
        match self.losses.iter().map(|loss| loss.grade.rank()).max() {
            None | Some(0) => "kept",
            Some(1) => "stricter",
            Some(_) if self.losses.iter().any(never_runs) => "dead",
            Some(_) => "weaker",
        }
    }

    /// It guards something, and less of that is left.
    pub fn is_unguarded(&self) -> bool {
        self.losses.iter().any(|loss| loss.unguards)
    }
}

/// What is left of every hook of these sources under an agent. Hooks that are switched off, or that another one stands for, are none.
pub fn remains(host: &Dialect, sources: &[Engine]) -> Vec<Remains> {
    let mut found = Vec::new();
    for source in sources {
        let dialect = source.dialect();
        let losses = computed::losses(dialect, host);
        let hooks = source.hooks();
        let runs = |hook: &&Hook| !matches!(hook.status, Status::Disabled | Status::SwitchedOff | Status::Duplicate);
        found.extend(hooks.hooks().iter().filter(runs).map(|hook| Remains {
            hook: hook.clone(),
            dialect: dialect.name.to_string(),
            event: dialect.row_of(hook).map_or_else(String::new, |row| row.name().to_owned()),
            losses: of(dialect, host, &losses, hook),
        }));
    }
    found
}

/// Everything that the hooks of these sources lose under an agent, hook by hook.
pub fn losses(host: &Dialect, sources: &[Engine]) -> Vec<HookLoss> {
    remains(host, sources).into_iter().flat_map(|one| one.losses).collect()
}

/// What one hook loses. One that never runs loses that, and nothing more is to be said.
fn of(dialect: &Dialect, host: &Dialect, losses: &[Loss], hook: &Hook) -> Vec<HookLoss> {
    let loss = |code: String, grade: Grade, guards: bool| HookLoss {
        hook: hook.name.clone(),
        dialect: dialect.name.to_string(),
        code,
        unguards: guards && grade.rank() > 1,
        grade,
    };
    let of_event = losses.iter().filter(|one| one.event == hook.event).map(|one| loss(one.code.clone(), one.grade.clone(), one.guards));
    let row = dialect.row_of(hook);
    let observe = format!("{:?}.observe", hook.event);
    let of_calls = loss(observe.clone(), told(dialect, host, &hook.matcher), row.is_some_and(Row::is_gate));
    let uses = row.map(|row| untold_uses(dialect, row, host, &hook.matcher)).unwrap_or_default();
    let of_uses = uses.into_iter().map(|grade| loss(observe.clone(), grade, false));
    let mut found: Vec<HookLoss> = of_event.chain([of_calls]).chain(of_uses).filter(|loss| loss.grade != Grade::Kept).collect();
    if let Some(dead) = found.iter().position(|loss| loss.code == observe && loss.is_dead()) {
        found = vec![found.swap_remove(dead)];
    }
    found
}
