//! One pass over a command's text, with the rules of POSIX shells for words, quotes and redirections.

use super::dollar::{self, Dollar};
use super::{Known, Reading, Simple, Word};

/// Substitutions inside of substitutions that are followed.
const DEEPEST: usize = 16;

/// What the word that comes next is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Argument,
    Input,
    Output,
}

struct Lexer<'l, 'v> {
    rest: &'l str,
    known: &'l mut Known<'v>,
    depth: usize,
    reading: &'l mut Reading,
    command: Simple,
    word: Option<Word>,
    purpose: Purpose,
}

/// Adds the commands of a text to `reading`.
pub(super) fn read(text: &str, known: &mut Known<'_>, depth: usize, reading: &mut Reading) {
    if depth > DEEPEST {
        reading.unclear.push("substitutions are nested too deeply".to_owned());
        return;
    }
    let mut lexer = Lexer { rest: text, known, depth, reading, command: Simple::default(), word: None, purpose: Purpose::Argument };
    while lexer.step() {}
    lexer.end_command();
}

impl Lexer<'_, '_> {
    fn step(&mut self) -> bool {
        let Some(character) = self.rest.chars().next() else { return false };
        let in_word = self.word.is_some();
        match character {
            ' ' | '\t' => self.past(1).end_word(),
            '&' if self.rest.starts_with("&>") => self.past(1).output(),
            '\n' | ';' | '(' | ')' | '&' | '|' => self.past(1).end_command(),
            '#' if !in_word => self.rest = self.rest.find('\n').map_or("", |end| &self.rest[end..]),
            '>' => self.output(),
            '<' => self.input(),
            '\'' => self.single_quoted(),
            '"' => self.past(1).double_quoted(),
            '\\' => self.escaped(),
            '`' => self.backticks(),
            '$' if self.rest.starts_with("$'") => self.past(1).single_quoted(),
            '$' => self.dollar(),
            '~' if !in_word => self.home(),
            '*' | '?' => self.pattern(),
            '[' if in_word || !self.rest[1..].starts_with([' ', '\t', '[']) => self.pattern(),
            '{' if in_word || !self.rest[1..].starts_with([' ', '\t', '\n']) => self.pattern(),
            other => {
                self.word().text.push(other);
                self.skip(other.len_utf8());
            }
        }
        true
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    fn past(&mut self, bytes: usize) -> &mut Self {
        self.skip(bytes);
        self
    }

    fn word(&mut self) -> &mut Word {
        self.word.get_or_insert_default()
    }

    fn unclear(&mut self, what: &str) {
        self.reading.unclear.push(what.to_owned());
        self.rest = "";
    }

    fn end_word(&mut self) {
        let Some(mut word) = self.word.take() else { return };
        match std::mem::replace(&mut self.purpose, Purpose::Argument) {
            Purpose::Output => {}
            Purpose::Input => self.command.inputs.push(word),
            Purpose::Argument => {
                if self.command.words.iter().all(|before| before.assigns.is_some()) {
                    self.note_assignment(&mut word);
                }
                self.command.words.push(word);
            }
        }
    }

    fn note_assignment(&mut self, word: &mut Word) {
        let Some((name, value)) = word.text.split_once('=').filter(|(name, _)| is_name(name)) else { return };
        self.known.assign(name, word.opaque.is_none().then(|| value.to_owned()));
        word.assigns = Some(name.len() + 1);
    }

    fn end_command(&mut self) {
        self.end_word();
        self.purpose = Purpose::Argument;
        let command = std::mem::take(&mut self.command);
        if !command.words.is_empty() || !command.inputs.is_empty() {
            self.reading.commands.push(command);
        }
    }

    /// A number straight before a redirection is a descriptor, not a word.
    fn drop_descriptor(&mut self) {
        self.word.take_if(|word| !word.text.is_empty() && word.text.bytes().all(|byte| byte.is_ascii_digit()));
        self.end_word();
    }

    fn output(&mut self) {
        self.drop_descriptor();
        self.rest = self.rest.trim_start_matches(['>', '|', '&']);
        self.purpose = Purpose::Output;
    }

    fn input(&mut self) {
        self.drop_descriptor();
        match () {
            () if self.rest.starts_with("<<<") => self.skip(3),
            () if self.rest.starts_with("<<") => {
                self.reading.unclear.push("it holds a here-document".to_owned());
                self.skip(2);
                self.purpose = Purpose::Output;
            }
            // What is inside of `<(…)` is a command like any other.
            () if self.rest.starts_with("<(") => self.skip(1),
            () => {
                self.rest = self.rest[1..].trim_start_matches(['>', '&']);
                self.purpose = Purpose::Input;
            }
        }
    }

    fn single_quoted(&mut self) {
        let inside = &self.rest[1..];
        let Some(end) = inside.find('\'') else { return self.unclear("a quote is not closed") };
        self.word().text.push_str(&inside[..end]);
        self.skip(end + 2);
    }

    fn double_quoted(&mut self) {
        self.word();
        loop {
            match self.rest.chars().next() {
                None => return self.unclear("a quote is not closed"),
                Some('"') => return self.skip(1),
                Some('$') => self.dollar(),
                Some('`') => self.backticks(),
                Some('\\') if self.rest[1..].starts_with(['"', '\\', '$', '`', '\n']) => self.escaped(),
                Some(other) => {
                    self.word().text.push(other);
                    self.skip(other.len_utf8());
                }
            }
        }
    }

    fn escaped(&mut self) {
        match self.past(1).rest.chars().next() {
            Some('\n') | None => self.skip(1),
            Some(other) => {
                self.word().text.push(other);
                self.skip(other.len_utf8());
            }
        }
    }

    fn pattern(&mut self) {
        self.opaque(1, "a pattern".to_owned());
    }

    /// Takes text as it is written; what it stands for is not known.
    fn opaque(&mut self, bytes: usize, why: String) {
        let written = &self.rest[..bytes];
        self.word().text.push_str(written);
        self.word().opaque.get_or_insert(why);
        self.skip(bytes);
    }

    fn home(&mut self) {
        let is_own = self.rest[1..].is_empty() || self.rest[1..].starts_with(['/', ' ', '\t', '\n', ';', '&', '|', ')']);
        match self.known.value("HOME").filter(|_| is_own) {
            Some(home) => {
                self.word().text.push_str(&home);
                self.skip(1);
            }
            None => self.opaque(1, "a home directory".to_owned()),
        }
    }

    fn backticks(&mut self) {
        let inside = &self.rest[1..];
        let Some(end) = inside.find('`') else { return self.unclear("a substitution is not closed") };
        self.inner(&inside[..end]);
        self.opaque(end + 2, "a substitution".to_owned());
    }

    fn dollar(&mut self) {
        let (found, length) = dollar::read(self.rest);
        match found {
            Dollar::Plain => {
                self.word().text.push('$');
                self.skip(length);
            }
            Dollar::Open => self.unclear("a substitution is not closed"),
            Dollar::Other => self.opaque(length, "a value that is known only when it runs".to_owned()),
            Dollar::Variable { name, modifier } => self.variable(name, modifier, length),
            Dollar::Substitution(inside) => match self.known.value(inside.trim().trim_end_matches("2>/dev/null").trim_end()) {
                Some(value) => {
                    self.word().text.push_str(&value);
                    self.skip(length);
                }
                None => {
                    self.inner(inside);
                    self.opaque(length, "a substitution".to_owned());
                }
            },
        }
    }

    fn variable(&mut self, name: &str, modifier: Option<&str>, length: usize) {
        if let Some(modifier) = modifier.filter(|modifier| modifier.contains(['$', '`'])) {
            self.inner(modifier);
        }
        // With a value, `${X:-…}` and its like are that value.
        let has_no_effect = modifier.is_none_or(|modifier| modifier.trim_start_matches(':').starts_with(['-', '?', '=']));
        match self.known.value(name).filter(|value| has_no_effect && !value.is_empty()) {
            Some(value) => {
                self.word().text.push_str(&value);
                self.skip(length);
            }
            None => self.opaque(length, format!("variable `{name}`")),
        }
    }

    fn inner(&mut self, text: &str) {
        read(text, self.known, self.depth + 1, self.reading);
    }
}

fn is_name(name: &str) -> bool {
    let letter = |letter: char| letter == '_' || letter.is_ascii_alphanumeric();
    !name.is_empty() && !name.starts_with(|first: char| first.is_ascii_digit()) && name.chars().all(letter)
}
