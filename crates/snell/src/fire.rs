//! `fire`: the whole flow for one event, on one screen.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use snell_core::dialect::{Dialect, Event as Row};
use snell_core::envelope::{self, Circumstances};
use snell_core::hook::Handler;
use snell_core::interpret::{Heard, interpret, is_muted};
pub use snell_core::merge::Accepts;
use snell_core::merge::{Part, merge};
use snell_core::outcome::{Action, Outcome};
use snell_core::policy;
use snell_core::prepare::Surroundings;
use snell_core::select::{Choice, Selection, Why};
use snell_core::trace::{State, Step, Trace};
use snell_core::{Code, Completion, Decision, Diagnostic, Event, Failure, FailureKind, Hook, HookSet, Verdict};
use snell_system::{Machine, clock};

use crate::engine::Engine;
use crate::firing::{self, Firing};
use crate::load::Configuration;
use crate::trust::Gate;

/// What came of an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Fired {
    /// What the agent is to do.
    pub outcome: Outcome,
    /// What became of every hook.
    pub trace: Trace,
    /// The id of its record, where it stands in a [`Journal`](crate::Journal).
    pub record: Option<String>,
}

impl Fired {
    pub(crate) fn proceed(trace: Trace) -> Fired {
        Fired { outcome: Outcome::proceed(), trace, record: None }
    }
}

/// What the host knows beside the event.
#[derive(Clone, Copy, Default)]
pub struct Call<'a> {
    /// How often hooks kept this turn (run) going already.
    pub continuations: u32,
    /// The host's check of a replaced input against the tool's schema; the error says what is wrong. Without, every object is accepted.
    pub accepts: Option<Accepts<'a>>,
}

impl Engine {
    /// Fires an event that has no past: no continuations, no schema. Blocks until every hook has ended.
    pub fn fire(&self, event: &Event) -> Fired {
        self.fire_with(event, &Call::default())
    }

    /// Fires an event.
    pub fn fire_with(&self, event: &Event, call: &Call<'_>) -> Fired {
        let mut fired = firing::together(self, vec![Firing::begin(self, event, *call)]);
        fired.pop().unwrap_or_else(|| Fired::proceed(Trace::default()))
    }

    /// What [`fire_with`](Engine::fire_with) would do, without doing it.
    pub fn explain(&self, event: &Event, call: &Call<'_>) -> Trace {
        let configuration = self.configuration();
        let (dialect, hooks) = (self.dialect(), &configuration.hooks);
        let Some(row) = dialect.event(event.kind) else { return Trace::default() };
        let selected = configuration.memo.select(dialect, row, hooks, event, call.continuations);
        let mut selection = selected.selection.clone();
        let mut gate = self.gate(&configuration);
        gate.close(&mut selection, &mut Vec::new());
        let steps = selection.choices.iter().map(|choice| {
            let hook = &hooks.hooks()[choice.hook];
            let refused = || match &hook.handler {
                Handler::Http { url } => refused_address(url),
                _ => false,
            };
            let state = match choice.skipped {
                Some(why) => State::Skipped(why),
                None if refused() => State::Skipped(Why::Refused),
                None => State::WouldRun,
            };
            Step::new(hook, state)
        });
        let mut steps: Vec<Step> = steps.collect();
        gate.note(&selection, &mut steps);
        Trace { steps: Arc::new(steps), swept: 0 }
    }

    pub(crate) fn gate<'a>(&'a self, configuration: &'a Configuration) -> Gate<'a> {
        Gate::new(configuration.review.as_deref(), &self.shared().builder, &configuration.root)
    }

    /// The event with every fact that the dialect always tells.
    pub fn complete(&self, event: &Event) -> Event {
        self.completed(event, &self.configuration())
    }

    pub(crate) fn completed(&self, event: &Event, configuration: &Configuration) -> Event {
        let mut event = event.clone();
        let now = clock::now();
        let world = Circumstances { now: &now, cwd: self.cwd(), root: &configuration.root, fresh_id: &clock::fresh_id };
        for row in self.dialect().rows(event.kind) {
            envelope::complete(self.dialect(), row, &mut event, &world);
        }
        event
    }

    pub(crate) fn surroundings<'a>(&'a self, configuration: &'a Configuration) -> Surroundings<'a> {
        static LOOK: std::sync::LazyLock<Machine> = std::sync::LazyLock::new(Machine::default);
        Surroundings { root: &configuration.root, inherited: self.shared().inherited(), look: &*LOOK }
    }
}

/// A hook that was chosen, and what running it gave.
pub(crate) struct Ran {
    pub(crate) hook: usize,
    pub(crate) notes: Vec<Diagnostic>,
    /// Why it was not run.
    pub(crate) refused: Option<Failure>,
    pub(crate) completion: Option<Completion>,
}

/// The same, understood.
pub(crate) struct Understood {
    state: State,
    heard: Heard,
}

