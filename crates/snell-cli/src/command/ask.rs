//! Questions to a person on a terminal. Where there is none, nothing is asked.

use std::io::{BufRead, IsTerminal, stdin};

use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

use crate::trouble::Trouble;
use crate::world::World;

/// Whether there is somebody to ask.
pub(super) fn may_ask(world: &World<'_>) -> bool {
    world.alone && stdin().is_terminal()
}

/// Asks, and gives the answer in lowercase; an empty one where nothing came.
pub(super) fn ask(question: &str, world: &mut World<'_>) -> String {
    prompt(question, world);
    let mut answer = String::new();
    let heard = stdin().lock().read_line(&mut answer).is_ok();
    if heard { answer.trim().to_ascii_lowercase() } else { String::new() }
}

/// Asks for a value that must not be seen: it is not shown while it is typed.
pub(super) fn secret(question: &str, world: &mut World<'_>) -> Result<String, Trouble> {
    let failed = |what: String| Trouble::new(format!("the terminal cannot be read: {what}"));
    let shown = tcgetattr(stdin()).map_err(|error| failed(error.to_string()))?;
    let mut hidden = shown.clone();
    hidden.local_modes -= LocalModes::ECHO;
    tcsetattr(stdin(), OptionalActions::Flush, &hidden).map_err(|error| failed(error.to_string()))?;
    prompt(question, world);
    let mut value = String::new();
    let read = stdin().lock().read_line(&mut value);
    // The terminal is the person's again, whatever came of it.
    let restored = tcsetattr(stdin(), OptionalActions::Flush, &shown);
    world.tell("");
    read.map_err(|error| failed(error.to_string()))?;
    restored.map_err(|error| failed(error.to_string()))?;
    Ok(value.trim_end_matches(['\n', '\r']).to_owned())
}

/// Nothing is left to be told where even this cannot be written.
fn prompt(question: &str, world: &mut World<'_>) {
    let _ = write!(world.err, "{question} ").and_then(|()| world.err.flush());
}
