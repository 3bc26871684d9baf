//! `snell bridge`: hooks of one agent, under another.

mod run;

use clap::Subcommand;

use crate::args::Common;
use crate::exit_code::Done;
use crate::help;
use crate::trouble::Trouble;
use crate::world::World;

pub(crate) use run::Run;

/// What is done with the bridge.
#[derive(Subcommand)]
pub(crate) enum Bridge {
    /// What an agent calls: its payload on stdin, its reply on stdout
    #[command(after_help = help::BRIDGE_RUN)]
    Run(Run),
}

/// Runs a command of the bridge.
pub(crate) fn bridge(common: &Common, bridge: &Bridge, world: &mut World<'_>) -> Result<Done, Trouble> {
    match bridge {
        Bridge::Run(run) => run::run(common, run, world),
    }
}
