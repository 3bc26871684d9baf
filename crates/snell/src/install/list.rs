//! The plugins that are installed, with what a person wants to know of each.

use serde::Serialize;

use super::plugins_directory;
use crate::builder::Builder;
use crate::plugin;
use crate::report::SCHEMA;

/// What `snell plugin list` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PluginsReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// Every installed plugin: dialect by dialect, by name.
    pub plugins: Vec<ListedPlugin>,
}

/// One installed plugin.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedPlugin {
    /// The dialect's name.
    pub dialect: String,
    /// The plugin's name.
    pub name: String,
    /// Its version, as its manifest says.
    pub version: Option<String>,
    /// Where it is.
    pub root: String,
    /// `snell plugin` packs, installs and removes plugins of this dialect.
    pub managed: bool,
    /// How many hooks it has.
    pub hooks: usize,
    /// The events that they hear of.
    pub events: Vec<String>,
    /// Required variables that are not set: its hooks do not run.
    pub unconfigured: Vec<String>,
}

impl PluginsReport {
    /// The report of these plugins.
    pub fn new(plugins: Vec<ListedPlugin>) -> PluginsReport {
        PluginsReport { schema: SCHEMA, plugins }
    }
}

/// The installed plugins of one dialect, by name.
pub fn list(builder: Builder) -> Vec<ListedPlugin> {
    let directory = plugins_directory(&builder.dialect, &builder.home);
    let engine = builder.build();
    let (dialect, hooks) = (engine.dialect(), engine.hooks());
    let listed = |plugin: &std::sync::Arc<snell_core::hook::Plugin>| {
        let own = hooks.hooks().iter().filter(|hook| hook.source.plugin.as_ref() == Some(plugin));
        let own: Vec<_> = own.filter_map(|hook| dialect.event(hook.event)).map(|row| row.name().to_owned()).collect();
        let hooks = own.len();
        let names = dialect.events.iter().map(|row| row.name().to_owned());
        ListedPlugin {
            dialect: dialect.name.to_string(),
            name: plugin.name.clone(),
            version: plugin::version(dialect, &plugin.root),
            root: plugin.root.display().to_string(),
            managed: dialect.manifest.is_some(),
            hooks,
            events: names.filter(|name| own.contains(name)).collect(),
            unconfigured: plugin.unconfigured.clone(),
        }
    };
    engine.plugins().iter().filter(|plugin| plugin.root.parent() == Some(&directory)).map(listed).collect()
}
