//! The variables that an installed plugin declares, and which of them have a value (R5.3). Values are never part of this.

use std::path::Path;

use serde::Serialize;
use snell_core::Dialect;

use super::Entries;
use crate::plugin;
use crate::report::SCHEMA;

/// What `snell plugin variables NAME list` prints. Values are never printed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariablesReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The plugin's name.
    pub plugin: String,
    /// What it declares, in its order, and then what is stored besides.
    pub variables: Vec<VariableState>,
}

/// One variable.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariableState {
    /// Its name.
    pub name: String,
    /// The plugin's hooks do not run without it.
    pub required: bool,
    /// `set`, `default` (the plugin has one), `missing` (required, without a value), `unset`, or `undeclared` (stored, and not asked for).
    pub state: String,
}

impl VariablesReport {
    /// The report of a plugin: what its manifest in `root` declares and what is stored for it.
    pub fn new(dialect: &Dialect, root: &Path, plugin: &str, entries: &Entries) -> VariablesReport {
        let stored = entries.names(plugin);
        let declared = plugin::declared_variables(dialect, root);
        let state = |variable: &plugin::DeclaredVariable| match variable {
            _ if stored.contains(&variable.name.as_str()) => "set",
            variable if variable.default.is_some() => "default",
            variable if variable.required => "missing",
            _ => "unset",
        };
        let mut variables: Vec<VariableState> = declared
            .iter()
            .map(|variable| VariableState { state: state(variable).to_owned(), name: variable.name.clone(), required: variable.required })
            .collect();
        let others = stored.iter().filter(|name| !declared.iter().any(|variable| variable.name == **name));
        variables.extend(others.map(|name| VariableState { name: (*name).to_owned(), required: false, state: "undeclared".to_owned() }));
        VariablesReport { schema: SCHEMA, plugin: plugin.to_owned(), variables }
    }
}
