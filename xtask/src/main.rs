//! Chores of the workspace: `cargo xtask licences`, `cargo xtask soak`.

mod licences;
mod soak;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.split_first().map(|(chore, rest)| (chore.as_str(), rest)) {
        Some(("licences", _)) => licences::check(),
        Some(("soak", rest)) => soak::soak(rest),
        Some((other, _)) => Err(format!("no chore `{other}`; there are `licences` and `soak`")),
        None => Err("which chore? there are `licences` and `soak`".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
