//! Chores of the workspace: `cargo xtask licences`.

mod licences;

use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match std::env::args().nth(1).as_deref() {
        Some("licences") => licences::check(),
        Some(other) => Err(format!("no chore `{other}`; there is `licences`")),
        None => Err("which chore? there is `licences`".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
