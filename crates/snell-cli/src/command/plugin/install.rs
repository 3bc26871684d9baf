//! `snell plugin install` and `remove`.

use std::path::Path;

use snell::Dialect;
use snell::install::{self, InstallReport, Opened};

use super::{dialect, setup, show, trouble};
use crate::args::Common;
use crate::command::ask::{ask, may_ask};
use crate::command::fire::Watched;
use crate::exit_code::Done;
use crate::trouble::Trouble;
use crate::world::World;

/// Shows what a plugin will run, asks, and installs it.
pub(super) fn install(common: &Common, packed: &Path, yes: bool, world: &mut World<'_>) -> Result<Done, Trouble> {
    let dialect = dialect(common, world)?.clone();
    let opened = install::open(&dialect, &setup::absolute(packed)?).map_err(trouble)?;
    if !yes && !agreed(common, &dialect, &opened, world)? {
        world.tell("snell: not installed: nothing was changed");
        return Ok(Done::Findings);
    }
    let (builder, watched) = Watched::begin(setup::builder_for(common, world, &dialect, None)?, world);
    let report = install::install(builder, &opened).map_err(trouble)?;
    told(common, &report, "installed", watched, world)
}

fn agreed(common: &Common, dialect: &Dialect, opened: &Opened, world: &mut World<'_>) -> Result<bool, Trouble> {
    let home = setup::home(common)?;
    let before = install::plugins_directory(dialect, &home).join(&opened.name);
    let before = before.is_dir().then(|| install::version(dialect, &before).unwrap_or_else(|| "what is installed".to_owned()));
    let text = show::offered(&setup::here(common)?, dialect, opened, before.as_deref());
    world.tell(text.trim_end());
    if !may_ask(world) {
        return Err(Trouble::new("not installed: there is no terminal to ask on").help("--yes installs it without asking"));
    }
    Ok(matches!(ask("install it? [y/N]", world).as_str(), "y" | "yes"))
}

/// Runs a plugin's Uninstall hooks and removes it.
pub(super) fn remove(common: &Common, name: &str, world: &mut World<'_>) -> Result<Done, Trouble> {
    let dialect = dialect(common, world)?.clone();
    let (builder, watched) = Watched::begin(setup::builder_for(common, world, &dialect, None)?, world);
    let report = install::remove(builder, name).map_err(trouble)?;
    let kept = setup::variable_store(common)?.read().is_ok_and(|entries| !entries.names(name).is_empty());
    if kept {
        world.tell(&format!("snell: the variables of `{name}` are kept; `snell plugin variables {name} unset KEY` forgets one"));
    }
    told(common, &report, "removed", watched, world)
}

fn told(common: &Common, report: &InstallReport, what: &str, watched: Watched, world: &mut World<'_>) -> Result<Done, Trouble> {
    let signal = watched.end();
    if common.json {
        world.print_json(report)?;
    } else {
        let here = setup::here(common)?;
        world.print(&show::done(report, what, &here))?;
    }
    Ok(signal.map_or(Done::Well, Done::Interrupted))
}
