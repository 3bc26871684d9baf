//! All mutants of all dialects before their juries; who survives, and who may.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use snell_core::Dialect;

use crate::kill::{Fate, Jury};
use crate::matching::fits;
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

/// A trial of some mutants.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// How many were tried.
    pub tried: usize,
    /// Who survived and may not.
    pub survivors: Vec<Survivor>,
    /// Lines of the list of those that may survive, with how many each let through.
    pub excused: Vec<(String, usize)>,
}

/// Tries the mutants of all dialects that `wanted` picks (by their place among all), until the time is up.
///
/// # Errors
/// A page cannot be read, or a case does not hold as it is.
pub fn of(dialects: &[Dialect], wanted: impl Fn(&Mutant, usize) -> bool, until: Option<Instant>) -> Result<Trial, String> {
    let pages = suite::pages(dialects).map_err(|faults| faults.iter().map(suite::told).collect::<Vec<_>>().join("\n"))?;
    let cases: Vec<Case> = pages.into_iter().flat_map(|page| page.cases).collect();
    let excuses = Excuses::read();
    let mut trial = Trial::default();
    for dialect in dialects {
        let mutants: Vec<Mutant> =
            mutate::mutants(dialect, dialects).into_iter().enumerate().filter(|(at, one)| wanted(one, *at)).map(|(_, one)| one).collect();
        let own = cases.iter().filter(|case| case.dialect.as_deref().is_none_or(|name| name == dialect.name)).cloned();
        let jury = Jury::new(own, dialects)?;
        let (tried, survivors) = judged(&jury, &mutants, dialects, until);
        trial.tried += tried;
        trial.survivors.extend(survivors.into_iter().filter(|survivor| survivor.panicked || !excuses.excuse(&survivor.mutant)));
    }
    trial.excused = excuses.told();
    Ok(trial)
}

fn judged(jury: &Jury, mutants: &[Mutant], dialects: &[Dialect], until: Option<Instant>) -> (usize, Vec<Survivor>) {
    let next = AtomicUsize::new(0);
    let survivors = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while until.is_none_or(|until| Instant::now() < until) {
                    let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                    let fate = jury.judge(mutant, dialects);
                    if !matches!(fate, Fate::Killed(_))
                        && let Ok(mut survivors) = survivors.lock()
                    {
                        survivors.push(Survivor { mutant: mutant.clone(), panicked: fate == Fate::Panicked });
                    }
                }
            });
        }
    });
    (next.into_inner().min(mutants.len()), survivors.into_inner().unwrap_or_default())
}

/// The list of mutants that may survive, as they mean the same: `DIALECT PATH | CHANGE | why`, with `…` for anything.
struct Excuses(Vec<(String, AtomicUsize)>);

impl Excuses {
    fn read() -> Excuses {
        let lines = include_str!("../equivalent-mutants.txt").lines().map(str::trim);
        Excuses(
            lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| (line.to_owned(), AtomicUsize::new(0))).collect(),
        )
    }

    fn excuse(&self, mutant: &Mutant) -> bool {
        let is_it = |line: &str| {
            let mut parts = line.split(" | ");
            let (cell, change) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            fits(cell, &format!("{} {}", mutant.dialect, mutant.path)) && fits(change, &mutant.change)
        };
        let found = self.0.iter().find(|(line, _)| is_it(line));
        found.inspect(|(_, count)| _ = count.fetch_add(1, Ordering::Relaxed)).is_some()
    }

    fn told(self) -> Vec<(String, usize)> {
        self.0.into_iter().map(|(line, count)| (line, count.into_inner())).collect()
    }
}
