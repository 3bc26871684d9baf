//! `prepare`: a chosen hook and an event into an [`Invocation`], or into the reason why it is not run.

use std::cell::LazyCell;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::code::Code;
use crate::command::{self, Look, Program, Setting};
use crate::diagnostic::Diagnostic;
use crate::dialect::{Dialect, Directory, EnvValue, Event as Row, Shell};
use crate::envelope;
use crate::environment::{self, Inherited, Variables};
use crate::event::{Event, Fact};
use crate::hook::{Handler, Hook};
use crate::hook_set::HookSet;
use crate::invocation::{Action, Invocation};
use crate::verdict::{Failure, FailureKind};

/// The shell where no other is asked for.
const SHELL: &str = "/bin/sh";

/// Where hooks are about to run.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The project's root.
    pub root: &'a Path,
    /// The host's environment, as far as hooks get it.
    pub inherited: &'a Inherited,
    /// The file system.
    pub look: &'a dyn Look,
}

/// One chosen hook, ready to run or refused.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Its index in the [`HookSet`].
    pub hook: usize,
    /// What to do, or why nothing is done.
    pub task: Result<Invocation, Failure>,
    /// What is worth telling about it.
    pub notes: Vec<Diagnostic>,
}

/// Prepares every chosen hook. All get the same, original event (N6.14).
pub fn prepare(
    dialect: &Dialect,
    row: &Row,
    hooks: &HookSet,
    chosen: impl IntoIterator<Item = usize>,
    event: &Event,
    surroundings: Surroundings<'_>,
) -> Vec<Prepared> {
    let mut written: Vec<(usize, Arc<[u8]>)> = Vec::new();
    let mut one = |index| {
        let hook: &Hook = &hooks.hooks()[index];
        let row = dialect.events.get(hook.row).unwrap_or(row);
        let stdin = written.iter().find(|(row, _)| *row == hook.row).map(|(_, stdin)| stdin.clone());
        let stdin = stdin.unwrap_or_else(|| {
            let stdin: Arc<[u8]> = envelope::write(&envelope::encode(dialect, row, event)).into();
            written.push((hook.row, stdin.clone()));
            stdin
        });
        let mut notes = Vec::new();
        let task = Preparation { dialect, row, event, hook, surroundings }.task(&stdin, &mut notes);
        Prepared { hook: index, task, notes }
    };
    chosen.into_iter().map(&mut one).collect()
}

struct Preparation<'a> {
    dialect: &'a Dialect,
    row: &'a Row,
    event: &'a Event,
    hook: &'a Hook,
    surroundings: Surroundings<'a>,
}

