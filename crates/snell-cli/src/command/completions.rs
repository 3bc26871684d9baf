//! `snell completions`: what a shell needs to complete the command's arguments.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Arguments;
use crate::exit_code::Done;
use crate::trouble::Trouble;
use crate::world::World;

pub(crate) fn completions(shell: Shell, world: &mut World<'_>) -> Result<Done, Trouble> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "snell", &mut script);
    world.print(&String::from_utf8_lossy(&script))?;
    Ok(Done::Well)
}
