//! The environment of a command hook (N8.1, N8.2, R5).

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::dialect::{Dialect, EnvRow, EnvValue, Event as Row};
use crate::event::{Event, Fact};
use crate::hook::{Handler, Hook};

/// Shells run what these name before anything else; they reach no hook, from no scope (N8.2).
const SHELL_STARTUP: [&str; 2] = ["BASH_ENV", "ENV"];

/// The variables of one environment, each name once, in the order of their names. It is cloned for every hook that runs, so it is no tree.
#[derive(Clone, Debug, Default)]
pub struct Variables(Vec<(OsString, OsString)>);

impl Variables {
    /// The value of a variable.
    pub fn get(&self, name: &OsStr) -> Option<&OsString> {
        self.place(name).ok().map(|at| &self.0[at].1)
    }

    fn set(&mut self, name: &OsStr, value: OsString) {
        match self.place(name) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (name.to_owned(), value)),
        }
    }

    fn remove(&mut self, name: &OsStr) {
        if let Ok(at) = self.place(name) {
            self.0.remove(at);
        }
    }

    fn place(&self, name: &OsStr) -> Result<usize, usize> {
        self.0.binary_search_by(|(own, _)| own.as_os_str().cmp(name))
    }
}

impl From<Variables> for Vec<(OsString, OsString)> {
    fn from(variables: Variables) -> Self {
        variables.0
    }
}

/// Builds environments from the host's own.
#[derive(Clone, Debug, Default)]
pub struct Inherited(Variables);

impl Inherited {
    /// The host's environment, less `withheld` and what no hook may have.
    pub fn new<'a>(host: impl IntoIterator<Item = (OsString, OsString)>, withheld: impl IntoIterator<Item = &'a str>) -> Self {
        let mut own: BTreeMap<_, _> = host.into_iter().filter(|(name, _)| !name.is_empty()).collect();
        for name in withheld.into_iter().chain(SHELL_STARTUP) {
            own.remove(OsStr::new(name));
        }
        Inherited(Variables(own.into_iter().collect()))
    }

    /// The value of a variable.
    pub fn get(&self, name: &str) -> Option<&OsString> {
        self.0.get(OsStr::new(name))
    }
}

/// The whole environment of one hook: the host's, the handler's own, the plugin's variables, the dialect's. Later ones stand over earlier
/// ones; a variable of the dialect that this hook does not get is removed.
pub fn of_hook(dialect: &Dialect, row: &Row, event: &Event, hook: &Hook, root: &Path, inherited: &Inherited) -> Variables {
    let mut env = inherited.0.clone();
    if let Handler::Command { env: own, .. } = &hook.handler {
        for (name, value) in own {
            env.set(OsStr::new(name), value.into());
        }
    }
    if let Some(plugin) = &hook.source.plugin {
        for (name, secret) in &plugin.variables {
            env.set(OsStr::new(name), secret.reveal().into());
        }
    }
    for variable in dialect.environment.iter() {
        let name = OsStr::new(variable.name.as_ref());
        match value(variable, row, event, hook, root) {
            Some(value) => env.set(name, value),
            None => env.remove(name),
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
