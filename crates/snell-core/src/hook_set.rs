//! Every hook of one configuration, in the order in which verdicts are folded (N1.9), with its status and all that was found on the way.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use crate::code::Code;
use crate::command::Look;
use crate::diagnostic::Diagnostic;
use crate::dialect::{Commands, Dialect, Duplicates, Subject};
use crate::event::EventKind;
use crate::hook::{Handler, Hook, Status};

/// A file as it was read, for showing the lines that diagnostics speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The file, absolute.
    pub path: Arc<Path>,
    /// Its text, without a byte-order mark.
    pub text: Arc<str>,
}

/// Hooks, diagnostics and the texts they speak of.
#[derive(Clone, Debug, Default)]
pub struct HookSet {
    hooks: Vec<Hook>,
    by_event: HashMap<EventKind, Vec<usize>>,
    by_input: HashSet<EventKind>,
    /// What was found while loading.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that were read.
    pub texts: Vec<SourceText>,
}

impl HookSet {
    /// Settles what only the whole set can tell: what is disabled, what is a duplicate, what is unconfigured.
    pub fn new(dialect: &Dialect, mut hooks: Vec<Hook>, disabled: &[String], look: &dyn Look) -> HookSet {
        for hook in &mut hooks {
            let is_disabled = disabled.iter().any(|line| *line == hook.name || Some(line) == hook.id.as_ref());
            if is_disabled {
                hook.status = hook.status.min(Status::Disabled);
            }
        }
        let mut set = HookSet { hooks, ..HookSet::default() };
        if dialect.duplicates == Duplicates::Equal {
            set.find_duplicates(&dialect.commands, look);
        }
        for hook in &mut set.hooks {
            let lacks = hook.source.plugin.as_ref().is_some_and(|plugin| !plugin.unconfigured.is_empty());
            if lacks {
                hook.status = hook.status.min(Status::Unconfigured);
            }
        }
        for (index, hook) in set.hooks.iter().enumerate() {
            let row = dialect.events.get(hook.row);
            let also = row.map_or(&[][..], |row| &row.also);
            let by_input = hook.condition.is_some() || row.is_some_and(|row| row.subject == Subject::Command);
            for kind in std::iter::once(hook.event).chain(also.iter().map(|also| also.kind)) {
                set.by_event.entry(kind).or_default().push(index);
                if by_input {
                    set.by_input.insert(kind);
                }
            }
        }
        set
    }

    /// N1.10: only hooks that would run are compared.
    fn find_duplicates(&mut self, commands: &Commands, look: &dyn Look) {
        let beside = |index: usize| resolves_beside(&self.hooks[index], commands, look);
        // Of hooks that are the same but perhaps for a directory, the first in each. Only these are looked for on the disk.
        let mut first: HashMap<Identity<'_>, Vec<usize>> = HashMap::with_capacity(self.hooks.len());
        let mut copies = Vec::new();
        for (index, hook) in self.hooks.iter().enumerate().filter(|(_, hook)| hook.status == Status::Ready) {
            let alike = first.entry(Identity::of(hook)).or_default();
            match alike.iter().find(|other| beside(**other) == beside(index)) {
                Some(original) => copies.push((index, *original)),
                None => alike.push(index),
            }
        }
        drop(first);
        for (index, original) in copies {
            self.hooks[index].status = Status::Duplicate;
            let (copy, original) = (&self.hooks[index], &self.hooks[original]);
            let message = format!("the same hook as `{}`: it runs once", original.name);
            let help = format!("the first one stands at {}:{}", original.place.path.display(), original.place.line);
            self.diagnostics.push(Diagnostic::new(Code::Duplicate, message).help(help).at(&copy.place));
        }
    }

    /// Every hook, in order.
    pub fn hooks(&self) -> &[Hook] {
        &self.hooks
    }

    /// Whether an event's hooks are chosen by more of a call than the tool's name.
    pub fn looks_at_input(&self, kind: EventKind) -> bool {
        self.by_input.contains(&kind)
    }

    /// The indices of an event's hooks, in order.
    pub fn of_event(&self, kind: EventKind) -> &[usize] {
        self.by_event.get(&kind).map_or(&[], Vec::as_slice)
    }
}

/// What makes two hooks the same (N1.10), but for the directory in which a relative program is looked for.
#[derive(PartialEq, Eq, Hash)]
struct Identity<'h> {
    row: usize,
    only: crate::dialect::Only,
    matcher: &'h str,
    kind: &'h str,
    run: &'h str,
    args: Option<&'h [String]>,
    env: Vec<&'h (String, String)>,
    on_failure: crate::hook::OnFailure,
    plugin: Option<&'h str>,
}

impl<'h> Identity<'h> {
    fn of(hook: &'h Hook) -> Identity<'h> {
        let (run, args, env) = match &hook.handler {
            Handler::Command { command, args, env } => (command, args.as_deref(), env.as_slice()),
            Handler::Http { url } => (url, None, &[][..]),
            Handler::Broken { run, .. } => (run, None, &[][..]),
        };
        let mut env: Vec<_> = env.iter().collect();
        env.sort();
        Identity {
            row: hook.row,
            only: hook.only,
            matcher: hook.matcher.written().filter(|written| *written != "*").unwrap_or_default(),
            kind: hook.kind(),
            run,
            args,
            env,
            on_failure: hook.on_failure,
            plugin: hook.source.plugin.as_ref().map(|plugin| plugin.name.as_str()),
        }
    }
}

/// The directory that a relative direct executable resolves against.
fn resolves_beside<'h>(hook: &'h Hook, commands: &Commands, look: &dyn Look) -> Option<&'h Path> {
    let Handler::Command { command, args, .. } = &hook.handler else { return None };
    let beside = hook.place.path.parent()?;
    let relative = !command.starts_with(['/', '$']);
    let path = command.contains('/') && (args.is_some() || !command.contains(char::is_whitespace));
    let direct = (commands.direct || args.is_some()) && relative && (path || look.is_file(&beside.join(command)));
    direct.then_some(beside)
}
