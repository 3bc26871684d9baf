//! The environment of a command hook (N8.1, N8.2, R5).

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::dialect::{Dialect, EnvRow, EnvValue, Event as Row};
use crate::event::{Event, Fact};
use crate::hook::{Handler, Hook};

/// Shells run what these name before anything else; they reach no hook, from no scope (N8.2).
const SHELL_STARTUP: [&str; 2] = ["BASH_ENV", "ENV"];

/// Builds environments from the host's own.
#[derive(Clone, Debug, Default)]
pub struct Inherited(BTreeMap<OsString, OsString>);

impl Inherited {
    /// The host's environment, less `withheld` and what no hook may have.
    pub fn new<'a>(host: impl IntoIterator<Item = (OsString, OsString)>, withheld: impl IntoIterator<Item = &'a str>) -> Self {
        let mut own: BTreeMap<_, _> = host.into_iter().filter(|(name, _)| !name.is_empty()).collect();
        for name in withheld.into_iter().chain(SHELL_STARTUP) {
            own.remove(OsStr::new(name));
        }
        Inherited(own)
    }

    /// The value of a variable.
    pub fn get(&self, name: &str) -> Option<&OsString> {
        self.0.get(OsStr::new(name))
    }
}

/// The whole environment of one hook: the host's, the handler's own, the plugin's variables, the dialect's. Later ones stand over earlier
/// ones; a variable of the dialect that this hook does not get is removed.
pub fn of_hook(
    dialect: &Dialect,
    row: &Row,
    event: &Event,
    hook: &Hook,
    root: &Path,
    inherited: &Inherited,
) -> BTreeMap<OsString, OsString> {
    let mut env = inherited.0.clone();
    if let Handler::Command { env: own, .. } = &hook.handler {
        env.extend(own.iter().map(|(name, value)| (name.into(), value.into())));
    }
    if let Some(plugin) = &hook.source.plugin {
        env.extend(plugin.variables.iter().map(|(name, secret)| (name.into(), secret.reveal().into())));
    }
    for variable in dialect.environment.iter() {
        match value(variable, row, event, hook, root) {
            Some(value) => drop(env.insert(variable.name.as_ref().into(), value)),
            None => drop(env.remove(OsStr::new(variable.name.as_ref()))),
        }
    }
    env
}

/// The value of one of the dialect's variables for this hook; none where it does not get it.
pub(crate) fn value(variable: &EnvRow, row: &Row, event: &Event, hook: &Hook, root: &Path) -> Option<OsString> {
    let plugin = hook.source.plugin.as_deref();
    Some(match &variable.value {
        EnvValue::EventSnake => row.snake_name().into(),
        EnvValue::HookName => hook.name.clone().into(),
        EnvValue::Fact(fact) => event.text(*fact)?.into(),
        EnvValue::Root => root.into(),
        EnvValue::Cwd => event.text(Fact::Cwd).map_or_else(|| root.into(), Into::into),
        EnvValue::Beside => hook.place.path.parent()?.into(),
        EnvValue::Text(text) => text.as_ref().into(),
        EnvValue::Config(below) => root.join(below.as_ref()).into(),
        EnvValue::PluginRoot => plugin?.root.clone().into(),
        EnvValue::PluginData => plugin?.data.clone().into(),
    })
}