impl Ran {
    pub(crate) fn interpreted(self, dialect: &Dialect, row: &Row, event: &Event, hooks: &HookSet) -> Understood {
        let hook = &hooks.hooks()[self.hook];
        let row = dialect.row_of(hook).unwrap_or(row);
        let (state, mut heard) = match self.completion {
            Some(completion) => {
                let heard = interpret(dialect, row, event, hook, &completion);
                (State::Ran { duration: completion.duration, end: Some(completion.end) }, heard)
            }
            None => {
                let nothing = || Failure::new(FailureKind::NotStarted, "the runner gave no completion");
                let heard = Heard { verdict: Err(self.refused.unwrap_or_else(nothing)), notes: Vec::new() };
                (State::Ran { end: None, duration: Duration::ZERO }, heard)
            }
        };
        heard.notes.splice(0..0, self.notes);
        Understood { state, heard }
    }
}

/// Folds what was heard into the outcome, and everything into the trace.
pub(crate) fn concluded(
    dialect: &Dialect,
    row: &Row,
    event: &Event,
    hooks: &HookSet,
    selection: &Selection,
    heard: Vec<Understood>,
    call: &Call<'_>,
) -> Fired {
    let mut heard = heard.into_iter();
    let mut steps = Vec::new();
    let mut parts: Vec<Part<'_>> = Vec::new();
    for choice in &selection.choices {
        let hook = &hooks.hooks()[choice.hook];
        let own = dialect.row_of(hook).unwrap_or(row);
        let muted = is_muted(own, event);
        if let Some(why) = choice.skipped {
            steps.push(Step::new(hook, State::Skipped(why)));
            parts.extend(part_of_skipped(own, hook, muted, choice));
        } else if let Some(understood) = heard.next() {
            let (step, part) = told(own, hook, muted, understood);
            steps.push(step);
            parts.push(part);
        }
    }
    let accept_all = |_: &Map<String, Value>| Ok(());
    let accepts = call.accepts.unwrap_or(&accept_all);
    let outcome = merge(row, &parts, accepts);
    note_dropped_rewrites(&outcome, &mut steps);
    Fired { outcome, trace: Trace { steps: Arc::new(steps), swept: 0 }, record: None }
}

/// Of several rewrites one stands, and beside a block none does; the others are told (N6.3).
fn note_dropped_rewrites(outcome: &Outcome, steps: &mut [Step]) {
    let rewrites = |step: &Step| step.verdict.as_ref().is_some_and(|verdict| verdict.input.is_some());
    let winner = if outcome.action == Action::Proceed { steps.iter().rposition(rewrites) } else { None };
    let why = if outcome.action == Action::Proceed { "a later rewrite stands" } else { "the call was refused" };
    for (_, step) in steps.iter_mut().enumerate().filter(|(index, step)| rewrites(step) && Some(*index) != winner) {
        step.notes.push(Diagnostic::new(Code::RewriteDropped, format!("its rewrite is not used: {why}")));
    }
}

/// A hook that was not run takes part where it blocks all the same (E1.2), and at the limit, where it goes unheard.
fn part_of_skipped<'h>(row: &Row, hook: &'h Hook, muted: bool, choice: &Choice) -> Option<Part<'h>> {
    let verdict = policy::settle_skipped(row, hook, muted, choice);
    let unheard = choice.skipped == Some(Why::Limit) && choice.concerned;
    (verdict.is_some() || unheard).then_some(Part { hook: &hook.name, verdict })
}

fn told<'h>(row: &Row, hook: &'h Hook, muted: bool, understood: Understood) -> (Step, Part<'h>) {
    let Understood { state, mut heard } = understood;
    let verdict = policy::settle(row, hook, muted, &mut heard);
    if let Some(switch) = hook.source.switch.as_ref().filter(|_| verdict.as_ref().is_some_and(blocks)) {
        let message = format!("it comes from another agent's file, `{}`", hook.place.path.display());
        heard.notes.push(Diagnostic::new(Code::ForeignSource, message).help(format!("`{switch}` turns that file's hooks off")));
    }
    let mut step = Step::new(hook, state);
    step.say(hook, heard.verdict);
    step.notes = heard.notes;
    (step, Part { hook: &hook.name, verdict })
}

fn blocks(verdict: &Verdict) -> bool {
    matches!(verdict.decision, Some(Decision::Block | Decision::End))
}

/// Whether a url is refused as it is written (N9.1, N9.2): it is no `https:`, or spells out an address that is not dialled. Nothing is looked
/// up or dialled.
fn refused_address(url: &str) -> bool {
    let is_no_https = !url.starts_with('$') && !url.get(..8).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https://"));
    let has_fixed_scheme = url.split_once(':').is_some_and(|(scheme, _)| !scheme.contains('$'));
    is_no_https && has_fixed_scheme || snell_system::http::guard::literal(url).is_some_and(|address| address.is_err())
}

#[cfg(feature = "tokio")]
impl Engine {
    /// Fires an event from an asynchronous host: the same as [`fire`](Engine::fire), on a thread of tokio's blocking pool.
    ///
    /// # Panics
    ///
    /// Where the runtime is shutting down, or an observer panicked.
    pub async fn fire_async(&self, event: Event) -> Fired {
        let engine = self.clone();
        tokio::task::spawn_blocking(move || engine.fire(&event)).await.expect("the runtime is alive and observers do not panic")
    }
}
