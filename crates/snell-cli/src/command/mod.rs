//! One file for each command.

mod ask;
pub(crate) mod bridge;
mod check;
mod completions;
pub(crate) mod convert;
mod depth;
mod dialects;
pub(crate) mod disable;
mod event;
mod fire;
mod hooks;
pub(crate) mod import;
mod list;
mod log;
pub(crate) mod plugin;
mod ready;
pub(crate) mod review;
mod schema;
pub(crate) mod setup;
mod target;
mod trust;
mod unseen;

use crate::args::{Arguments, Command};
use crate::exit_code::Done;
use crate::trouble::Trouble;
use crate::world::World;

/// Runs a command.
pub(crate) fn run(arguments: &Arguments, world: &mut World<'_>) -> Result<Done, Trouble> {
    let common = &arguments.common;
    match &arguments.command {
        Command::Fire(fire) => fire::fire(common, fire, world),
        Command::Explain(fire) => fire::explain(common, fire, world),
        Command::List(list) => list::list(common, list, world),
        Command::Check(check) => check::check(common, check, world),
        Command::Trust(trust) => trust::trust(common, trust, world),
        Command::Disable(named) => disable::disable(common, named, world),
        Command::Enable(named) => disable::enable(common, named, world),
        Command::Hooks(around) => hooks::hooks(common, around, world),
        Command::Log(log) => log::log(common, log, world),
        Command::Bridge { bridge } => bridge::bridge(common, bridge, world),
        Command::Convert(convert) => convert::convert(common, convert, world),
        Command::Import(import) => import::import(common, import, world),
        Command::Plugin { plugin } => plugin::plugin(common, plugin, world),
        Command::Dialects => dialects::dialects(common, world),
        Command::Schema { name } => schema::schema(name.as_deref(), world),
        Command::Completions { shell } => completions::completions(*shell, world),
    }
}
