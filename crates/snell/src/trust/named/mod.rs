//! Which files of the project a hook names, and what of it nobody can tell before it runs.
//!
//! INVARIANT: too many files may be found here, never too few without a word in `unresolved`. A file too many costs a question when it
//! changes; a file too few would let code run that nobody saw.

mod judge;
mod programs;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use snell_core::Hook;
use snell_core::hook::Handler;
use snell_system::files;

use super::digest::Digest;
use super::scope::{Found, Scope};
use super::shell::{self, Reading, Simple, Word};

/// So many names of one hook are looked for.
const MOST_NAMES: usize = 4096;
/// Shells inside of shells that are followed (`sh -c 'sh -c …'`).
const DEEPEST: usize = 16;
/// A longer name is no path.
const LONGEST_NAME: usize = 4096;

/// What a hook names.
#[derive(Debug, Default)]
pub(super) struct Named {
    /// Files of the project, by their path below its root.
    pub(super) files: BTreeMap<String, Digest>,
    /// What runs and cannot be pinned, for a person.
    pub(super) unresolved: BTreeSet<String>,
    /// Why nothing of this hook may be approved.
    pub(super) fault: Option<String>,
}

/// What a hook names now.
pub(super) fn named(scope: &Scope<'_>, hook: &Hook) -> Named {
    let beside = hook.place.path.parent().unwrap_or(Path::new("/")).to_owned();
    let mut namer = Namer { scope, hook, bases: vec![scope.directory(hook), beside], names: 0, depth: 0, named: Named::default() };
    namer.bases.dedup();
    namer.hook();
    namer.named
}

struct Namer<'a> {
    scope: &'a Scope<'a>,
    hook: &'a Hook,
    /// Where relative names are looked for.
    bases: Vec<PathBuf>,
    names: usize,
    /// Shells inside of shells.
    depth: usize,
    named: Named,
}

impl Namer<'_> {
    fn hook(&mut self) {
        match &self.hook.handler {
            Handler::Command { command, args, env } => {
                self.environment(env);
                match args {
                    Some(args) => self.executable(command, args),
                    None => self.command(command),
                }
            }
            Handler::Http { url } if url.contains('$') => self.unresolved("the url depends on variables"),
            Handler::Http { .. } | Handler::Broken { .. } => {}
        }
    }

    fn environment(&mut self, env: &[(String, String)]) {
        for (name, value) in env {
            let mut directories = false;
            for text in std::iter::once(value.as_str()).chain(value.split([':', '=', ',', ' '])) {
                directories |= self.look(text) == Found::Directory;
            }
            if directories {
                self.unresolved(format!("`env` names a directory in `{name}`; the files in it are not pinned"));
            }
        }
    }

    fn executable(&mut self, command: &str, args: &[String]) {
        let variable = |name: &str| self.scope.variable(self.hook, name);
        let words = std::iter::once(command).chain(args.iter().map(String::as_str)).map(|word| shell::plain_word(word, &variable));
        let reading = Reading { commands: vec![Simple { words: words.collect(), ..Simple::default() }], unclear: Vec::new() };
        self.reading(&reading);
    }

    fn command(&mut self, command: &str) {
        // N2.7: a whole text that names a file is that file, spaces included.
        if matches!(self.look(command), Found::Inside(_)) && self.scope.dialect.commands.direct {
            return;
        }
        if self.depth > DEEPEST {
            return self.unresolved("the command cannot be followed: shells are nested too deeply");
        }
        self.depth += 1;
        let reading = shell::read(command, &|name| self.scope.variable(self.hook, name));
        self.reading(&reading);
        self.depth -= 1;
    }

    fn reading(&mut self, reading: &Reading) {
        for unclear in &reading.unclear {
            self.unresolved(format!("the command cannot be followed: {unclear}"));
        }
        for command in &reading.commands {
            self.enter(command);
        }
        for command in &reading.commands {
            for word in &command.words {
                self.word(word);
            }
            self.judge(command);
        }
    }

    /// A command may go to a directory and name files from there.
    fn enter(&mut self, command: &Simple) {
        let goes = command.words.first().is_some_and(|word| matches!(word.text.as_str(), "cd" | "pushd"));
        for word in command.words.iter().skip(1).filter(|word| goes && !word.text.starts_with('-')) {
            if word.opaque.is_some() {
                self.unresolved(format!("it goes to `{}`, which is known only when it runs", word.text));
            }
            let entered: Vec<PathBuf> =
                self.bases.iter().map(|base| base.join(&word.text)).filter(|path| files::is_directory(path)).collect();
            self.bases.extend(entered);
        }
    }

    /// Pins whatever a word could name: itself, and any part of it that looks like a path.
    fn word(&mut self, word: &Word) {
        if word.opaque.is_none() {
            self.look(&word.text[word.assigns.unwrap_or(0)..]);
        }
        let is_path = |character: char| character.is_alphanumeric() || "._/-+@~".contains(character);
        for part in word.text.split(|character| !is_path(character)).filter(|part| part.len() < word.text.len()) {
            self.look(part);
        }
    }

    fn look(&mut self, text: &str) -> Found {
        let is_name = !text.is_empty() && text.len() <= LONGEST_NAME && !text.contains('\0');
        self.names += usize::from(is_name);
        if self.names > MOST_NAMES {
            self.named.fault = Some("it names too many things to be looked at".to_owned());
        }
        if !is_name || self.names > MOST_NAMES {
            return Found::Missing;
        }
        let found: Vec<Found> = self.bases.iter().map(|base| self.scope.find(&base.join(text))).collect();
        for found in &found {
            self.pin(found);
        }
        found.into_iter().max().unwrap_or(Found::Missing)
    }

    fn pin(&mut self, found: &Found) {
        match found {
            Found::Inside(name) => {
                if let Some(file) = self.scope.file(name) {
                    self.named.files.insert(name.clone(), file.digest);
                }
                if self.scope.leads_out(name) {
                    self.unresolved(format!("`{name}` leads out of the project"));
                }
            }
            Found::Fault(fault) => drop(self.named.fault.get_or_insert_with(|| fault.clone())),
            Found::Missing | Found::Outside(_) | Found::Directory => {}
        }
    }

    fn unresolved(&mut self, what: impl Into<String>) {
        self.named.unresolved.insert(what.into());
    }
}
