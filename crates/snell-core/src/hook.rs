//! A hook: one handler of one group of one file, with everything that was decided about it when it was loaded.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::condition::Condition;
use crate::diagnostic::Place;
use crate::dialect::{Directory, Event as EventRow, Only, Words};
use crate::event::EventKind;
use crate::matcher::Matcher;

/// A file that hooks came from, and what follows for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// `user`, `project`, `config`, `claude-user`, `plugin/demo` … (N8.3).
    pub scope: String,
    /// The file, absolute.
    pub path: Arc<std::path::Path>,
    /// It came with the project: needs trust, may not set loader variables.
    pub of_project: bool,
    /// In whose words its hooks may also answer (N11.3).
    pub words: Words,
    /// What turns it off, as a person writes it: `[compat.claude] hooks = false`.
    pub switch: Option<String>,
    /// Where its hooks start.
    pub directory: Directory,
    /// The plugin that it belongs to.
    pub plugin: Option<Arc<Plugin>>,
}

/// An installed plugin, as far as its hooks are concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// Its name: the name of its directory.
    pub name: String,
    /// Where it is installed.
    pub root: PathBuf,
    /// Where it may keep data.
    pub data: PathBuf,
    /// The variables it declares that have a value of the user's. SECURITY: values are secret.
    pub variables: Vec<(String, crate::secret::Secret)>,
    /// The variables that have none, with the defaults that stand in the manifest for everybody to read.
    pub defaults: Vec<(String, String)>,
    /// Required variables without a value.
    pub unconfigured: Vec<String>,
}

/// What a hook does when it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handler {
    /// Run a command.
    Command {
        /// As written.
        command: String,
        /// The executable form (E3.1): no shell, these arguments.
        args: Option<Vec<String>>,
        /// Variables of its own, as written.
        env: Vec<(String, String)>,
    },
    /// Send a POST request (N9).
    Http {
        /// As written.
        url: String,
    },
    /// It could not be loaded. What could be read of it is kept, so that it can be listed.
    Broken {
        /// The `type` as written, or `command`.
        kind: String,
        /// The command or url, as far as there is one.
        run: String,
        /// What is wrong, in the words of its diagnostic.
        why: String,
    },
}

impl Handler {
    /// The same handler, unusable because of what stands around it.
    pub(crate) fn broken_by(self, why: &str) -> Handler {
        let (kind, run) = match self {
            Handler::Command { command, .. } => ("command".to_owned(), command),
            Handler::Http { url } => ("http".to_owned(), url),
            Handler::Broken { kind, run, .. } => (kind, run),
        };
        Handler::Broken { kind, run, why: why.to_owned() }
    }
}

/// What a failure of a hook means on a gate (E1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum OnFailure {
    Continue,
    Block,
}

/// Whether a hook will run when its event comes. In the order in which the first that holds is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Its project is not trusted (N12.2).
    Untrusted,
    /// A switch turns its source off (N1.14).
    SwitchedOff,
    /// The user disabled it (N10.3).
    Disabled,
    /// It could not be loaded (N1.11).
    Broken,
    /// An equal hook stands before it (N1.10).
    Duplicate,
    /// Its plugin misses a required variable (R5.3).
    Unconfigured,
    /// It will run.
    Ready,
}

/// One hook.
#[derive(Clone, Debug)]
pub struct Hook {
    /// `user/safety:pre_tool_use[0].hooks[0]`, or `user/safety:no-recursive-delete` (N8.3, E2.1).
    pub name: String,
    /// Its own `id`, where it has a valid one (E2.1).
    pub id: Option<String>,
    /// The event it is configured for.
    pub event: EventKind,
    /// The row of that event in its dialect's table: several names may stand for one kind.
    pub row: usize,
    /// The part of the event that its configured name stands for (N11.1).
    pub only: Only,
    /// Which calls it wants to see.
    pub matcher: Matcher,
    /// What else must hold of a call.
    pub condition: Option<Condition>,
    /// Where it starts, from the project's root, where its handler says so.
    pub below: Option<PathBuf>,
    /// It runs beside the agent, and decides nothing.
    pub aside: bool,
    /// What it does.
    pub handler: Handler,
    /// How long it may take.
    pub timeout: Duration,
    /// What its failure means.
    pub on_failure: OnFailure,
    /// Where it stands.
    pub place: Place,
    /// The file it is from.
    pub source: Arc<Source>,
    /// Whether it will run.
    pub status: Status,
    /// Why it is not trusted, where that is known.
    pub distrust: Option<String>,
}

