//! Changes every cell of the dialects' tables, one at a time, and prints those changes that no case notices.
//!
//! `mutants [PART]`: only cells whose path holds PART.

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
    for (line, _) in trial.excused.iter().filter(|(_, count)| *count == 0 && part.is_empty()) {
        println!("unused excuse: {line}");
    }
    println!("{} mutants, {} survived", trial.tried, trial.survivors.len());
    if trial.survivors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
