//! Exit codes, all of them. They are a contract: 2 means that a hook blocked, and nothing else does.

use crate::print::style;
use crate::trouble::Trouble;
use crate::world::World;

/// What a command came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// Done; for `fire`: the operation goes ahead.
    Well,
    /// Findings, failed cases.
    Findings,
    /// `fire`: the operation is blocked, rewritten into invalid input, or the turn is kept going.
    Blocked,
    /// `bridge run`: what the agent is answered, this exit code included.
    Answered(u8),
    /// A signal came, and the hooks were ended.
    Interrupted(u8),
}

/// The exit code of a command; trouble is told on stderr.
pub(crate) fn of(result: Result<Done, Trouble>, world: &mut World<'_>) -> u8 {
    match result {
        Ok(Done::Well) => 0,
        Ok(Done::Findings) => 1,
        Ok(Done::Blocked) => 2,
        Ok(Done::Answered(code)) => code,
        Ok(Done::Interrupted(signal)) => 128_u8.saturating_add(signal),
        Err(trouble) => {
            world.tell(&trouble.shown());
            3
        }
    }
}

/// clap's own exit code for bad usage is 2, which here would mean "blocked".
pub(crate) fn of_usage(error: &clap::Error, world: &mut World<'_>) -> u8 {
    // SECURITY: an argument that is quoted commands no terminal. What is harmless stands as clap wrote it, lines and all.
    let text = style::harmless_lines(&error.render().to_string());
    let to = if error.use_stderr() { &mut *world.err } else { &mut *world.out };
    // Nothing is left to be told where even this cannot be written.
    let _ = write!(to, "{text}");
    if error.use_stderr() { 3 } else { 0 }
}