impl Preparation<'_> {
    fn task(&self, stdin: &Arc<[u8]>, notes: &mut Vec<Diagnostic>) -> Result<Invocation, Failure> {
        self.is_configured(notes)?;
        let action = match &self.hook.handler {
            Handler::Command { command, args, .. } => self.command(command, args.as_deref(), self.environment(), stdin, notes)?,
            Handler::Http { url } => {
                let env = LazyCell::new(|| self.environment());
                let variable = |name: &str| env.get(OsStr::new(name)).cloned();
                Action::Post { url: command::expand_url(url, &variable).map_err(refused)?, body: stdin.clone() }
            }
            Handler::Broken { why, .. } => return Err(Failure::new(FailureKind::NotStarted, why.clone())),
        };
        Ok(Invocation { action, timeout: self.hook.timeout })
    }

    fn environment(&self) -> Variables {
        environment::of_hook(self.dialect, self.row, self.event, self.hook, self.surroundings.root, self.surroundings.inherited)
    }

    /// R5.3: without a required variable a plugin's hooks do not run; those of its own installation do.
    fn is_configured(&self, notes: &mut Vec<Diagnostic>) -> Result<(), Failure> {
        let missing = self.hook.source.plugin.as_ref().and_then(|plugin| plugin.unconfigured.first());
        let Some(name) = missing else { return Ok(()) };
        if self.row.own_plugin_only {
            notes.push(Diagnostic::new(Code::Unconfigured, format!("variable `{name}` is not configured; the hook runs without it")));
            return Ok(());
        }
        Err(Failure::new(FailureKind::Unconfigured, format!("not run: variable `{name}` is not configured")))
    }

    fn command(
        &self,
        command: &str,
        args: Option<&[String]>,
        env: Variables,
        stdin: &Arc<[u8]>,
        notes: &mut Vec<Diagnostic>,
    ) -> Result<Action, Failure> {
        let variable = |name: &str| env.get(OsStr::new(name)).cloned();
        let (paths, withheld) = self.path_variables();
        let beside = self.hook.place.path.parent().unwrap_or(Path::new("/"));
        let setting = Setting {
            rules: &self.dialect.commands,
            variable: &variable,
            paths: &paths,
            withheld: &withheld,
            beside,
            look: self.surroundings.look,
        };
        let (program, args) = match command::resolve(command, args, &setting).map_err(refused)? {
            Program::Shell(text) => (self.shell(&variable), vec!["-c".into(), text.into()]),
            Program::Direct { program, args } => (program.into_os_string(), args),
        };
        let directory = self.directory(notes);
        Ok(Action::Run { program, args, directory, env, stdin: stdin.clone() })
    }

    /// Non-login and non-interactive, so that no profile is ever read.
    fn shell(&self, variable: &dyn Fn(&str) -> Option<OsString>) -> OsString {
        match self.dialect.commands.shell {
            Shell::Sh => SHELL.into(),
            Shell::Bash => "bash".into(),
            Shell::User => variable("SHELL").filter(|shell| Path::new(shell).is_absolute()).unwrap_or_else(|| SHELL.into()),
        }
    }

    /// The dialect's variables that hold paths: those that this hook gets, and those that it does not.
    fn path_variables(&self) -> (Vec<&str>, Vec<&str>) {
        let holds = |value: &EnvValue| match value {
            EnvValue::PluginRoot | EnvValue::PluginData => self.hook.source.plugin.is_some(),
            _ => true,
        };
        let rows = || self.dialect.environment.iter().filter(|variable| variable.path);
        let names = |held: bool| rows().filter(move |row| holds(&row.value) == held).map(|row| row.name.as_ref()).collect();
        (names(true), names(false))
    }

    /// Where it starts: the nearest existing parent where that is gone (N2.8).
    fn directory(&self, notes: &mut Vec<Diagnostic>) -> PathBuf {
        let root = self.surroundings.root;
        let wanted = match (self.hook.source.directory, &self.hook.source.plugin) {
            (Directory::Plugin, Some(plugin)) => plugin.root.clone(),
            (Directory::Session, _) => self.event.text(Fact::Cwd).map_or_else(|| root.to_owned(), PathBuf::from),
            (Directory::Beside, _) => self.hook.place.path.parent().unwrap_or(root).to_owned(),
            (Directory::Config, _) => self.config_directory().map_or_else(|| root.to_owned(), |below| root.join(below)),
            _ => root.to_owned(),
        };
        let wanted = self.hook.below.as_ref().map_or(wanted, |below| root.join(below));
        let there = wanted.ancestors().find(|directory| self.surroundings.look.is_directory(directory)).unwrap_or(Path::new("/"));
        if there != wanted {
            let message = format!("the directory `{}` does not exist; started in `{}`", wanted.display(), there.display());
            notes.push(Diagnostic::new(Code::DirectoryGone, message));
        }
        there.to_owned()
    }

    fn config_directory(&self) -> Option<&str> {
        self.dialect.environment.iter().find_map(|row| match &row.value {
            EnvValue::Config(below) => Some(below.as_ref()),
            _ => None,
        })
    }
}

fn refused(why: String) -> Failure {
    Failure::new(FailureKind::Refused, why)
}
