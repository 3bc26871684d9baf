//! All mutants of all dialects before their juries; who survives, and who may.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use snell_core::Dialect;

use crate::excuses::Excuses;
use crate::kill::{Fate, Jury};
use crate::mutate::{self, Mutant};
use crate::page::Case;
use crate::suite;

/// So many mutants are judged at once.
const THREADS: usize = 2;

/// A mutant that no case noticed.
#[derive(Clone, Debug)]
pub struct Survivor {
    /// Which.
    pub mutant: Mutant,
    /// Whether it made the engine panic.
    pub panicked: bool,
}

impl fmt::Display for Survivor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.panicked { "PANICKED" } else { "survived" };
        write!(out, "{how} {} {} | {}", self.mutant.dialect, self.mutant.path, self.mutant.change)
    }
}

/// How a trial is watched and ended.
pub struct Watch<'w> {
    /// Is told what happens, as it happens.
    pub tell: &'w (dyn Fn(&str) + Sync),
    /// When no further mutant is tried.
    pub until: Option<Instant>,
}

/// A trial of some mutants.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// How many were tried.
    pub tried: usize,
    /// Who survived and may not.
    pub survivors: Vec<Survivor>,
    /// Lines of the list of those that may survive that let nobody through: what they speak of is killed, or is no more.
    pub stale: Vec<String>,
}

/// Tries the mutants of all dialects that `wanted` picks (by their place among all).
///
/// # Errors
/// A page cannot be read, or a case does not hold as it is.
pub fn of(dialects: &[Dialect], wanted: impl Fn(&Mutant, usize) -> bool, watch: &Watch<'_>) -> Result<Trial, String> {
    let pages = suite::pages(dialects).map_err(|faults| faults.iter().map(suite::told).collect::<Vec<_>>().join("\n"))?;
    let cases: Vec<Case> = pages.into_iter().flat_map(|page| page.cases).collect();
    let excuses = Excuses::read();
    let mut trial = Trial::default();
    for dialect in dialects {
        let own = |case: &&Case| case.dialect.as_deref() == Some(&*dialect.name);
        let own: Vec<Case> = cases.iter().filter(own).cloned().collect();
        let mutants = mutate::mutants(dialect, dialects).into_iter().enumerate().filter(|(at, one)| wanted(one, *at));
        let mutants: Vec<Mutant> = mutants.map(|(_, one)| one).collect();
        // What no page speaks of is held to account elsewhere.
        if own.is_empty() || mutants.is_empty() {
            continue;
        }
        let jury = Jury::new(own, dialects)?;
        (watch.tell)(&format!("{}: {} mutants, {:?} cases (all, scripted)", dialect.name, mutants.len(), jury.size()));
        let excused = |mutant: &Mutant| excuses.excuse(mutant);
        let (tried, survivors) = judged(&jury, &mutants, dialects, watch, &excused);
        trial.tried += tried;
        trial.survivors.extend(survivors);
    }
    trial.stale = excuses.unused();
    Ok(trial)
}

fn judged(
    jury: &Jury,
    mutants: &[Mutant],
    dialects: &[Dialect],
    watch: &Watch<'_>,
    excused: &(dyn Fn(&Mutant) -> bool + Sync),
) -> (usize, Vec<Survivor>) {
    let next = AtomicUsize::new(0);
    let survivors = Mutex::new(Vec::new());
    let judge = |mutant: &Mutant| {
        let fate = jury.judge(mutant, dialects);
        let panicked = fate == Fate::Panicked;
        if matches!(fate, Fate::Killed(_)) || !panicked && excused(mutant) {
            return;
        }
        let survivor = Survivor { mutant: mutant.clone(), panicked };
        (watch.tell)(&survivor.to_string());
        if let Ok(mut survivors) = survivors.lock() {
            survivors.push(survivor);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while watch.until.is_none_or(|until| Instant::now() < until) {
                    let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                    judge(mutant);
                }
            });
        }
    });
    (next.into_inner().min(mutants.len()), survivors.into_inner().unwrap_or_default())
}
