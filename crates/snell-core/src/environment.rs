//! The environment of a command hook (N8.1, N8.2, R5).

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::dialect::{Dialect, EnvRow, EnvValue, Event as Row};
use crate::event::{Event, Fact};
use crate::hook::{Handler, Hook};

/// Shells run what these name before anything else; they reach no hook, from no scope (N8.2).
const SHELL_STARTUP: [&str; 2] = ["BASH_ENV", "ENV"];

/// The whole environment of one hook, each name once: the host's, which all hooks share, and what is different for this one.
///
/// SECURITY: values may be secrets, so that `Debug` shows names alone.
#[derive(Clone, Default)]
pub struct Variables {
    /// By name.
    host: Arc<[(OsString, OsString)]>,
    /// By name; none where the host's is not passed on.
    own: Vec<(OsString, Option<OsString>)>,
}

impl Variables {
    /// The value of a variable.
    pub fn get(&self, name: &OsStr) -> Option<&OsString> {
        match place(&self.own, name) {
            Ok(at) => self.own[at].1.as_ref(),
            Err(_) => place(&self.host, name).ok().map(|at| &self.host[at].1),
        }
    }

    /// Sets a variable, over what it was before.
    pub fn set(&mut self, name: impl AsRef<OsStr>, value: impl Into<OsString>) {
        self.put(name.as_ref(), Some(value.into()));
    }

    fn remove(&mut self, name: &OsStr) {
        if self.get(name).is_some() {
            self.put(name, None);
        }
    }

    fn put(&mut self, name: &OsStr, value: Option<OsString>) {
        match place(&self.own, name) {
            Ok(at) => self.own[at].1 = value,
            Err(at) => self.own.insert(at, (name.to_owned(), value)),
        }
    }

    /// Every variable and its value.
    pub fn iter(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        let of_host = self.host.iter().filter(|(name, _)| place(&self.own, name).is_err());
        let own = self.own.iter().filter_map(|(name, value)| Some((name.as_os_str(), value.as_deref()?)));
        of_host.map(|(name, value)| (name.as_os_str(), value.as_os_str())).chain(own)
    }
}

/// Where a name stands, or would.
fn place<V>(variables: &[(OsString, V)], name: &OsStr) -> Result<usize, usize> {
    variables.binary_search_by(|(own, _)| own.as_os_str().cmp(name))
}

/// Later ones stand over earlier ones of the same name.
impl FromIterator<(OsString, OsString)> for Variables {
    fn from_iter<I: IntoIterator<Item = (OsString, OsString)>>(variables: I) -> Self {
        let by_name: BTreeMap<_, _> = variables.into_iter().collect();
        Variables { host: by_name.into_iter().collect(), own: Vec::new() }
    }
}

impl PartialEq for Variables {
    fn eq(&self, other: &Self) -> bool {
        self.iter().collect::<BTreeMap<_, _>>() == other.iter().collect::<BTreeMap<_, _>>()
    }
}

impl Eq for Variables {}

impl fmt::Debug for Variables {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.iter().map(|(name, _)| name)).finish()
    }
}

/// Builds environments from the host's own.
#[derive(Clone, Debug, Default)]
pub struct Inherited(Variables);

impl Inherited {
    /// The host's environment, less `withheld` and what no hook may have.
    pub fn new<'a>(host: impl IntoIterator<Item = (OsString, OsString)>, withheld: impl IntoIterator<Item = &'a str>) -> Self {
        let withheld: Vec<&str> = withheld.into_iter().chain(SHELL_STARTUP).collect();
        let passes = |name: &OsString| !name.is_empty() && !withheld.iter().any(|withheld| name == withheld);
        Inherited(host.into_iter().filter(|(name, _)| passes(name)).collect())
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
            env.set(name, value);
        }
    }
    if let Some(plugin) = &hook.source.plugin {
        for (name, default) in &plugin.defaults {
            env.set(name, default);
        }
        for (name, secret) in &plugin.variables {
            env.set(name, secret.reveal());
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
