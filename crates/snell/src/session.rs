//! A session: the ids that events carry, and the count of continuations.

use std::collections::HashMap;

use serde_json::Value;
use snell_core::continuation::Count;
use snell_core::outcome::Action;
use snell_core::{Event, EventKind, Fact};
use snell_system::clock;

use crate::engine::Engine;
use crate::fire::{Call, Fired};

/// One session of an agent: it states the ids that every event of it shares, tells hooks when they are keeping a turn going, and ends that
/// when it has been often enough (N7.6, R2.2).
pub struct Session {
    engine: Engine,
    id: String,
    turn: String,
    count: Count,
    /// A subagent's turns are counted apart.
    subagents: HashMap<String, Count>,
}

impl Session {
    pub(crate) fn new(engine: Engine) -> Self {
        Session { engine, id: clock::fresh_id(), turn: clock::fresh_id(), count: Count::default(), subagents: HashMap::new() }
    }

    /// The session's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How often hooks have kept the current turn (run) going.
    pub fn continuations(&self) -> u32 {
        self.count.rounds()
    }

    /// Begins a new run: whatever was counted is forgotten.
    pub fn new_run(&mut self) {
        self.count = Count::default();
        self.subagents.clear();
    }

    /// Fires an event of this session.
    pub fn fire(&mut self, event: Event) -> Fired {
        self.fire_with(event, None)
    }

    /// Fires an event of this session, with the host's check of a replaced tool input.
    pub fn fire_with(&mut self, mut event: Event, accepts: Option<crate::fire::Accepts<'_>>) -> Fired {
        if event.kind == EventKind::UserPromptSubmit {
            self.turn = clock::fresh_id();
        }
        let subagent = match event.kind {
            EventKind::SubagentStop => Some(event.text(Fact::SubagentId).unwrap_or_default().to_owned()),
            _ => None,
        };
        let mut count = subagent.as_ref().map_or(self.count, |id| self.subagents.get(id).copied().unwrap_or_default());
        // R6.1: installing and removing a plugin is no part of a session.
        if !self.engine.dialect().event(event.kind).is_some_and(|row| row.own_plugin_only) {
            state(&mut event, Fact::SessionId, || self.id.clone().into());
        }
        state(&mut event, Fact::PromptId, || self.turn.clone().into());
        if matches!(event.kind, EventKind::Stop | EventKind::SubagentStop) {
            state(&mut event, Fact::StopHookActive, || (count.rounds() > 0).into());
        }
        let fired = self.engine.fire_with(&event, &Call { continuations: count.rounds(), accepts });
        count.note(self.engine.dialect().continuations, event.kind, &fired.outcome);
        match subagent {
            Some(id) if fired.outcome.action == Action::Continue => drop(self.subagents.insert(id, count)),
            Some(id) => drop(self.subagents.remove(&id)),
            None => self.count = count,
        }
        fired
    }
}

fn state(event: &mut Event, fact: Fact, value: impl FnOnce() -> Value) {
    if event.get(fact).is_none() {
        event.set(fact, value());
    }
}
