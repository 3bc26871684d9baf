//! What is left of hooks that another agent runs itself, with no bridge between: they go on speaking as they learnt to, and it listens by its
//! own tables.

use serde_json::Value;

use super::{CONTEXT, REASON, asking, continued, effects, folded, guards, left, never_heard, sample, worst};
use crate::answer::object;
use crate::completion::{Captured, Completion, End};
use crate::dialect::{Dialect, Effect, Event as Row, ExitCode, Grade, Literal, Meaning, PlainText, Reply, Says, Then};
use crate::event::EventKind;
use crate::interpret::listen;
use crate::outcome::Action;
use crate::tool;

/// How a hook can ask for an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// With an object on stdout.
    Words {
        /// Where in it, a JSON pointer.
        at: String,
        /// What stands there, where that matters.
        word: Option<String>,
    },
    /// With this exit code, and a reason on stderr.
    Exit(i32),
    /// With any text on stdout.
    Plain,
}

/// An effect that hooks of an event can ask for, and what another agent makes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Spoken {
    /// `<event>.<effect>`, stable.
    pub code: String,
    /// The event.
    pub event: EventKind,
    /// The effect.
    pub effect: Effect,
    /// What is left of it however it is asked for.
    pub grade: Grade,
    /// What is left of it by how it is asked for.
    pub ways: Vec<(Way, Grade)>,
    /// Whether hooks of the event guard something with it.
    guards: bool,
}

impl Spoken {
    /// Whether somebody may rely on it for safety where so much of it is left.
    pub fn is_unguarded_by(&self, grade: &Grade) -> bool {
        self.guards && grade.rank() > 1 && guards(self.effect, grade)
    }
}

/// Every effect that hooks of a row of `source` can ask for, where they stand under a row of `host`.
pub fn spoken(source: &Dialect, row: &Row, host: &Dialect, target: &Row) -> Vec<Spoken> {
    let one = |effect: Effect| Spoken {
        code: format!("{:?}.{}", row.kind, effect.word(row.gate)),
        event: row.kind,
        effect,
        grade: whatever(source, row, host, target, effect),
        ways: ways(source, row, host, target, effect),
        guards: row.is_gate(),
    };
    effects(row).into_iter().map(one).collect()
}

fn whatever(source: &Dialect, row: &Row, host: &Dialect, target: &Row, effect: Effect) -> Grade {
    let measured = target.strength(effect).clone();
    worst([target.strength(Effect::Observe).clone(), never_heard(host, target, row.kind), measured, continued(source, row, host, effect)])
}

/// Every way that the source itself understands, and what is left of it under the host.
fn ways(source: &Dialect, row: &Row, host: &Dialect, target: &Row, effect: Effect) -> Vec<(Way, Grade)> {
    let said = words(source, row, effect).into_iter().chain(exits(row, effect)).chain(plain(row, effect));
    let wanted = folded(row, asking(effect));
    let event = sample(row.kind);
    let heard = |dialect: &Dialect, by: &Row, completion: &Completion| {
        let heard = folded(by, listen(dialect, by, completion).unwrap_or_default()).in_common_words(dialect, &event);
        let is_refused = effect == Effect::Block && row.is_gate() && heard.action == wanted.action;
        match left(row, effect, &wanted, &heard) {
            Grade::Dead(_) if is_refused => Grade::Weaker("its reason is not told".into()),
            grade => grade,
        }
    };
    let understood = said.filter(|(_, completion)| heard(source, row, completion).rank() < 3);
    understood.map(|(way, completion)| (way, heard(host, target, &completion))).collect()
}

/// Every object that asks for an effect: one for each place and word that means it.
fn words(source: &Dialect, row: &Row, effect: Effect) -> Vec<(Way, Completion)> {
    let said = row.replies.iter().flat_map(|reply| reply.at.iter().flat_map(move |at| values(source, reply, at, effect)));
    let way = |(word, values): Asking| {
        let at = values.first().map(|(at, _)| at.clone()).unwrap_or_default();
        let stdout = Value::Object(object(source, row, values)).to_string();
        let completion = Completion { stdout: Captured::from(stdout.as_str()), ..Completion::of(End::Exited(0)) };
        (Way::Words { at, word }, completion)
    };
    said.map(way).collect()
}

