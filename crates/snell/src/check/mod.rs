//! `check`: what loading found, and what else can be told without running anything.
//!
//! Each lint asks the stages that run hooks: [`prepare`] for what a command would run, the runtime's own [`Matcher`](snell_core::Matcher)
//! for what is matched, the guard of requests for where one may go. None has an idea of its own of what hooks mean.

mod command;
mod matcher;
mod ported;
mod program;
mod script;
mod site;
mod url;
mod variable;

use std::collections::HashMap;
use std::path::Path;

use snell_core::dialect::Event as Row;
use snell_core::hook::Handler;
use snell_core::invocation::Action;
use snell_core::prepare::prepare;
use snell_core::{Code, Diagnostic, Dialect, Event, Failure, Hook, HookSet, Invocation, Place, Status};

use crate::engine::Engine;
use site::Sites;

/// One hook, and what the runtime would make of it.
struct Subject<'a> {
    dialect: &'a Dialect,
    row: &'a Row,
    hook: &'a Hook,
    sites: &'a Sites<'a>,
    task: Result<Invocation, Failure>,
    /// Its environment, where it has one.
    variable: &'a dyn Fn(&str) -> Option<String>,
}

impl Subject<'_> {
    /// A finding at one of the handler's keys.
    fn find(&self, code: Code, key: &str, message: String) -> Diagnostic {
        Diagnostic::new(code, message).at(&self.sites.of_key(self.hook, key))
    }

    /// The program that would be started, its arguments, and the directory it starts in.
    fn run(&self) -> Option<(&Path, &[std::ffi::OsString], &Path)> {
        match &self.task.as_ref().ok()?.action {
            Action::Run { program, args, directory, .. } => Some((Path::new(program), args, directory)),
            Action::Post { .. } => None,
        }
    }
}

type Lint = fn(&Subject<'_>, &mut Vec<Diagnostic>);

const LINTS: [Lint; 7] = [matcher::check, variable::check, command::check, program::check, script::check, url::check, ported::check];

impl Engine {
    /// Everything that can be told about the configuration without running it, sorted by file, in load order, and by line.
    ///
    /// An untrusted project's hooks are looked at too; those that are switched off, that repeat others, or that could not be loaded are not.
    pub fn check(&self) -> Vec<Diagnostic> {
        let hooks = self.hooks();
        let sites = Sites::of(&hooks);
        // Whether somebody trusts a configuration says nothing about what is wrong with it.
        let mut found: Vec<Diagnostic> = hooks.diagnostics.iter().filter(|found| found.code != Code::Untrusted).cloned().collect();
        for (index, hook) in hooks.hooks().iter().enumerate() {
            let is_of_use = matches!(hook.status, Status::Ready | Status::Untrusted | Status::Disabled | Status::Unconfigured);
            if let Some(row) = self.dialect().row_of(hook).filter(|_| is_of_use && !matches!(hook.handler, Handler::Broken { .. })) {
                self.check_hook(&hooks, index, row, &sites, &mut found);
            }
        }
        sort(&mut found, &hooks, &self.files());
        found
    }

    fn check_hook(&self, hooks: &HookSet, index: usize, row: &Row, sites: &Sites<'_>, found: &mut Vec<Diagnostic>) {
        let hook = &hooks.hooks()[index];
        let configuration = self.configuration();
        let event = self.complete(&Event::new(hook.event));
        let surroundings = self.surroundings(&configuration);
        let env = snell_core::environment::of_hook(self.dialect(), row, &event, hook, surroundings.root, surroundings.inherited);
        let variable = |name: &str| env.get(std::ffi::OsStr::new(name)).map(|value| value.to_string_lossy().into_owned());
        let prepared = prepare(self.dialect(), row, hooks, [index], &event, surroundings).pop();
        let Some(task) = prepared.map(|prepared| prepared.task) else { return };
        let subject = Subject { dialect: self.dialect(), row, hook, sites, task, variable: &variable };
        for lint in LINTS {
            lint(&subject, found);
        }
    }
}

/// By file in load order, then by place; findings without a place come last. What is equal in all of it keeps its order.
fn sort(found: &mut [Diagnostic], hooks: &HookSet, files: &[std::path::PathBuf]) {
    let read = hooks.texts.iter().map(|text| &*text.path);
    let mut ranks: HashMap<&Path, usize> = HashMap::new();
    for path in files.iter().map(std::path::PathBuf::as_path).chain(read) {
        let next = ranks.len();
        ranks.entry(path).or_insert(next);
    }
    let rank = |place: &Place| (ranks.get(&*place.path).copied().unwrap_or(usize::MAX), place.path.clone(), place.line, place.column);
    found.sort_by_cached_key(|one| (one.place.is_none(), one.place.as_ref().map(rank)));
}
