//! What Snell costs beside the least it could cost. Each row is a ratio to a limit that is measured in the same run, alternated with ours,
//! medians compared; a machine that is busy is busy for both.
//!
//! `cargo bench -p bench` measures everything, `cargo bench -p bench -- https memory` some of it. It exits 1 where a row misses.

mod cold;
mod https;
mod load;
mod memory;
mod native;
mod pairs;
mod processes;
mod select;
mod stage;
mod table;
mod worker;

use std::process::ExitCode;

use table::{Row, Table};

/// Measures some rows.
type Measure = fn() -> Vec<Row>;

/// What can be asked for, and who measures it.
const GROUPS: [(&str, Measure); 8] = [
    ("one", processes::one),
    ("many", processes::many),
    ("resident", memory::host),
    ("select", select::rows),
    ("load", load::rows),
    ("cold", cold::rows),
    ("https", https::rows),
    ("memory", memory::flood),
];

fn main() -> ExitCode {
    if let Some(role) = worker::role() {
        worker::play(&role);
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    if let Some(unknown) = wanted.iter().find(|name| GROUPS.iter().all(|(group, _)| group != name)) {
        eprintln!("nothing here is called `{unknown}`; there is {}", GROUPS.map(|(name, _)| name).join(", "));
        return ExitCode::FAILURE;
    }
    let mut table = Table::begin();
    for (name, measure) in GROUPS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            table.add(measure());
        }
    }
    table.end()
}
