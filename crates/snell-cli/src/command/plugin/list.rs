//! `snell plugin list`.

use snell::install::{self, ListedPlugin, PluginsReport};

use super::setup;
use crate::args::Common;
use crate::exit_code::Done;
use crate::print::style::{BAD, BOLD, DIM, Page, count, paint, plain};
use crate::trouble::Trouble;
use crate::world::World;

/// Lists the installed plugins of every dialect, or of the one that was named.
pub(super) fn list(common: &Common, world: &mut World<'_>) -> Result<Done, Trouble> {
    let dialects = match &common.dialect {
        Some(name) => vec![setup::named(world, name)?],
        None => world.dialects.detected(),
    };
    let mut plugins = Vec::new();
    for dialect in dialects {
        plugins.extend(install::list(setup::builder_for(common, world, dialect, None)?));
    }
    if common.json {
        world.print_json(&PluginsReport::new(plugins))?;
    } else {
        let text = text(&plugins);
        world.print(&text)?;
    }
    Ok(Done::Well)
}

fn text(plugins: &[ListedPlugin]) -> String {
    let mut text = String::new();
    for plugin in plugins {
        let version = plugin.version.as_deref().map_or_else(String::new, |version| format!(" {}", plain(version)));
        let events = if plugin.events.is_empty() { String::new() } else { format!(" ({})", plugin.events.join(", ")) };
        let unmanaged = if plugin.managed { "" } else { ", not managed by `snell plugin`" };
        text.line(format_args!(
            "{}{version}: {}{events}{}",
            paint(BOLD, plain(&plugin.name)),
            count(plugin.hooks, "hook"),
            paint(DIM, format!("  {}{unmanaged}", plugin.dialect)),
        ));
        for name in &plugin.unconfigured {
            let how = format!("snell plugin variables {} set {}", plain(&plugin.name), plain(name));
            text.line(format_args!("  {} `{}` is not set, so that its hooks do not run: {how}", paint(BAD, "unconfigured:"), plain(name)));
        }
    }
    if plugins.is_empty() {
        text.line("no plugins are installed");
    }
    text
}
