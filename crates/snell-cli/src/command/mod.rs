//! One file for each command.

mod event;
mod fire;
mod ready;
mod setup;

use crate::args::{Arguments, Command};
use crate::exit_code::Done;
use crate::trouble::Trouble;
use crate::world::World;

/// Runs a command.
pub(crate) fn run(arguments: &Arguments, world: &mut World<'_>) -> Result<Done, Trouble> {
    match &arguments.command {
        Command::Fire(fire) => fire::fire(&arguments.common, fire, world),
        Command::Explain(fire) => fire::explain(&arguments.common, fire, world),
    }
}
