//! The engine: one configuration of one dialect, ready to fire.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use snell_core::config::nearest;
use snell_core::environment::Inherited;
use snell_core::hook::Plugin;
use snell_core::{Dialect, HookSet};

use snell_system::Run;

use crate::builder::Builder;
use crate::journal::Journal;
use crate::load::{self, Configuration};
use crate::session::Session;
use crate::trust::{self, Review};

/// Runs the hooks of one dialect. Share it: it is `Send + Sync`, firing takes `&self`, and a clone is the same engine.
#[derive(Clone)]
pub struct Engine(Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) builder: Builder,
    inherited: OnceLock<Inherited>,
    pub(crate) run: Arc<dyn Run>,
    configuration: RwLock<Arc<Configuration>>,
}

/// What [`Engine::reload`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reload {
    /// The new configuration stands from the next event on.
    Swapped,
    /// A file that was good before cannot be read as a whole now: the last good configuration stays.
    Kept,
}

impl Engine {
    /// Starts building an engine for a dialect.
    pub fn builder(dialect: &Dialect) -> Builder {
        Builder::new(dialect)
    }

    pub(crate) fn new(builder: Builder) -> Engine {
        let configuration = RwLock::new(Arc::new(load::load(&builder)));
        let run = builder.edge();
        Engine(Arc::new(Shared { builder, inherited: OnceLock::new(), run, configuration }))
    }

    /// The dialect, with the host's additions.
    pub fn dialect(&self) -> &Dialect {
        &self.0.builder.dialect
    }

    /// The hooks and what was found while loading them.
    pub fn hooks(&self) -> Arc<HookSet> {
        self.configuration().hooks.clone()
    }

    /// The project's root.
    pub fn root(&self) -> PathBuf {
        self.configuration().root.clone()
    }

    /// Every file and directory that hooks could come from, whether it is there or not: what a host should protect from the agent.
    pub fn files(&self) -> Vec<PathBuf> {
        self.configuration().files.clone()
    }

    /// Every plugin, by name: the installed ones and those that the host added.
    pub fn plugins(&self) -> Vec<Arc<Plugin>> {
        self.configuration().plugins.clone()
    }

    /// How the project's hooks stand to what the user approved; with [`Trust::Store`](crate::Trust::Store) alone.
    pub fn review(&self) -> Option<Review> {
        let configuration = self.configuration();
        configuration.review.as_ref().map(|review| trust::in_full(&self.0.builder, &configuration.root, review))
    }

    /// Where events are recorded, if they are.
    pub fn journal(&self) -> Option<&Journal> {
        self.0.builder.journal.as_ref()
    }

    /// The user's home directory.
    pub(crate) fn home(&self) -> &Path {
        &self.0.builder.home
    }

    /// The session's directory.
    pub fn cwd(&self) -> &Path {
        &self.0.builder.cwd
    }

    /// Reads the configuration again, trust included. Events that are being fired go on with what they began with (N1.15).
    ///
    /// A file that was good and is broken now changes nothing: it gives [`Reload::Kept`], and the second value tells what is wrong.
    pub fn reload(&self) -> (Reload, Vec<snell_core::Diagnostic>) {
        let new = load::load(&self.0.builder);
        let before = self.configuration();
        let is_bad_edit = |found: &snell_core::Diagnostic| {
            load::spoils(found.code) && found.place.as_ref().is_some_and(|place| before.good.contains(&*place.path))
        };
        let kept = new.hooks.diagnostics.iter().any(is_bad_edit);
        let diagnostics = new.hooks.diagnostics.clone();
        let (reload, now) = if kept { (Reload::Kept, before.with_approvals_of_now(&self.0.builder)) } else { (Reload::Swapped, new) };
        *self.0.configuration.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(now);
        (reload, diagnostics)
    }

    /// A session: it carries the ids of the session and its turns, and counts continuations.
    pub fn session(&self) -> Session {
        Session::new(self.clone())
    }

    /// The event name that is nearest to `name`, for messages.
    pub fn nearest_event(&self, name: &str) -> Option<&str> {
        nearest(name, self.0.builder.dialect.events.iter().map(snell_core::dialect::Event::name))
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.0
    }

    pub(crate) fn configuration(&self) -> Arc<Configuration> {
        self.0.configuration.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Shared {
    /// The environment that hooks start from. Most events run none, and most engines that a command builds run none at all.
    pub(crate) fn inherited(&self) -> &Inherited {
        self.inherited.get_or_init(|| Inherited::new(self.builder.inherited().iter().cloned(), withheld(&self.builder)))
    }
}

/// Variables that no hook of this engine inherits: what the host names, and what other agents set for their own hooks.
fn withheld(builder: &Builder) -> impl Iterator<Item = &str> {
    builder.withheld.iter().map(String::as_str).chain(snell_dialects::variables().iter().copied())
}
