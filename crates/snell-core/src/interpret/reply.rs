//! A reply, by the reply rows.

use serde_json::{Map, Value};

use super::{notes, strict};
use crate::code::Code;
use crate::config::json;
use crate::diagnostic::Diagnostic;
use crate::dialect::{Dialect, Event as Row, Literal, Meaning, Naming, Otherwise, PlainText, Reply, Says, Text, Word, Words};
use crate::output;
use crate::tree::{Node, NodeKind};
use crate::verdict::{Decision, Failure, FailureKind, Verdict};

/// So many places are tried for an object that ends a text.
const MOST_STARTS: usize = 64;

/// What a reply says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Said {
    pub(super) verdict: Verdict,
    /// Its context keeps the turn going.
    pub(super) holds: bool,
    /// It is an object, whatever it says.
    pub(super) is_object: bool,
}

/// Reads stdout. A failure means that nothing in it can be used.
pub(super) fn read(
    dialect: &Dialect,
    row: &Row,
    words: Words,
    stdout: &str,
    success: bool,
    notes: &mut Vec<Diagnostic>,
) -> Result<Said, Failure> {
    if stdout.trim().is_empty() {
        let missing = dialect.reading.needs_reply && success && row.plain != PlainText::Unread;
        return if missing { Err(Failure::new(FailureKind::Malformed, "the reply is empty")) } else { Ok(Said::default()) };
    }
    let read = json::read_strict(stdout);
    let read = if dialect.reading.last_object { read.or_else(|fault| last_object(stdout).ok_or(fault)) } else { read };
    match read {
        Ok(node) if node.members().is_some() => {
            strict::check(dialect, row, &node).map_err(|fault| Failure::new(FailureKind::Malformed, fault))?;
            let node = without_other_events(dialect, row, node, notes);
            Reader { dialect, row, words, notes }.object(&node)
        }
        Ok(_) => text(dialect, row, stdout, "a JSON value that is not an object", success, notes),
        Err(fault) => text(dialect, row, stdout, &fault.message, success, notes),
    }
}

/// The object that ends a text, where something else stands before it.
fn last_object(stdout: &str) -> Option<Node> {
    let starts = stdout.match_indices('{').map(|(at, _)| at).filter(|at| *at == 0 || stdout[..*at].ends_with(['\n', '\r', ' ', '\t']));
    starts.take(MOST_STARTS).find_map(|at| json::read_strict(&stdout[at..]).ok())
}

/// Whether a text is one JSON object.
pub(super) fn is_object(text: &str) -> bool {
    text.starts_with('{') && json::read_strict(text).is_ok_and(|node| node.members().is_some())
}

/// A reason in a JSON object on stderr (R7.4).
pub(super) fn reason_in(row: &Row, stderr: &str) -> Option<String> {
    let node = json::read_strict(stderr).ok()?;
    let reasons = row.replies.iter().filter_map(|reply| match &reply.says {
        Says::Decision { reasons, .. } => Some(reasons),
        _ => None,
    });
    reasons.flat_map(|reasons| reasons.iter()).find_map(|at| blank_to_none(node.pointer(at)?.text()?))
}

/// What is no JSON object: malformed, or a text for the model, or nothing. A decision is never dug out of it (N6.8, R7.6).
fn text(dialect: &Dialect, row: &Row, stdout: &str, fault: &str, success: bool, notes: &mut Vec<Diagnostic>) -> Result<Said, Failure> {
    let keys: Vec<&str> = decision_pointers(dialect).collect();
    if row.plain != PlainText::Unread && output::embedded_object(stdout, &keys) {
        notes.push(notes::decision_ignored());
    } else if matches!(row.plain, PlainText::Context | PlainText::Nothing) && output::names_in_braces(stdout, &keys) {
        notes.push(notes::decision_unread(fault));
    }
    let malformed = || Err(Failure::new(FailureKind::Malformed, format!("the reply is not one JSON object: {fault}")));
    match row.plain {
        PlainText::Unread => Ok(Said::default()),
        PlainText::Blocks => {
            Ok(Said { verdict: Verdict::block(format!("the reply of a hook cannot be read: {fault}")), ..Said::default() })
        }
        _ if dialect.reading.braces_bind && stdout.trim_start().starts_with(['{', '[']) => malformed(),
        PlainText::Nothing => Ok(Said::default()),
        PlainText::Malformed => malformed(),
        PlainText::Context if success => {
            let context = Some(cut_context(dialect, stdout.trim(), notes));
            Ok(Said { verdict: Verdict { context, ..Verdict::default() }, ..Said::default() })
        }
        PlainText::Context => Ok(Said::default()),
    }
}

