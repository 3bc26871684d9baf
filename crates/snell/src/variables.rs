//! The host's store of plugin variables, as far as hooks see it (R5.3, R5.4).

use std::collections::BTreeMap;

use snell_core::secret::Secret;

/// Values by plugin and name. OAuth tokens are another type of entry, which nothing here can hold.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    by_plugin: BTreeMap<(String, String), Secret>,
    for_all: BTreeMap<String, Secret>,
}

impl Variables {
    /// Sets the value of one plugin's variable.
    pub fn set(&mut self, plugin: impl Into<String>, name: impl Into<String>, value: impl Into<String>) {
        self.by_plugin.insert((plugin.into(), name.into()), Secret::new(value));
    }

    /// Sets a value for every plugin that declares the variable: `snell fire --var`.
    pub fn set_for_all(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.for_all.insert(name.into(), Secret::new(value));
    }

    /// The value of a plugin's variable.
    pub fn get(&self, plugin: &str, name: &str) -> Option<&Secret> {
        self.for_all.get(name).or_else(|| self.by_plugin.get(&(plugin.to_owned(), name.to_owned())))
    }

    /// Every value.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = &Secret> {
        self.by_plugin.values().chain(self.for_all.values())
    }
}