/// What stands where in an object, and the word that asks; the first value is what asks for the effect.
type Asking = (Option<String>, Vec<(String, Value)>);

fn values(source: &Dialect, reply: &Reply, at: &str, effect: Effect) -> Vec<Asking> {
    let asked = asking(effect);
    let value = match (&reply.says, effect) {
        (Says::Decision { words, reasons, .. }, _) => {
            let reason = || reasons.first().map(|at| (at.to_string(), Value::from(REASON)));
            let asks = words.iter().filter(|word| Some(word.means) == meaning(effect));
            return asks
                .map(|word| (Some(shown(&word.is)), std::iter::once((at.to_owned(), value(&word.is))).chain(reason()).collect()))
                .collect();
        }
        (Says::Context, Effect::Context) => Some(CONTEXT.into()),
        (Says::HoldingContext, Effect::Context | Effect::Block) => Some(if effect == Effect::Block { REASON } else { CONTEXT }.into()),
        (Says::Input, Effect::Input) => asked.input.map(|input| tool::native_input(source, Some("Bash"), &Value::Object(input))),
        (Says::Output, Effect::Output) => asked.output,
        _ => None,
    };
    let beside = reply.beside.as_ref().map(|(at, word)| (at.to_string(), self::value(word)));
    value.map(|value| (None, std::iter::once((at.to_owned(), value)).chain(beside).collect())).into_iter().collect()
}

fn meaning(effect: Effect) -> Option<Meaning> {
    match effect {
        Effect::Block => Some(Meaning::Block),
        Effect::Ask => Some(Meaning::Ask),
        Effect::Allow => Some(Meaning::Grant),
        Effect::End => Some(Meaning::End),
        _ => None,
    }
}

fn value(literal: &Literal) -> Value {
    match literal {
        Literal::Text(text) => text.as_ref().into(),
        Literal::Flag(flag) => (*flag).into(),
    }
}

fn shown(literal: &Literal) -> String {
    match literal {
        Literal::Text(text) => text.to_string(),
        Literal::Flag(flag) => flag.to_string(),
    }
}

/// Exit codes that ask for an effect. Where any does, people write one of these.
fn exits(row: &Row, effect: Effect) -> Vec<(Way, Completion)> {
    let is_wanted = |then: Then| match effect {
        Effect::Block => matches!(then, Then::Block | Then::BlockWithReason),
        Effect::End => then == Then::End,
        _ => false,
    };
    let codes = row.exits.iter().filter(|exit| is_wanted(exit.then)).flat_map(|exit| match exit.code {
        ExitCode::Is(code) => vec![code],
        ExitCode::Any => vec![1, 2, 3],
    });
    codes.map(|code| (Way::Exit(code), exited(code))).collect()
}

fn exited(code: i32) -> Completion {
    Completion { stderr: Captured::from(REASON), ..Completion::of(End::Exited(code)) }
}

/// What a hook's own failure refuses under the host, other than at home.
pub fn failing(source: &Dialect, row: &Row, host: &Dialect, target: &Row) -> Grade {
    let refuses = |dialect: &Dialect, by: &Row| {
        let heard = folded(by, listen(dialect, by, &exited(1)).unwrap_or_default());
        by.is_gate() && heard.action != Action::Proceed
    };
    match (refuses(source, row), refuses(host, target)) {
        (true, false) => Grade::Weaker("a failure of its own refuses nothing there".into()),
        (false, true) => Grade::Stricter("a failure of its own refuses there".into()),
        _ => Grade::Kept,
    }
}

fn plain(row: &Row, effect: Effect) -> Option<(Way, Completion)> {
    let is_told = effect == Effect::Context && row.plain == PlainText::Context;
    is_told.then(|| (Way::Plain, Completion { stdout: Captured::from(CONTEXT), ..Completion::of(End::Exited(0)) }))
}