/// Every place where this dialect's decisions stand, for finding one in mixed text.
fn decision_pointers(dialect: &Dialect) -> impl Iterator<Item = &str> {
    let own = dialect.events.iter().flat_map(|row| row.replies.iter()).filter(|reply| matches!(reply.says, Says::Decision { .. }));
    let foreign = dialect.foreign_words.iter().flat_map(|word| word.at.iter());
    own.flat_map(|reply| reply.at.iter()).chain(foreign).map(AsRef::as_ref)
}

/// An object that names another event is void (N6.10): it is taken out before anything is read.
fn without_other_events(dialect: &Dialect, row: &Row, mut node: Node, notes: &mut Vec<Diagnostic>) -> Node {
    if dialect.reading.naming != Naming::Voids {
        return node;
    }
    for at in dialect.names_event_at.iter() {
        let Some((object, key)) = at.rsplit_once('/') else { continue };
        let named = node.pointer(at).and_then(Node::text).map(str::to_owned);
        let Some(named) = named.filter(|named| !names(dialect, row, named)) else { continue };
        let object = object.trim_start_matches('/').to_owned();
        if let NodeKind::Table(members) = &mut node.kind {
            members.retain(|member| member.key != object);
        }
        let message = format!("`{object}` is void: its `{key}` is `{named}`, and this is `{}`", row.name());
        notes.push(Diagnostic::new(Code::WrongEventName, message));
    }
    node
}

/// Whether a name means this event: its own in any spelling, or one that another agent has for it.
fn names(dialect: &Dialect, row: &Row, name: &str) -> bool {
    row.is_named(name, true) || dialect.foreign_names.iter().any(|foreign| foreign.kind == row.kind && foreign.name == name)
}

struct Reader<'a> {
    dialect: &'a Dialect,
    row: &'a Row,
    words: Words,
    notes: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn object(&mut self, node: &Node) -> Result<Said, Failure> {
        if self.row.plain == PlainText::Unread || self.row.gate == crate::dialect::Gate::Observes {
            self.notes.extend(notes::no_gate(self.dialect, self.row, node));
        }
        let mut said = Said { is_object: true, ..Said::default() };
        let mut malformed = Vec::new();
        for reply in self.row.replies.iter() {
            if let Err(fault) = self.reply(reply, node, &mut said) {
                malformed.push(fault);
            }
        }
        self.foreign(node, &mut said);
        self.notes.extend(notes::no_effect_here(self.dialect, self.row, node));
        let stands = matches!(said.verdict.decision, Some(Decision::Block | Decision::End)) || said.holds;
        match malformed.first() {
            Some(fault) if !stands => Err(Failure::new(FailureKind::Malformed, fault.clone())),
            _ => Ok(said),
        }
    }

    fn reply(&mut self, reply: &Reply, node: &Node, said: &mut Said) -> Result<(), String> {
        let values: Vec<(&Text, &Node)> = reply
            .at
            .iter()
            .flat_map(|at| node.every(at).into_iter().map(move |value| (at, value)))
            .filter(|(_, value)| value.kind != NodeKind::Null)
            .collect();
        if let Some((at, word)) = reply.beside.as_ref().filter(|_| !values.is_empty())
            && !node.pointer(at).is_some_and(|value| is_literal(word, value))
        {
            let key = reply.at.first().map_or(String::new(), |at| key_of(at));
            return Err(format!("`{key}` counts only beside `{}: {}`", key_of(at), shown(word)));
        }
        match &reply.says {
            Says::Decision { .. } => self.decision(&values, &reply.says, node, said),
            Says::Context | Says::HoldingContext => {
                self.context(&values, reply.says == Says::HoldingContext, said);
                Ok(())
            }
            Says::Input => input(&values, said),
            Says::Output => {
                said.verdict.output = values.first().map(|(_, value)| value.to_value());
                Ok(())
            }
        }
    }

    fn decision(&mut self, values: &[(&Text, &Node)], says: &Says, node: &Node, said: &mut Said) -> Result<(), String> {
        let Says::Decision { words, reasons, otherwise, needs_reason } = says else { return Ok(()) };
        let mut fault = Ok(());
        let mut blocks = false;
        for (at, value) in values {
            match meaning(words, value) {
                Some(Meaning::Nothing) => {}
                Some(Meaning::Noted) => self.notes.push(notes::no_decision(at, value)),
                Some(meaning) => {
                    let reason = reasons.iter().find_map(|at| blank_to_none(node.pointer(at)?.text()?));
                    if *needs_reason && meaning == Meaning::Block && reason.is_none() {
                        return Err(format!("`{}` blocks without a reason", key_of(at)));
                    }
                    blocks |= matches!(meaning, Meaning::Block | Meaning::End);
                    take(&mut said.verdict, meaning, reason);
                }
                None => {
                    let (note, message) = notes::unknown_decision(self.row, at, value);
                    self.notes.push(note);
                    if *otherwise == Otherwise::Malformed {
                        fault = Err(message);
                    }
                }
            }
        }
        // N6.13: a key that stands twice is ambiguous, unless one of its copies blocks.
        let repeated = values.iter().enumerate().find(|(index, (at, _))| values[..*index].iter().any(|(before, _)| before == at));
        match repeated {
            Some((_, (at, _))) if !blocks => Err(format!("`{}` stands twice in the reply", key_of(at))),
            _ => fault,
        }
    }

    fn context(&mut self, values: &[(&Text, &Node)], holding: bool, said: &mut Said) {
        for (at, value) in values {
            match value.text() {
                Some(text) if text.trim().is_empty() => {}
                Some(text) => {
                    said.verdict.context = Some(cut_context(self.dialect, text, self.notes));
                    said.holds |= holding;
                }
                None => self.notes.push(notes::wrong_type(at, value, "a string")),
            }
        }
    }

    /// Another agent's decision words: told, and a block of theirs honoured from their own files (N6.9, N11.3).
    fn foreign(&mut self, node: &Node, said: &mut Said) {
        for word in self.dialect.foreign_words.iter().filter(|word| word.gates.contains(&self.row.gate)) {
            let found = word.at.iter().find_map(|at| Some((at, node.pointer(at)?)));
            let Some((at, value)) = found.filter(|(_, value)| word.is.as_ref().is_none_or(|is| is_literal(is, value))) else { continue };
            let speaks = word.honoured == Some(self.words);
            if speaks && value.text() == Some("deny") {
                let reason = word.reasons.iter().find_map(|at| blank_to_none(node.pointer(at)?.text()?));
                take(&mut said.verdict, Meaning::Block, reason);
            } else {
                self.notes.push(notes::foreign_decision(at, value, &word.native));
            }
        }
    }
}