impl Hook {
    /// A hook that stands nowhere, for listening to what nobody in particular says.
    pub(crate) fn nobody(event: EventKind) -> Hook {
        let path: Arc<std::path::Path> = std::path::Path::new("").into();
        let source = Source {
            scope: String::new(),
            path: path.clone(),
            of_project: false,
            words: Words::Native,
            switch: None,
            directory: Directory::Root,
            plugin: None,
        };
        Hook {
            name: "a hook".to_owned(),
            id: None,
            event,
            row: usize::MAX,
            only: Only::All,
            matcher: Matcher::exactly(""),
            condition: None,
            below: None,
            aside: false,
            handler: Handler::Broken { kind: String::new(), run: String::new(), why: String::new() },
            timeout: Duration::ZERO,
            on_failure: OnFailure::Continue,
            place: Place { path, line: 1, column: 1, span: 0..0 },
            source: Arc::new(source),
            status: Status::Ready,
            distrust: None,
        }
    }

    /// `command`, `http`, or the type as written where that is unknown.
    pub fn kind(&self) -> &str {
        match &self.handler {
            Handler::Command { .. } => "command",
            Handler::Http { .. } => "http",
            Handler::Broken { kind, .. } => kind,
        }
    }

    /// The command or url as written, with what is secret in a url hidden (N9.6).
    pub fn run(&self) -> std::borrow::Cow<'_, str> {
        match &self.handler {
            Handler::Command { command, args: None, .. } => command.into(),
            Handler::Command { command, args: Some(args), .. } => {
                std::iter::once(command.as_str()).chain(args.iter().map(String::as_str)).collect::<Vec<_>>().join(" ").into()
            }
            Handler::Http { url } => crate::secret::hide_in_url(url).into(),
            Handler::Broken { kind, run, .. } if kind == "http" => crate::secret::hide_in_url(run).into(),
            Handler::Broken { run, .. } => run.into(),
        }
    }

    /// Why it will not run, for a person; none where it will.
    pub fn why_not(&self) -> Option<String> {
        Some(match self.status {
            Status::Ready => return None,
            Status::Untrusted => match &self.distrust {
                Some(why) => format!("the project is not trusted: {why}"),
                None => "the project is not trusted".to_owned(),
            },
            Status::SwitchedOff => "its source is switched off in the configuration".to_owned(),
            Status::Disabled => "the user disabled it".to_owned(),
            Status::Duplicate => "an equal hook stands before it".to_owned(),
            Status::Broken => match &self.handler {
                Handler::Broken { why, .. } => why.clone(),
                _ => "it could not be loaded".to_owned(),
            },
            Status::Unconfigured => match self.source.plugin.as_ref().and_then(|plugin| plugin.unconfigured.first()) {
                Some(name) => format!("variable `{name}` is not configured"),
                None => "its plugin is not configured".to_owned(),
            },
        })
    }

    /// Whether it would run the same as another hook, whatever made either be chosen.
    pub fn runs_as(&self, other: &Hook) -> bool {
        let plugin = |hook: &Hook| hook.source.plugin.as_ref().map(|plugin| plugin.root.clone());
        self.row == other.row && self.handler == other.handler && self.condition == other.condition && plugin(self) == plugin(other)
    }

    /// Whether its failure blocks: only on a gate (E1.1).
    pub fn guards(&self, row: &EventRow) -> bool {
        self.on_failure == OnFailure::Block && row.is_gate()
    }
}
