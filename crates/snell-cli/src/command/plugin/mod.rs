//! `snell plugin`: packs, installs and removes plugins, and keeps the values of their variables.

mod args;
mod install;
mod list;
mod pack;
mod show;
mod variables;

use snell::Dialect;
use snell::pack::PackageFault;

pub(crate) use args::Plugin;

use super::setup;
use crate::args::Common;
use crate::exit_code::Done;
use crate::trouble::Trouble;
use crate::world::World;

/// Does what was asked.
pub(crate) fn plugin(common: &Common, plugin: &Plugin, world: &mut World<'_>) -> Result<Done, Trouble> {
    match plugin {
        Plugin::Pack { source, out, accept } => pack::pack(common, source, out.as_deref(), accept, world),
        Plugin::Check { source } => pack::check(common, source, world),
        Plugin::Install { packed, yes } => install::install(common, packed, *yes, world),
        Plugin::Remove { name } => install::remove(common, name, world),
        Plugin::List => list::list(common, world),
        Plugin::Variables { name, action } => variables::variables(common, name, action, world),
    }
}

/// The dialect whose plugins are meant: the one that was named, or the only one that packs them.
fn dialect<'d>(common: &Common, world: &'d World<'_>) -> Result<&'d Dialect, Trouble> {
    if let Some(name) = &common.dialect {
        return setup::named(world, name);
    }
    let mut packing = world.dialects.detected().into_iter().filter(|dialect| dialect.manifest.is_some());
    match (packing.next(), packing.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(Trouble::new("plugins of which dialect?").help("name it with --dialect")),
    }
}

fn trouble(fault: PackageFault) -> Trouble {
    let trouble = Trouble::new(fault.to_string());
    match fault.help {
        Some(help) => trouble.help(help),
        None => trouble,
    }
}
