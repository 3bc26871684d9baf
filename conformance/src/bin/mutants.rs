//! Changes every cell of the dialects' tables, one at a time, and prints those changes that no case notices.
//!
//! `mutants [PART]`: only cells whose dialect and path hold PART. A change that nobody notices and nobody excuses fails the run, and so does,
//! when all cells of its dialect are tried, a line of `equivalent-mutants.txt` that excuses nothing.

use std::process::ExitCode;

use conformance::trial::{self, Watch};
use snell_core::Dialect;

fn main() -> ExitCode {
    let part = std::env::args().nth(1).unwrap_or_default();
    // A panic is told as such; its words would only be noise.
    std::panic::set_hook(Box::new(|_| {}));
    let dialects: Vec<Dialect> = snell::dialects::all().into_iter().cloned().collect();
    let watch = Watch { tell: &|text| println!("{text}"), until: None };
    let trial = match trial::of(&dialects, |mutant, _| format!("{} {}", mutant.dialect, mutant.path).contains(&part), &watch) {
        Ok(trial) => trial,
        Err(fault) => {
            eprintln!("{fault}");
            return ExitCode::from(3);
        }
    };
    let whole = |line: &&String| part.is_empty() || line.split(' ').next() == Some(&part);
    let stale: Vec<&String> = trial.stale.iter().filter(whole).collect();
    for line in &stale {
        println!("stale: {line}");
    }
    println!("{} mutants, {} survived; {} lines excuse nothing", trial.tried, trial.survivors.len(), stale.len());
    if trial.survivors.is_empty() && stale.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
