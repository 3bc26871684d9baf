//! `snell dialects`: how the dialects differ, table by table.

use snell::Dialect;
use snell::report::DialectsReport;

use super::setup;
use crate::args::Common;
use crate::exit_code::Done;
use crate::print;
use crate::trouble::Trouble;
use crate::world::World;

pub(crate) fn dialects(common: &Common, world: &mut World<'_>) -> Result<Done, Trouble> {
    let shown: Vec<&Dialect> = match &common.dialect {
        Some(name) => vec![setup::named(world, name)?],
        None => world.dialects.all(),
    };
    if common.json {
        let report = DialectsReport::new(&shown);
        world.print_json(&report)?;
    } else {
        let text = print::dialects::comparison(&shown);
        world.print(&text)?;
    }
    Ok(Done::Well)
}
