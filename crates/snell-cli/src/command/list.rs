//! `snell list`: every hook, where it is from, whether it will run.

use super::{event, ready, setup, unseen};
use crate::args::{Common, List};
use crate::exit_code::Done;
use crate::print;
use crate::trouble::Trouble;
use crate::world::World;

/// Statuses, as they are written.
const STATUSES: [&str; 7] = ["ready", "disabled", "untrusted", "duplicate", "switched_off", "unconfigured", "broken"];

pub(crate) fn list(common: &Common, list: &List, world: &mut World<'_>) -> Result<Done, Trouble> {
    let engine = ready::around(setup::builder(common, world, None)?, &list.around)?.build();
    let event = list.event.as_deref().map(|name| event::row(engine.dialect(), name)).transpose()?;
    let status = list.status.as_deref().map(status).transpose()?;
    let mut report = engine.list();
    report.hooks.retain(|hook| event.is_none_or(|event| hook.event == event.name()) && status.is_none_or(|status| hook.status == status));
    if common.json {
        world.print_json(&report)?;
    } else {
        let here = setup::here(common)?;
        world.print(&print::list::hooks(&here, &report, &engine.hooks().diagnostics))?;
    }
    unseen::tell(common, &engine, world);
    Ok(Done::Well)
}

fn status(name: &str) -> Result<&'static str, Trouble> {
    let spelt = name.to_ascii_lowercase().replace('-', "_");
    let known = STATUSES.into_iter().find(|known| *known == spelt);
    known.ok_or_else(|| Trouble::new(format!("no status `{name}`")).help(format!("a status is {}", STATUSES.join(", "))))
}
