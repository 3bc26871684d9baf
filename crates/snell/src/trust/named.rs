//! Which files of the project a hook names, and what of it nobody can tell before it runs.
//!
//! INVARIANT: too many files may be found here, never too few without a word in `unresolved`. A file too many costs a question when it
//! changes; a file too few would let code run that nobody saw.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use snell_core::Hook;
use snell_core::hook::Handler;
use snell_system::files;

use super::digest::Digest;
use super::programs::{self, Kind};
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

    /// Says what of a command cannot be pinned.
    fn judge(&mut self, command: &Simple) {
        let mut words: &[Word] = &command.words;
        while let Some((program, rest)) = words.split_first() {
            if program.assigns.is_some() {
                words = rest;
                continue;
            }
            if let Some(why) = &program.opaque {
                return self.unresolved(format!("the program `{}` is known only when it runs ({why})", program.text));
            }
            match programs::kind(&program.text) {
                Kind::Wrapper => words = past_options(rest),
                Kind::ShellsOwn => return,
                Kind::Evaluates => return self.unresolved("`eval` runs a text that is known only when it runs"),
                Kind::Sources => return self.script(&program.text, rest, command),
                Kind::Interpreter => {
                    self.program(&program.text);
                    return self.interpreter(&program.text, rest, command);
                }
                Kind::Runner => {
                    self.program(&program.text);
                    return self.unresolved(format!("`{}` runs what it finds by itself", program.text));
                }
                Kind::Other => return self.program(&program.text),
            }
        }
    }

    fn program(&mut self, program: &str) {
        match self.look(program) {
            Found::Inside(_) | Found::Fault(_) => {}
            _ if !program.contains('/') => self.on_path(program),
            Found::Outside(_) if self.is_in_path(Path::new(program)) => {}
            Found::Outside(_) => self.unresolved(format!("the program `{program}` is outside of the project; it is not pinned")),
            Found::Directory => self.unresolved(format!("`{program}` is a directory")),
            Found::Missing => self.unresolved(format!("there is no program `{program}`")),
        }
    }

    /// A program that PATH finds belongs to the machine, unless PATH leads into the project.
    fn on_path(&mut self, program: &str) {
        let found = self.path().into_iter().map(|place| place.join(program)).find(|candidate| files::is_executable(candidate));
        match found.map(|path| self.scope.find(&path)) {
            Some(inside @ (Found::Inside(_) | Found::Fault(_))) => self.pin(&inside),
            Some(_) => {}
            None => self.unresolved(format!("no program `{program}` is on PATH")),
        }
    }

    fn path(&self) -> Vec<PathBuf> {
        let own = match &self.hook.handler {
            Handler::Command { env, .. } => env.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value.into()),
            _ => None,
        };
        let path = own.or_else(|| self.scope.path.clone()).unwrap_or_else(|| "/bin:/usr/bin".into());
        std::env::split_paths(&path).map(|place| self.bases[0].join(place)).collect()
    }

    fn is_in_path(&self, program: &Path) -> bool {
        self.path().iter().any(|place| program.parent() == Some(place))
    }

    fn interpreter(&mut self, program: &str, rest: &[Word], command: &Simple) {
        let texts: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
        match programs::inline_code(program, &texts).map(|code| rest.get(code)) {
            Some(None) => {}
            Some(Some(Word { opaque: Some(why), .. })) => {
                self.unresolved(format!("the code that `{program}` runs is known only then ({why})"));
            }
            Some(Some(code)) if programs::is_shell(program) => self.command(&code.text),
            Some(Some(_)) => {}
            None if texts.first() == Some(&"-m") => self.unresolved(format!("`{program} -m` finds its module by itself")),
            None => self.script(program, rest, command),
        }
    }

    /// The file that an interpreter reads: its first plain word, or its standard input.
    fn script(&mut self, program: &str, rest: &[Word], command: &Simple) {
        let words = rest.iter().filter(|word| !word.text.starts_with('-'));
        let scripts: Vec<&Word> = if words.clone().next().is_some() { words.collect() } else { command.inputs.iter().collect() };
        let Some(script) = scripts.first() else {
            return self.unresolved(format!("`{program}` runs what comes on its standard input"));
        };
        if let Some(why) = &script.opaque {
            return self.unresolved(format!("the script `{}` is known only when it runs ({why})", script.text));
        }
        match self.look(&script.text) {
            Found::Inside(_) | Found::Fault(_) => {}
            Found::Outside(_) => self.unresolved(format!("the script `{}` is outside of the project; it is not pinned", script.text)),
            Found::Directory => self.unresolved(format!("`{}` is a directory; the files in it are not pinned", script.text)),
            // The value of an option may stand before the script: `node --require ./a.js b.js`.
            Found::Missing if scripts[1..].iter().any(|word| matches!(self.look(&word.text), Found::Inside(_))) => {}
            Found::Missing => self.unresolved(format!("there is no script `{}`", script.text)),
        }
    }
}

/// What follows a wrapper's own options, variables and numbers (`env -i X=1`, `timeout 5`).
fn past_options(words: &[Word]) -> &[Word] {
    let is_own =
        |word: &Word| word.text.starts_with('-') || word.text.contains('=') || word.text.starts_with(|first: char| first.is_ascii_digit());
    &words[words.iter().take_while(|word| word.opaque.is_none() && is_own(word)).count()..]
}
