//! The first words of a command, for telling whether its program and script are there (N2.9).

use super::scan::{is_name, name_length};

/// Words that a shell understands itself. Nothing is to be looked for.
const SHELLS_OWN: &[&str] = &[
    "!", ".", ":", "[", "[[", "alias", "break", "builtin", "case", "cd", "continue", "declare", "echo", "eval", "exit", "export", "false",
    "fg", "for", "function", "getopts", "hash", "if", "jobs", "kill", "let", "local", "printf", "pwd", "read", "readonly", "return",
    "select", "set", "shift", "source", "test", "time", "times", "trap", "true", "type", "typeset", "ulimit", "umask", "unalias", "unset",
    "until", "wait", "while", "{", "}",
];

/// The first simple command's program, and its next word, as far as both are plain: quotes removed, leading `X=…` and `exec` passed over,
/// references to variables as `${NAME}`. Empty where the first word is not plain or is the shell's own.
///
/// ```
/// assert_eq!(snell_core::command::words("LC_ALL=C sh './my hooks/x.sh' --fast | tee log"), ["sh", "./my hooks/x.sh"]);
/// ```
pub fn words(command: &str) -> Vec<String> {
    words_with(command, &|name| Some(format!("${{{name}}}")))
}

/// The same, with `$NAME`, `${NAME}` and a leading `~/` (which is `${HOME}/`) as `variable` says; a word with a reference that has no value
/// is not plain.
pub fn words_with(command: &str, variable: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let mut rest = command;
    let mut found = Vec::new();
    while found.len() < 2 {
        let Some(word) = Word::read(rest, variable) else { break };
        rest = word.rest;
        let is_first = found.is_empty();
        match word.text.as_str() {
            _ if is_first && word.is_assignment => {}
            _ if !word.is_plain => break,
            "exec" | "command" if is_first => {}
            text if is_first && SHELLS_OWN.contains(&text) => break,
            _ => found.push(word.text),
        }
    }
    found
}

struct Word<'t> {
    /// As a shell would see it.
    text: String,
    /// Nothing in it is left for the shell to do.
    is_plain: bool,
    is_assignment: bool,
    /// What follows it.
    rest: &'t str,
}

impl<'t> Word<'t> {
    /// The next word of the same simple command; none at its end, and where only a shell could find the word's end.
    fn read(rest: &'t str, variable: &dyn Fn(&str) -> Option<String>) -> Option<Word<'t>> {
        let start = rest.trim_start_matches([' ', '\t']).trim_start_matches("\\\n").trim_start_matches([' ', '\t']);
        let mut word = Word { text: String::new(), is_plain: true, is_assignment: false, rest: start };
        if start.starts_with('#') {
            return None;
        }
        while let Some(character) = word.rest.chars().next().filter(|character| !" \t\n;|&<>".contains(*character)) {
            match character {
                '(' | ')' | '`' => return None,
                '\'' => word.single_quoted()?,
                '"' => word.double_quoted(variable)?,
                '\\' => word.escaped(),
                '$' => word.reference(variable)?,
                '~' if word.rest.len() == start.len() => word.home(variable),
                _ => word.plain(!"*?[{}".contains(character)),
            }
        }
        let written = &start[..start.len() - word.rest.len()];
        word.is_assignment = written.split_once('=').is_some_and(|(name, _)| is_name(name));
        (!written.is_empty()).then_some(word)
    }

    fn skip(&mut self, length: usize) {
        self.rest = self.rest.get(length..).unwrap_or_default();
    }

    /// Takes one character as it is.
    fn plain(&mut self, is_plain: bool) {
        let character = self.rest.chars().next();
        self.text.extend(character);
        self.is_plain &= is_plain;
        self.skip(character.map_or(0, char::len_utf8));
    }

    fn escaped(&mut self) {
        self.skip(1);
        match self.rest.strip_prefix('\n') {
            Some(rest) => self.rest = rest,
            None => self.plain(true),
        }
    }

    fn single_quoted(&mut self) -> Option<()> {
        let (quoted, rest) = self.rest[1..].split_once('\'')?;
        self.text.push_str(quoted);
        self.rest = rest;
        Some(())
    }

    fn double_quoted(&mut self, variable: &dyn Fn(&str) -> Option<String>) -> Option<()> {
        self.skip(1);
        loop {
            match self.rest.chars().next()? {
                '"' => break,
                '`' => return None,
                '$' => self.reference(variable)?,
                '\\' if self.rest[1..].starts_with(['$', '"', '\\', '`', '\n']) => self.escaped(),
                _ => self.plain(true),
            }
        }
        self.skip(1);
        Some(())
    }

    /// `$NAME` or `${NAME}`. None for `$(…)` and `${NAME…}`, whose end only a shell knows.
    fn reference(&mut self, variable: &dyn Fn(&str) -> Option<String>) -> Option<()> {
        self.skip(1);
        let inside = self.rest.strip_prefix('{');
        let from = inside.unwrap_or(self.rest);
        let (name, after) = from.split_at(name_length(from.as_bytes()));
        self.rest = if inside.is_some() { after.strip_prefix('}')? } else { after };
        if name.is_empty() && (inside.is_some() || after.starts_with('(')) {
            return None;
        }
        self.put(variable(name).filter(|_| !name.is_empty()));
        Some(())
    }

    /// The `~` of `~/…`; `~user` is not plain.
    fn home(&mut self, variable: &dyn Fn(&str) -> Option<String>) {
        self.skip(1);
        self.put(variable("HOME").filter(|_| self.rest.is_empty() || self.rest.starts_with(['/', ' '])));
    }

    fn put(&mut self, value: Option<String>) {
        self.is_plain &= value.is_some();
        self.text.push_str(&value.unwrap_or_default());
    }
}
