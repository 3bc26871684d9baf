//! What `list` prints: every hook, and whether it will run.

use serde::Serialize;
use snell_core::Hook;

use super::{DiagnosticReport, SCHEMA, word};
use crate::engine::Engine;

/// What `list` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// Every hook, in configured order.
    pub hooks: Vec<ListedHook>,
    /// What was found in the configuration.
    pub diagnostics: Vec<DiagnosticReport>,
    /// How many more there are: of very many only the gravest are told.
    pub omitted: usize,
}

/// One hook of `list`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedHook {
    /// Its name.
    pub name: String,
    /// Its event, as its dialect writes it.
    pub event: String,
    /// As written.
    pub matcher: Option<String>,
    /// `command`, `http`, or a type that cannot be run.
    pub kind: String,
    /// The command or url as written.
    pub run: String,
    /// Seconds.
    pub timeout: f64,
    /// `user`, `project`, `config`, `plugin/demo` …
    pub scope: String,
    /// Its file, absolute.
    pub path: String,
    /// From 1.
    pub line: usize,
    /// `ready`, `disabled`, `untrusted`, `duplicate`, `switched_off`, `unconfigured` or `broken`.
    pub status: String,
    /// More about the status, for a person.
    pub why: Option<String>,
}

impl Engine {
    /// The report of all hooks.
    pub fn list(&self) -> ListReport {
        let hooks = self.hooks();
        let (diagnostics, omitted) = super::diagnostics(hooks.diagnostics.iter());
        ListReport { schema: SCHEMA, hooks: hooks.hooks().iter().map(|hook| self.listed(hook)).collect(), diagnostics, omitted }
    }

    fn listed(&self, hook: &Hook) -> ListedHook {
        ListedHook {
            name: hook.name.clone(),
            event: self.dialect().row_of(hook).map_or_else(String::new, |row| row.name().to_owned()),
            matcher: hook.matcher.written().map(str::to_owned),
            kind: hook.kind().to_owned(),
            run: hook.run().into_owned(),
            timeout: hook.timeout.as_secs_f64(),
            scope: hook.source.scope.clone(),
            path: hook.place.path.display().to_string(),
            line: hook.place.line,
            status: word(&hook.status),
            why: hook.why_not(),
        }
    }
}
