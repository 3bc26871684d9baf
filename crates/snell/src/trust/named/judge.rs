//! What of a command cannot be pinned: the programs it starts, one by one, and where each finds the code that it runs.

use std::path::{Path, PathBuf};

use snell_core::hook::Handler;
use snell_system::files;

use super::Namer;
use super::programs::{self, Kind};
use crate::trust::scope::Found;
use crate::trust::shell::{Simple, Word};

impl Namer<'_> {
    /// Says what of a command cannot be pinned.
    pub(super) fn judge(&mut self, command: &Simple) {
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
