//! What an engine is built from. Everything has a default but the dialect.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use snell_core::dialect::{Dialect, InputShape, ToolRow};
use snell_system::http::{Https, Options, Roots};
use snell_system::{Cancel, Machine, Run, Runner, Sweep};

use crate::engine::Engine;
use crate::journal::Journal;
use crate::observer::Observer;
use crate::trust::TrustStore;
use crate::variables::Variables;

/// Whether the hooks that a project brings may run. The host decides; the default is that they may not (N12.1, R9.1).
#[derive(Clone, Default)]
pub enum Trust {
    /// They are listed and skipped.
    #[default]
    Untrusted,
    /// They run.
    Trusted,
    /// Asked once for each load, with the project's root.
    Ask(Arc<dyn Fn(&Path) -> bool + Send + Sync>),
    /// Those run that the user approved, byte by byte ([`trust`](crate::trust)): at load, and looked at again whenever they are about to run.
    Store(TrustStore),
}

impl Trust {
    pub(crate) fn holds_for(&self, root: &Path) -> bool {
        match self {
            Trust::Untrusted => false,
            Trust::Trusted => true,
            Trust::Ask(ask) => ask(root),
            // Each hook is looked at by itself, once all are read.
            Trust::Store(_) => true,
        }
    }
}

/// Builds an [`Engine`].
#[must_use]
pub struct Builder {
    pub(crate) dialect: Dialect,
    pub(crate) home: PathBuf,
    pub(crate) cwd: PathBuf,
    pub(crate) root: Option<PathBuf>,
    pub(crate) trust: Trust,
    pub(crate) plugins: Vec<PathBuf>,
    pub(crate) disabled: Vec<String>,
    pub(crate) alone: Option<String>,
    pub(crate) only: Vec<PathBuf>,
    pub(crate) variables: Variables,
    environment: OnceLock<Vec<(OsString, OsString)>>,
    pub(crate) withheld: Vec<String>,
    pub(crate) observer: Option<Arc<dyn Observer>>,
    pub(crate) journal: Option<Journal>,
    run: Option<Arc<dyn Run>>,
    roots: Roots,
    sweep: Option<Sweep>,
    pub(crate) cancel: Cancel,
    until: Option<Instant>,
}

impl Builder {
    /// Starts from the dialect, the user's home directory, the current directory and the process's own environment.
    pub fn new(dialect: &Dialect) -> Self {
        Builder::of(dialect.clone())
    }

    /// The same, for a dialect that was made for this engine.
    pub fn of(dialect: Dialect) -> Self {
        Builder {
            dialect,
            home: std::env::var_os("HOME").map_or_else(|| PathBuf::from("/"), PathBuf::from),
            cwd: std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/")),
            root: None,
            trust: Trust::default(),
            plugins: Vec::new(),
            disabled: Vec::new(),
            alone: None,
            only: Vec::new(),
            variables: Variables::default(),
            environment: OnceLock::new(),
            withheld: Vec::new(),
            observer: None,
            journal: None,
            run: None,
            roots: Roots::default(),
            sweep: None,
            cancel: Cancel::never(),
            until: None,
        }
    }

    /// Where user-level configuration is looked up.
    pub fn home(mut self, home: impl Into<PathBuf>) -> Self {
        self.home = home.into();
        self
    }

    /// The session's directory. It need not exist.
    pub fn cwd(mut self, cwd: impl Into<PathBuf>) -> Self {
        self.cwd = cwd.into();
        self
    }

    /// The project's root, where the host knows better than the git work tree (N1.8, R1.2).
    pub fn root(mut self, root: impl Into<PathBuf>) -> Self {
        self.root = Some(root.into());
        self
    }

    /// Whether the project's hooks may run.
    pub fn trust(mut self, trust: Trust) -> Self {
        self.trust = trust;
        self
    }

    /// Adds the root of a plugin to the installed ones.
    pub fn plugin(mut self, root: impl Into<PathBuf>) -> Self {
        self.plugins.push(root.into());
        self
    }

    /// Disables a hook, by its name or `id`, beside those that the user disabled (N10.3).
    pub fn disable(mut self, hook: impl Into<String>) -> Self {
        self.disabled.push(hook.into());
        self
    }

