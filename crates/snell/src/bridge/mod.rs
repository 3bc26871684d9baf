//! The bridge: an agent says what happened, and the user's hooks for other agents hear it, each by its own agent's rules (B1, B2, B4, B8).
//!
//! One native event goes to one engine for each dialect, all hooks run in one round, each dialect's own merge gives an outcome, and the
//! outcomes are joined and answered in the agent's words.

mod payload;
mod turns;

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value};
use snell_core::answer::{Answer, answer};
use snell_core::dialect::Event as Row;
use snell_core::hook::{OnFailure, Status};
use snell_core::{Dialect, Event, EventKind, Fact, hear};

use crate::engine::Engine;
use crate::fire::{Call, Fired};
use crate::firing::{Firing, together};
use crate::{Action, Outcome};

pub use payload::NativePayload;
pub use turns::Turns;

/// An agent, and the engines of the hooks that run under it.
///
/// ```
/// use snell::bridge::Bridge;
/// use snell::{Engine, Trust, dialects};
/// # let home = tempfile::tempdir().unwrap();
/// # std::fs::create_dir_all(home.path().join(".claude")).unwrap();
/// # std::fs::write(home.path().join(".claude/settings.json"), r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks":
/// #   [{"type": "command", "command": "grep -q 'rm -rf' && { echo 'never' >&2; exit 2; }; exit 0"}]}]}}"#).unwrap();
///
/// // A guard written for Claude Code, under Gemini CLI.
/// let engine = Engine::builder(dialects::claude()).home(home.path()).cwd(home.path()).build();
/// let bridge = Bridge::new(dialects::gemini(), vec![engine]);
/// let native = serde_json::json!({
///     "hook_event_name": "BeforeTool", "tool_name": "run_shell_command", "tool_input": { "command": "rm -rf build" }
/// });
/// let row = dialects::gemini().event_named("BeforeTool").unwrap();
/// let answer = bridge.cross(row, native.as_object().unwrap());
/// assert_eq!(answer.text(), "{\"decision\":\"deny\",\"reason\":\"never\"}\n");
/// ```
pub struct Bridge<'a> {
    host: &'a Dialect,
    engines: Vec<Engine>,
    turns: Option<Turns>,
    payload: Option<NativePayload>,
}

impl<'a> Bridge<'a> {
    /// A bridge to this agent.
    pub fn new(host: &'a Dialect, engines: Vec<Engine>) -> Self {
        Bridge { host, engines, turns: None, payload: None }
    }

    /// Where it is counted how often hooks kept a turn going; without, every stop is the first.
    pub fn turns(mut self, turns: Turns) -> Self {
        self.turns = Some(turns);
        self
    }

    /// The file that hooks may read the native payload from. It is written where a hook runs, and lives as long as the bridge.
    pub fn native_payload(mut self, payload: NativePayload) -> Self {
        self.payload = Some(payload);
        self
    }

    /// Runs the hooks of a native event, and answers it.
    pub fn cross(&self, row: &Row, envelope: &Map<String, Value>) -> Answer {
        let event = hear::hear_as(self.host, row, envelope);
        if hear::is_repetition(row, &event) {
            return self.proceed(row, &event);
        }
        let crossed = catch_unwind(AssertUnwindSafe(|| self.outcome(&event, envelope)));
        let outcome = crossed.unwrap_or_else(|_| self.broken(event.kind, "the bridge broke off inside this program"));
        answer(self.host, row, &event, &outcome)
    }

    /// Answers an event that could not be heard, for this reason: a hook that is to block when it fails decides (B8).
    pub fn unheard(&self, row: &Row, why: &str) -> Answer {
        answer(self.host, row, &Event::new(row.kind), &self.broken(row.kind, why))
    }

    /// Answers an event that lies too deep for any hook to be run: gates refuse, for this reason (B6).
    pub fn refuse(host: &Dialect, row: &Row, why: &str) -> Answer {
        let outcome = if row.is_gate() { refusal(row.kind, why) } else { Outcome::proceed() };
        answer(host, row, &Event::new(row.kind), &outcome)
    }

    fn proceed(&self, row: &Row, event: &Event) -> Answer {
        answer(self.host, row, event, &Outcome::proceed())
    }

    fn outcome(&self, event: &Event, envelope: &Map<String, Value>) -> Outcome {
        let counts = self.turns.as_ref().map(|turns| turns.of(self.host, event));
        if counts.as_ref().is_some_and(|counts| counts.is_our_own(event)) {
            return Outcome::proceed();
        }
        let mut told = event.clone();
        let most = self.engines.iter().map(|engine| counts.as_ref().map_or(0, |counts| counts.rounds(engine.dialect()))).max();
        if matches!(event.kind, EventKind::Stop | EventKind::SubagentStop) && most > Some(0) {
            told.set(Fact::StopHookActive, true);
        }
        // What the agent does in one call may be several for those who guard a path.
        let calls: Vec<Event> = hear::calls(&told);
        let heard: Vec<&Engine> = self.engines.iter().filter(|engine| has_a_say(engine)).collect();
        let pairs = || heard.iter().flat_map(|engine| calls.iter().map(move |call| (*engine, call)));
        let firings: Vec<Firing<'_>> = pairs()
            .map(|(engine, call)| {
                let continuations = counts.as_ref().map_or(0, |counts| counts.rounds(engine.dialect()));
                Firing::begin(engine, call, Call { continuations, accepts: None })
            })
            .collect();
        let written = self.payload.as_ref().filter(|_| firings.iter().any(Firing::runs)).map(|payload| payload.write(envelope));
        let fired = self.engines.first().map_or_else(Vec::new, |first| together(first, firings));
        drop(written);
        let said = |((engine, call), fired): ((&Engine, &Event), &Fired)| {
            let outcome = fired.outcome.clone().in_common_words(engine.dialect(), call);
            if hear::is_part(call, &told) { Outcome { input: None, ..outcome } } else { outcome }
        };
        let outcome = Outcome::join(pairs().zip(&fired).map(said));
        if let Some(mut counts) = counts {
            for ((engine, _), fired) in pairs().zip(&fired) {
                counts.note(engine.dialect(), event.kind, &fired.outcome);
            }
            counts.hold(&outcome);
            counts.keep();
        }
        outcome
    }

    /// What an error of ours comes to: the strictest hook that might have been chosen decides (B8).
    fn broken(&self, kind: EventKind, why: &str) -> Outcome {
        let blocks = |engine: &Engine| {
            let hooks = engine.hooks();
            hooks.of_event(kind).iter().map(|index| &hooks.hooks()[*index]).any(|hook| {
                let is_gate = engine.dialect().row_of(hook).is_some_and(Row::is_gate);
                let is_on = matches!(hook.status, Status::Ready | Status::Unconfigured | Status::Broken);
                is_gate && is_on && hook.on_failure == OnFailure::Block
            })
        };
        if self.engines.iter().any(blocks) { refusal(kind, why) } else { Outcome::proceed() }
    }
}

/// Nothing was found where the dialect's hooks would be: there is nothing to run, to count or to record.
fn has_a_say(engine: &Engine) -> bool {
    let hooks = engine.hooks();
    !hooks.hooks().is_empty() || !hooks.diagnostics.is_empty()
}

fn refusal(kind: EventKind, why: &str) -> Outcome {
    let holds = matches!(kind, EventKind::Stop | EventKind::SubagentStop);
    let action = if holds { Action::Continue } else { Action::Deny };
    Outcome { action, reason: Some(format!("snell: {why}")), ..Outcome::proceed() }
}
