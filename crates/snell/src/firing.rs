//! Events on their way: chosen and prepared, run together, concluded. One engine fires one event; a bridge fires one event at several.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use snell_core::dialect::Event as Row;
use snell_core::hook::Hook;
use snell_core::prepare::{Prepared, prepare};
use snell_core::select::Selection;
use snell_core::{Completion, Event, Invocation, Trace};

use crate::engine::Engine;
use crate::fire::{Call, Fired, Ran, concluded};
use crate::journal::Moment;
use crate::load::Configuration;
use crate::observer::Progress;

/// One event at one engine, with everything decided that can be decided before a hook runs.
pub(crate) struct Firing<'a> {
    engine: &'a Engine,
    configuration: Arc<Configuration>,
    told: Event,
    call: Call<'a>,
    moment: Moment,
    step: Step,
}

enum Step {
    /// No hook has a say, for this reason.
    Quiet(Trace),
    /// What is to run.
    Chosen { event: Event, selection: Selection, prepared: Vec<Prepared> },
}

impl<'a> Firing<'a> {
    /// Selects and prepares.
    pub(crate) fn begin(engine: &'a Engine, event: &Event, call: Call<'a>) -> Self {
        let (configuration, moment) = (engine.configuration(), Moment::now());
        let step = chosen(engine, &configuration, event, &call);
        Firing { engine, configuration, told: event.clone(), call, moment, step }
    }

    /// Whether anything is to run.
    pub(crate) fn runs(&self) -> bool {
        matches!(&self.step, Step::Chosen { prepared, .. } if !prepared.is_empty())
    }

    fn row(&self) -> Option<&'a Row> {
        self.engine.dialect().event(self.told.kind)
    }
}

fn chosen(engine: &Engine, configuration: &Configuration, event: &Event, call: &Call<'_>) -> Step {
    let (dialect, hooks) = (engine.dialect(), &configuration.hooks);
    let Some(row) = dialect.event(event.kind) else { return Step::Quiet(Trace::default()) };
    let selected = configuration.memo.select(dialect, row, hooks, event, call.continuations);
    if let Some(trace) = &selected.quiet {
        return Step::Quiet(trace.clone());
    }
    let event = engine.completed(event, configuration);
    let selection = selected.selection.clone();
    let prepared = match selection.chosen().next() {
        Some(_) => prepare(dialect, row, hooks, selection.chosen(), &event, engine.surroundings(configuration)),
        None => Vec::new(),
    };
    Step::Chosen { event, selection, prepared }
}

/// Runs the hooks of all of them in one round, by the runner of one engine, and concludes each.
pub(crate) fn together(runner: &Engine, firings: Vec<Firing<'_>>) -> Vec<Fired> {
    let configurations: Vec<Arc<Configuration>> = firings.iter().map(|firing| firing.configuration.clone()).collect();
    let mut round = Round::default();
    let mut begun = Vec::with_capacity(firings.len());
    for (mut firing, configuration) in firings.into_iter().zip(&configurations) {
        let mut gate = firing.engine.gate(configuration);
        let parts = match &mut firing.step {
            Step::Quiet(_) => 0..0,
            Step::Chosen { selection, prepared, .. } => {
                gate.close(selection, prepared);
                round.add(configuration, std::mem::take(prepared))
            }
        };
        begun.push((firing, configuration, gate, parts));
    }
    let swept = round.run(runner);
    let mut ran = round.ran.into_iter();
    let mut take = |parts: Range<usize>| ran.by_ref().take(parts.len()).collect::<Vec<Ran>>();
    begun
        .into_iter()
        .enumerate()
        .map(|(at, (firing, configuration, mut gate, parts))| {
            let mut fired = match (&firing.step, firing.row()) {
                (Step::Chosen { event, selection, .. }, Some(row)) => {
                    gate.look_back(selection);
                    let (dialect, hooks) = (firing.engine.dialect(), &configuration.hooks);
                    let heard = take(parts).into_iter().map(|ran| ran.interpreted(dialect, row, event, hooks)).collect();
                    let mut fired = concluded(dialect, row, event, hooks, selection, heard, &firing.call);
                    fired.trace.swept = if at == 0 { swept } else { 0 };
                    gate.note(selection, Arc::make_mut(&mut fired.trace.steps).as_mut_slice());
                    fired
                }
                (Step::Quiet(trace), _) => Fired::proceed(trace.clone()),
                _ => Fired::proceed(Trace::default()),
            };
            if let Some(journal) = firing.engine.journal().filter(|_| firing.row().is_some()) {
                fired.record = journal.enter(firing.engine, configuration, &firing.told, &fired, &firing.moment);
            }
            fired
        })
        .collect()
}

/// What is run together; what was refused has no completion.
#[derive(Default)]
struct Round<'c> {
    ran: Vec<Ran>,
    invocations: Vec<Invocation>,
    hooks: Vec<&'c Hook>,
}

impl<'c> Round<'c> {
    /// Adds what was prepared. Gives its place among what is run.
    fn add(&mut self, configuration: &'c Configuration, prepared: Vec<Prepared>) -> Range<usize> {
        let begin = self.ran.len();
        for one in prepared {
            let refused = match one.task {
                Ok(invocation) => {
                    self.invocations.push(invocation);
                    self.hooks.push(&configuration.hooks.hooks()[one.hook]);
                    None
                }
                Err(failure) => Some(failure),
            };
            self.ran.push(Ran { hook: one.hook, notes: one.notes, refused, completion: None });
        }
        begin..self.ran.len()
    }

    /// Runs. Gives how many processes were swept up afterwards.
    fn run(&mut self, engine: &Engine) -> usize {
        if self.invocations.is_empty() {
            return 0;
        }
        let shared = engine.shared();
        let hooks = std::mem::take(&mut self.hooks);
        let progress = Progress { observer: shared.builder.observer.as_deref(), hooks, swept: Cell::new(0) };
        let completions: Vec<Completion> = shared.run.run(&self.invocations, &progress, &shared.builder.cancel);
        for (ran, completion) in self.ran.iter_mut().filter(|ran| ran.refused.is_none()).zip(completions) {
            ran.completion = Some(completion);
        }
        progress.swept.get()
    }
}
