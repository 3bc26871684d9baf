//! What `snell plugin install` and `remove` print.

use std::path::Path;

use serde::Serialize;
use snell_core::Event;

use crate::engine::Engine;
use crate::fire::Fired;
use crate::report::{HookReport, SCHEMA};

/// What became of a plugin, and of its hooks that were told.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InstallReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// Its name.
    pub plugin: String,
    /// Its version, as its manifest says.
    pub version: Option<String>,
    /// Where it is, or was.
    pub root: String,
    /// Its own Install or Uninstall hooks.
    pub hooks: Vec<HookReport>,
}

impl InstallReport {
    pub(super) fn new(engine: &Engine, event: &Event, fired: &Fired, name: &str, version: Option<String>, root: &Path) -> InstallReport {
        let own: Vec<String> = engine.hooks().hooks().iter().filter(|hook| is_of(hook, name)).map(|hook| hook.name.clone()).collect();
        let mut hooks = engine.report(event, Some(fired), &fired.trace).hooks;
        hooks.retain(|hook| own.contains(&hook.name));
        InstallReport { schema: SCHEMA, plugin: name.to_owned(), version, root: root.display().to_string(), hooks }
    }
}

fn is_of(hook: &snell_core::Hook, plugin: &str) -> bool {
    hook.source.plugin.as_ref().is_some_and(|own| own.name == plugin)
}
