//! The words for what a reply or a failure deserves to be told.

use crate::code::Code;
use crate::command;
use crate::completion::{End, WANTED_TERMINAL};
use crate::diagnostic::Diagnostic;
use crate::dialect::{Dialect, Event as Row, Gate, Literal, Meaning, Reply, Says};
use crate::hook::{Handler, Hook};
use crate::tree::{Node, NodeKind};

use super::reply::key_of;

/// Decision words of some hook system; one that this dialect does not have is another agent's, not a slip.
const KNOWN_WORDS: [&str; 12] =
    ["allow", "approve", "ask", "block", "cancel", "continue", "defer", "deny", "end", "force_ask", "reject", "stop"];

pub(super) fn decision_ignored() -> Diagnostic {
    Diagnostic::new(Code::DecisionIgnored, "decision ignored: text stands around the JSON object")
        .help("print the object alone, and everything else to stderr")
}

/// Where what cannot be read is a text, and no failure would say so.
pub(super) fn decision_unread(fault: &str) -> Diagnostic {
    Diagnostic::new(Code::DecisionIgnored, format!("decision ignored: what begins like a JSON object is none: {fault}"))
        .help("print one JSON object, as a JSON library writes it")
}

pub(super) fn aside() -> Diagnostic {
    Diagnostic::new(Code::NoEffectHere, "the hook runs beside the agent: only its text for the model counts")
}

pub(super) fn cannot_block(row: &Row, by: &str) -> Diagnostic {
    Diagnostic::new(Code::CannotBlock, format!("{by} blocks nothing: `{}` only observes", row.name()))
}

pub(super) fn no_decision(at: &str, value: &Node) -> Diagnostic {
    Diagnostic::new(Code::NoDecision, format!("`{}: {}` means no decision here", key_of(at), value.to_value()))
}

pub(super) fn wrong_type(at: &str, value: &Node, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongType, format!("`{}` is {}, not {wanted}; it is ignored", key_of(at), value.what()))
}

/// The note and the words of the failure for a decision outside the vocabulary.
pub(super) fn unknown_decision(row: &Row, at: &str, value: &Node) -> (Diagnostic, String) {
    let message = format!("`{}: {}` is no decision at `{}`", key_of(at), value.to_value(), row.name());
    let is_foreign = value.text().is_some_and(|text| KNOWN_WORDS.contains(&text));
    let code = if is_foreign { Code::ForeignDecision } else { Code::UnknownDecision };
    (Diagnostic::new(code, message.clone()).help(format!("write one of {}", vocabulary(row, at))), message)
}

fn vocabulary(row: &Row, at: &str) -> String {
    let words = row.replies.iter().filter(|reply| reply.at.iter().any(|own| own == at)).filter_map(|reply| match &reply.says {
        Says::Decision { words, .. } => Some(words),
        _ => None,
    });
    let literal = |literal: &Literal| match literal {
        Literal::Text(text) => format!("`\"{text}\"`"),
        Literal::Flag(flag) => format!("`{flag}`"),
    };
    words
        .flat_map(|words| words.iter())
        .filter(|word| !matches!(word.means, Meaning::Noted))
        .map(|word| literal(&word.is))
        .collect::<Vec<_>>()
        .join(", ")
}

pub(super) fn foreign_decision(at: &str, value: &Node, native: &str) -> Diagnostic {
    Diagnostic::new(Code::ForeignDecision, format!("decision not understood: `{}: {}` has no effect here", key_of(at), value.to_value()))
        .help(format!("write {native}"))
}

/// Decisions at an event that only observes (N3.5).
pub(super) fn no_gate(dialect: &Dialect, row: &Row, node: &Node) -> Option<Diagnostic> {
    if row.gate != Gate::Observes {
        return None;
    }
    let blocking = |reply: &Reply| match &reply.says {
        Says::Decision { words, .. } => {
            let blocks = |value: &Node| words.iter().any(|word| means_block(word.means) && is(&word.is, value));
            reply.at.iter().find(|at| node.pointer(at).is_some_and(blocks)).map(|at| key_of(at))
        }
        _ => None,
    };
    let own = dialect.events.iter().flat_map(|row| row.replies.iter()).find_map(blocking);
    let foreign = || {
        let deny = |at: &&str| node.pointer(at).and_then(Node::text).is_some_and(|word| word == "deny" || word == "block");
        dialect.foreign_words.iter().flat_map(|word| word.at.iter()).map(AsRef::as_ref).find(deny).map(key_of)
    };
    own.or_else(foreign).map(|key| cannot_block(row, &format!("`{key}`")))
}

fn means_block(meaning: Meaning) -> bool {
    matches!(meaning, Meaning::Block | Meaning::End)
}

fn is(literal: &Literal, value: &Node) -> bool {
    match literal {
        Literal::Text(text) => value.text() == Some(text),
        Literal::Flag(flag) => value.kind == NodeKind::Bool(*flag),
    }
}

/// What the reply says in this dialect's words, at an event that does not heed them.
pub(super) fn no_effect_here(dialect: &Dialect, row: &Row, node: &Node) -> Vec<Diagnostic> {
    if row.plain == crate::dialect::PlainText::Unread {
        return Vec::new();
    }
    let heeded = |at: &str| row.replies.iter().any(|reply| reply.at.iter().any(|own| own == at));
    let foreign = |at: &str| dialect.foreign_words.iter().any(|word| word.gates.contains(&row.gate) && word.at.iter().any(|own| own == at));
    let mut told = Vec::new();
    for reply in dialect.events.iter().flat_map(|other| other.replies.iter()) {
        let decision = matches!(reply.says, Says::Decision { .. });
        for at in reply.at.iter().filter(|at| !heeded(at) && !foreign(at)) {
            let says_something = node.pointer(at).is_some_and(|value| !matches!(value.kind, NodeKind::Null | NodeKind::Bool(true)));
            if says_something && !told.contains(at) && !(decision && row.gate == Gate::Observes) {
                told.push(at.clone());
            }
        }
    }
    let note = |at| Diagnostic::new(Code::NoEffectHere, format!("`{}` has no effect at `{}`", key_of(at), row.name()));
    told.iter().map(|at| note(at)).collect()
}

/// What happened, with what the hook said of it and what is usually meant.
pub(super) fn failure_words(row: &Row, hook: &Hook, end: &End, stderr: &str) -> String {
    let first_line = stderr.lines().find(|line| !line.trim().is_empty()).map(str::trim);
    let said = first_line.map_or(String::new(), |line| format!(": {line}"));
    match end {
        End::Signalled(signal) if WANTED_TERMINAL.contains(signal) => {
            format!("it asked the terminal, which no hook has (signal {signal}){said}")
        }
        End::Signalled(signal) => format!("died by signal {signal}{said}"),
        End::Answered(status) => format!("the server answered {status}"),
        End::Exited(126) if !not_executable(hook).is_empty() => format!("exit 126{said}{}", not_executable(hook)),
        End::Exited(code) if row.is_gate() => format!("exit {code}{said}; only exit 2 blocks"),
        End::Exited(code) => format!("exit {code}{said}"),
        _ => String::new(),
    }
}

/// R3.3: exit 126 names the file and the missing bit, where the command calls a file by its path.
fn not_executable(hook: &Hook) -> String {
    let Handler::Command { command, .. } = &hook.handler else { return String::new() };
    match command::words(command).first().filter(|program| program.contains('/')) {
        Some(program) => format!("; `{program}` lacks its execute bit: call it through its interpreter, `sh {program}`"),
        None => String::new(),
    }
}