    /// Loads this file alone, and not what the dialect's own sources have: for a look at a file that stands somewhere else. TOML is read as
    /// a configuration layer, everything else as a hooks file.
    pub fn only(mut self, file: impl Into<PathBuf>) -> Self {
        self.only.push(file.into());
        self
    }

    /// Loads one hook alone, by its name: for trying it.
    pub fn alone(mut self, hook: impl Into<String>) -> Self {
        self.alone = Some(hook.into());
        self
    }

    /// Values of plugin variables (R5.3).
    pub fn variables(mut self, variables: Variables) -> Self {
        self.variables = variables;
        self
    }

    /// The value of one variable for every plugin that declares it, over what [`variables`](Self::variables) says.
    pub fn variable(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.variables.set_for_all(name, value);
        self
    }

    /// The environment that hooks inherit, instead of the process's own.
    pub fn environment(mut self, environment: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        self.environment = OnceLock::from(environment.into_iter().collect::<Vec<_>>());
        self
    }

    /// Sets one variable of it.
    pub fn inherit(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        let name = name.into();
        let mut environment = match self.environment.take() {
            Some(environment) => environment,
            None => std::env::vars_os().collect(),
        };
        environment.retain(|(known, _)| *known != name);
        environment.push((name, value.into()));
        self.environment = OnceLock::from(environment);
        self
    }

    /// What hooks inherit of it: what was given, else the process's own as it is when the engine is built.
    pub(crate) fn inherited(&self) -> &[(OsString, OsString)] {
        self.environment.get_or_init(|| std::env::vars_os().collect())
    }

    /// Names a variable that no hook may inherit: the host's own keys.
    pub fn withhold(mut self, name: impl Into<String>) -> Self {
        self.withheld.push(name.into());
        self
    }

    /// Adds a native tool of the host's and the Claude-style names that mean it (N4.6).
    pub fn tool(mut self, native: impl Into<String>, canonical: impl IntoIterator<Item = &'static str>) -> Self {
        let canonical: Vec<_> = canonical.into_iter().map(Into::into).collect();
        self.dialect.tools.to_mut().push(ToolRow {
            native: native.into().into(),
            canonical: canonical.into(),
            fields: vec![].into(),
            shape: InputShape::Plain,
        });
        self
    }

    /// Is told when a hook starts and when it has finished.
    pub fn observer(mut self, observer: Arc<dyn Observer>) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Where every event is recorded; without, nowhere.
    pub fn journal(mut self, journal: Journal) -> Self {
        self.journal = Some(journal);
        self
    }

    /// Another edge than the real machine: scripted completions, or a sandbox of the host's.
    pub fn runner(mut self, run: Arc<dyn Run>) -> Self {
        self.run = Some(run);
        self
    }

    /// Certificate authorities that https hooks' servers may be certified by, beside the platform's (N9.3). Another runner has its own.
    pub fn tls_roots(mut self, roots: Roots) -> Self {
        self.roots = roots;
        self
    }

    /// Ends what hooks leave behind outside their process groups: only for a process that is a command of its own
    /// ([`snell_system::sweep`]). Another runner does as it likes.
    pub fn sweep(mut self, sweep: Sweep) -> Self {
        self.sweep = Some(sweep);
        self
    }

    /// What ends all running hooks at once.
    pub fn cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Hooks that have not ended by then have timed out, whatever their own deadlines: for a host that is itself waited for so long (B4).
    /// Another runner has its own bounds.
    pub fn until(mut self, until: Instant) -> Self {
        self.until = Some(until);
        self
    }

    /// Who runs the hooks: the host's own runner, or the real machine. Nothing is connected to before a hook asks for it.
    pub(crate) fn edge(&self) -> Arc<dyn Run> {
        let machine = || {
            let https = Https::new(Options { roots: self.roots.clone(), ..Options::default() });
            let runner = Runner { post: Some(Arc::new(https)), sweep: self.sweep.clone(), until: self.until, ..Runner::default() };
            Arc::new(Machine { runner })
        };
        self.run.clone().unwrap_or_else(|| machine())
    }

    /// Loads the hooks. It never fails: what is wrong stands in [`HookSet::diagnostics`](snell_core::HookSet::diagnostics).
    pub fn build(self) -> Engine {
        self.inherited();
        Engine::new(self)
    }
}
