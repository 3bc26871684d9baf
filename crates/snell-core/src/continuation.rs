//! How often hooks kept a turn (or a run) going (N7.6, R2.2). Rounds count, not hooks.

use crate::dialect::{Continuations, Per};
use crate::event::EventKind;
use crate::outcome::{Action, Outcome};

/// The count of one agent's turns; a subagent's are counted apart, in a count of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count(u32);

impl Count {
    /// A count that was kept somewhere.
    pub fn of(rounds: u32) -> Count {
        Count(rounds)
    }

    /// How often hooks kept the turn going already.
    pub fn rounds(self) -> u32 {
        self.0
    }

    /// Notes what an event's outcome does to the count. Tool calls do nothing to it.
    pub fn note(&mut self, rule: Continuations, event: EventKind, outcome: &Outcome) {
        match (event, rule.per) {
            (EventKind::UserPromptSubmit, Per::Turn) if outcome.action == Action::Proceed => self.0 = 0,
            (EventKind::Stop | EventKind::SubagentStop, _) if outcome.action == Action::Continue => self.0 = self.0.saturating_add(1),
            (EventKind::Stop | EventKind::SubagentStop, Per::Turn) => self.0 = 0,
            _ => {}
        }
    }
}
