//! One file for each command.

mod event;
mod fire;
mod setup;

use crate::args::{Arguments, Command};
use crate::exit_code::Done;
use crate::trouble::Trouble;

/// Runs a command.
pub(crate) fn run(arguments: &Arguments) -> Result<Done, Trouble> {
    match &arguments.command {
        Command::Fire(fire) => fire::fire(&arguments.common, fire),
        Command::Explain(fire) => fire::explain(&arguments.common, fire),
    }
}