/// The strongest decision of a reply stands, with its own reason.
fn take(verdict: &mut Verdict, meaning: Meaning, reason: Option<String>) {
    let decision = match meaning {
        Meaning::Allow => Decision::Allow,
        Meaning::Grant => Decision::Grant,
        Meaning::Ask => Decision::Ask,
        Meaning::Block => Decision::Block,
        Meaning::End => Decision::End,
        Meaning::Nothing | Meaning::Noted => return,
    };
    if verdict.decision.is_none_or(|before| before < decision) {
        verdict.decision = Some(decision);
        verdict.reason = reason;
    } else if verdict.decision == Some(decision) && verdict.reason.is_none() {
        verdict.reason = reason;
    }
}

fn meaning(words: &[Word], value: &Node) -> Option<Meaning> {
    words.iter().find(|word| is_literal(&word.is, value)).map(|word| word.means)
}

fn is_literal(literal: &Literal, value: &Node) -> bool {
    match literal {
        Literal::Text(text) => value.text() == Some(text),
        Literal::Flag(flag) => value.kind == NodeKind::Bool(*flag),
    }
}

fn shown(literal: &Literal) -> String {
    match literal {
        Literal::Text(text) => format!("\"{text}\""),
        Literal::Flag(flag) => flag.to_string(),
    }
}

/// N6.2: an object, or the reply is malformed.
fn input(values: &[(&Text, &Node)], said: &mut Said) -> Result<(), String> {
    for (at, value) in values {
        match value.to_value() {
            Value::Object(fields) => said.verdict.input = Some(fields),
            _ => {
                said.verdict.input = None::<Map<_, _>>;
                return Err(format!("`{}` is {}, not an object", key_of(at), value.what()));
            }
        }
    }
    Ok(())
}

fn cut_context(dialect: &Dialect, text: &str, notes: &mut Vec<Diagnostic>) -> String {
    let Some(limit) = dialect.longest_context else { return text.to_owned() };
    let Some((end, _)) = text.char_indices().nth(limit) else { return text.to_owned() };
    let cut = text[end..].chars().count();
    notes.push(Diagnostic::new(Code::ContextCut, format!("{cut} of its characters are not passed on; the limit is {limit}")));
    format!("{} [cut {cut} characters]", &text[..end])
}

pub(super) fn key_of(pointer: &str) -> String {
    pointer.trim_start_matches('/').replace('/', ".")
}

fn blank_to_none(text: &str) -> Option<String> {
    Some(text.trim()).filter(|text| !text.is_empty()).map(str::to_owned)
}
