//! `snell bridge`: hooks of one agent, under another.

mod chosen;
mod install;
mod losses;
mod run;
mod status;
mod uninstall;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use snell::hosts::{HostFault, Place};
use snell::{Builder, Dialect};

use super::setup;
use crate::args::Common;
use crate::exit_code::Done;
use crate::help;
use crate::trouble::Trouble;
use crate::world::World;

pub(crate) use install::Install;
pub(crate) use losses::Losses;
pub(crate) use run::Run;
pub(crate) use status::Status;
pub(crate) use uninstall::Uninstall;

/// What is done with the bridge.
#[derive(Subcommand)]
pub(crate) enum Bridge {
    /// Enter the bridge into an agent's own configuration
    #[command(after_help = install::HELP)]
    Install(Install),
    /// Take it out again
    Uninstall(Uninstall),
    /// Where the bridge is installed, and what is wrong with it
    #[command(after_help = status::HELP)]
    Status(Status),
    /// What is left of each hook under an agent
    #[command(after_help = losses::HELP)]
    Losses(Losses),
    /// What an agent calls: its payload on stdin, its reply on stdout
    #[command(after_help = help::BRIDGE_RUN)]
    Run(Run),
}

/// The agent, and which of its files.
#[derive(Args)]
pub(crate) struct At {
    /// The agent, by the name of its dialect
    #[arg(value_name = "AGENT")]
    pub(crate) agent: String,
    /// Whose configuration
    #[arg(long, value_name = "SCOPE", default_value = "user")]
    pub(crate) scope: Scope,
}

/// Whose configuration.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Scope {
    /// The user's
    User,
    /// The project's
    Project,
}

impl Scope {
    fn name(self) -> &'static str {
        match self {
            Scope::User => "user",
            Scope::Project => "project",
        }
    }

    fn other(self) -> Scope {
        match self {
            Scope::User => Scope::Project,
            Scope::Project => Scope::User,
        }
    }
}

/// Runs a command of the bridge.
pub(crate) fn bridge(common: &Common, bridge: &Bridge, world: &mut World<'_>) -> Result<Done, Trouble> {
    match bridge {
        Bridge::Install(install) => install::install(common, install, world),
        Bridge::Losses(losses) => losses::losses(common, losses, world),
        Bridge::Run(run) => run::run(common, run, world),
        Bridge::Status(status) => status::status(common, status, world),
        Bridge::Uninstall(uninstall) => uninstall::uninstall(common, uninstall, world),
    }
}

/// The agent's native file in a scope.
fn place<'d>(common: &Common, agent: &'d Dialect, scope: Scope, builder: &Builder) -> Result<Place<'d>, Trouble> {
    Place::of(agent, builder, scope.name(), &state(common)?).map_err(trouble)
}

/// The user's state directory; where a home is named, that home's.
fn state(common: &Common) -> Result<PathBuf, Trouble> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|state| common.home.is_none() && state.is_absolute());
    Ok(state.map_or(setup::home(common)?.join(".local/state"), |state| state))
}

/// That an agent reads another one's file itself, and how it runs its hooks.
fn left_to(agent: &Dialect, path: &str) -> String {
    let how = agent.host.as_ref().map_or("", |host| &host.reads_how);
    let by = if how.is_empty() { String::new() } else { format!("; it runs them by rules of its own: {how}") };
    format!("{} reads {path} itself: its hooks need no bridge{by}", agent.title)
}

fn trouble(fault: HostFault) -> Trouble {
    Trouble::new(fault.message).help(fault.help)
}
