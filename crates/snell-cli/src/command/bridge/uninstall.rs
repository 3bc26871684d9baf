//! `snell bridge uninstall`: takes our entries out of an agent's own configuration.

use clap::Args;
use snell::hosts::BridgeReport;

use super::{At, place, setup, trouble};
use crate::args::Common;
use crate::exit_code::Done;
use crate::print::style::{GOOD, paint, plain};
use crate::trouble::Trouble;
use crate::world::World;

/// Where from.
#[derive(Args)]
pub(crate) struct Uninstall {
    #[command(flatten)]
    pub(crate) at: At,
}

/// The file as it was where nobody edited it since, else without our entries.
pub(crate) fn uninstall(common: &Common, uninstall: &Uninstall, world: &mut World<'_>) -> Result<Done, Trouble> {
    let agent = setup::named(world, &uninstall.at.agent)?.clone();
    let builder = setup::builder_for(common, world, &agent, None)?;
    let place = place(common, &agent, uninstall.at.scope, &builder)?;
    let change = place.uninstall().map_err(trouble)?;
    let action = if change.changes() { "uninstalled" } else { "unchanged" };
    place.write(change).map_err(trouble)?;
    let report = BridgeReport::new(action, &agent.name, &place, &[], &[]);
    if common.json {
        world.print_json(&report)?;
        return Ok(Done::Well);
    }
    let path = plain(&report.path);
    world.print(&match action {
        "unchanged" => format!("not installed: {path}\n"),
        _ => format!("{}: {path}\n", paint(GOOD, "uninstalled")),
    })?;
    Ok(Done::Well)
}
