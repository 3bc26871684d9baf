//! Plays the cases against a mutant until one fails.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use snell_core::Dialect;

use crate::mutate::Mutant;
use crate::page::{Case, Fault, Step};
use crate::run;
use crate::sandbox::Sandbox;

/// Real processes that take longer than this are not run again for each mutant: what they show is time, and no table's.
const SLOW: Duration = Duration::from_millis(400);

/// Cases of one dialect, laid out once, those that killed lately first.
pub struct Jury {
    ready: Vec<Ready>,
    /// Indices of `ready`, scripted cases before real processes.
    order: Mutex<Vec<usize>>,
}

struct Ready {
    case: Case,
    /// Its files, where it leaves them as they are.
    sandbox: Option<Sandbox>,
    scripted: bool,
}

impl Ready {
    /// Whether the case fails under the mutated tables, and holds under the true ones when it is played again in the same manner. Where it
    /// does not, an earlier mutant has left something behind, or the machine was slow: then both are played in sandboxes of their own.
    fn notices(&self, mutated: &[Dialect], dialects: &[Dialect]) -> bool {
        let fails = |dialects| !self.play(dialects).is_empty();
        let fails_anew = |dialects| !run::case(&self.case, dialects).is_empty();
        fails(mutated) && (!fails(dialects) || fails_anew(mutated) && !fails_anew(dialects))
    }

    fn play(&self, dialects: &[Dialect]) -> Vec<Fault> {
        match &self.sandbox {
            Some(sandbox) => run::play(&self.case, sandbox, dialects, false),
            None => run::case(&self.case, dialects),
        }
    }
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A case fails that holds without the change: its page and line.
    Killed(String),
    /// No case fails.
    Survived,
    /// The engine panicked, which no table may make it do.
    Panicked,
}

impl Jury {
    /// Takes the cases of a dialect that hold for its own tables.
    ///
    /// # Errors
    /// A case that does not hold as it is.
    pub fn new(cases: impl IntoIterator<Item = Case>, dialects: &[Dialect]) -> Result<Jury, String> {
        let mut ready = Vec::new();
        for case in cases {
            let scripted = case.steps.iter().all(|step| !matches!(step, Step::Call(call) if !call.is_scripted()));
            let begun = Instant::now();
            let sandbox = Sandbox::new()?;
            let faults = run::play(&case, &sandbox, dialects, true);
            if let Some(fault) = faults.first() {
                return Err(crate::suite::told(fault));
            }
            if scripted || begun.elapsed() < SLOW {
                ready.push(Ready { sandbox: case.is_pure().then_some(sandbox), case, scripted });
            }
        }
        ready.sort_by_key(|one| !one.scripted);
        let order = Mutex::new((0..ready.len()).collect());
        Ok(Jury { ready, order })
    }

    /// How many cases there are, and how many of them are scripted.
    pub fn size(&self) -> (usize, usize) {
        (self.ready.len(), self.ready.iter().filter(|one| one.scripted).count())
    }

    /// Plays cases against a mutant until one fails.
    pub fn judge(&self, mutant: &Mutant, dialects: &[Dialect]) -> Fate {
        let replaced = |dialect: &Dialect| if dialect.name == mutant.dialect { mutant.tables.clone() } else { dialect.clone() };
        let mutated: Vec<Dialect> = dialects.iter().map(replaced).collect();
        let order = self.order.lock().map(|order| order.clone()).unwrap_or_default();
        for index in order {
            let one = &self.ready[index];
            let verdict = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| one.notices(&mutated, dialects)));
            match verdict {
                Err(_) => return Fate::Panicked,
                Ok(false) => {}
                Ok(true) => {
                    self.promote(index);
                    return Fate::Killed(format!("{}:{}", one.case.page.display(), one.case.line));
                }
            }
        }
        Fate::Survived
    }

    /// Neighbouring cells are mostly killed by the same case: it comes first next time, among its kind.
    fn promote(&self, index: usize) {
        if let Ok(mut order) = self.order.lock() {
            order.retain(|other| *other != index);
            let first = if self.ready[index].scripted { 0 } else { order.iter().take_while(|at| self.ready[**at].scripted).count() };
            order.insert(first, index);
        }
    }
}
