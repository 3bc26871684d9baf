//! The words of commands, as far as they give names a value: `X=`, `export X=`, `local`, `declare`, `read X`, `getopts`, `for X in` (N8.4).

use std::collections::VecDeque;

use super::document::Document;

/// Where in its command the lexer is.
#[derive(Default)]
pub(super) struct Words {
    /// Here-documents whose body begins after the next line break.
    pub(super) documents: VecDeque<Document>,
    /// Where the current word began.
    pub(super) start: Option<usize>,
    expects: Expects,
    /// The next word belongs to a redirection.
    skips: bool,
    /// Open `case`s, in which `)` ends a pattern.
    cases: u32,
}

/// What the next word is.
#[derive(Clone, Copy, Default)]
enum Expects {
    /// A command, a keyword or an assignment.
    #[default]
    Command,
    /// An argument that means nothing here.
    Argument,
    /// `NAME=…`, and with `bare` also `NAME`.
    Declaration { bare: bool },
    /// A name that is read into.
    Target,
    /// The options of `getopts`, then its name.
    Options,
    /// The name of a loop.
    Loop,
    /// The `in` of a `case`.
    In,
}

impl Words {
    /// A `;`, a line break, a pipe …
    pub(super) fn next_command(&mut self) {
        self.expects = Expects::Command;
        self.skips = false;
    }

    pub(super) fn skip_next(&mut self) {
        self.skips = true;
    }

    pub(super) fn in_case(&self) -> bool {
        self.cases > 0
    }

    /// Takes in a whole word, as written.
    pub(super) fn finish<'t>(&mut self, word: &'t str, assigned: &mut Vec<&'t str>) {
        if std::mem::take(&mut self.skips) {
            return;
        }
        match self.expects {
            Expects::Command => match assigned_name(word) {
                Some(name) => assigned.push(name),
                None => self.expects = self.after(word),
            },
            Expects::Declaration { bare } => {
                let word = word.trim_start_matches(['"', '\'']);
                assigned.extend(assigned_name(word).or(bare.then_some(word).filter(|word| is_name(word))));
            }
            Expects::Target => assigned.extend(Some(word).filter(|word| is_name(word))),
            Expects::Options => self.expects = Expects::Target,
            Expects::Loop => {
                assigned.extend(Some(word).filter(|word| is_name(word)));
                self.expects = Expects::Argument;
            }
            Expects::In if word == "in" => self.expects = Expects::Command,
            Expects::In | Expects::Argument => {}
        }
    }

    fn after(&mut self, word: &str) -> Expects {
        match word {
            "export" | "readonly" => Expects::Declaration { bare: false },
            "local" | "declare" | "typeset" => Expects::Declaration { bare: true },
            "read" => Expects::Target,
            "getopts" => Expects::Options,
            "for" | "select" => Expects::Loop,
            "case" => {
                self.cases += 1;
                Expects::In
            }
            "esac" => {
                self.cases = self.cases.saturating_sub(1);
                Expects::Argument
            }
            "if" | "then" | "elif" | "else" | "while" | "until" | "do" | "{" | "!" | "time" => Expects::Command,
            "command" | "builtin" | "exec" | "eval" => Expects::Command,
            _ => Expects::Argument,
        }
    }
}

/// `X` of `X=…` and `X+=…`.
fn assigned_name(word: &str) -> Option<&str> {
    let (before, _) = word.split_once('=')?;
    let name = before.strip_suffix('+').unwrap_or(before);
    is_name(name).then_some(name)
}

pub(in crate::command) fn is_name(text: &str) -> bool {
    !text.is_empty() && name_length(text.as_bytes()) == text.len()
}

/// How many bytes of a variable's name stand at the start.
pub(in crate::command) fn name_length(bytes: &[u8]) -> usize {
    match bytes.first() {
        Some(first) if first.is_ascii_alphabetic() || *first == b'_' => {
            bytes.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').unwrap_or(bytes.len())
        }
        _ => 0,
    }
}
