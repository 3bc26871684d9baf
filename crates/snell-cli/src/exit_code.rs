//! Exit codes, all of them. They are a contract: 2 means that a hook blocked, and nothing else does.

use std::process::ExitCode;

use crate::trouble::Trouble;

/// What a command came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// Done; for `fire`: the operation goes ahead.
    Well,
    /// Findings, failed cases.
    Findings,
    /// `fire`: the operation is blocked, rewritten into invalid input, or the turn is kept going.
    Blocked,
}

/// The exit code of a command; trouble is told on stderr.
pub(crate) fn of(result: Result<Done, Trouble>) -> ExitCode {
    match result {
        Ok(Done::Well) => ExitCode::SUCCESS,
        Ok(Done::Findings) => ExitCode::from(1),
        Ok(Done::Blocked) => ExitCode::from(2),
        Err(trouble) => {
            eprintln!("snell: {trouble}");
            ExitCode::from(3)
        }
    }
}

/// clap's own exit code for bad usage is 2, which here would mean "blocked".
pub(crate) fn of_usage(error: &clap::Error) -> ExitCode {
    // Nothing is left to be told where even this cannot be printed.
    let _ = error.print();
    if error.use_stderr() { ExitCode::from(3) } else { ExitCode::SUCCESS }
}
