//! A verdict in an agent's words: the first words that mean it, a reason beside every refusal, the event's name where a name is asked for.

use serde_json::{Map, Value};

use super::Answer;
use crate::dialect::{Dialect, Effect, Event as Row, ExitCode, Gate, Grade, Literal, Meaning, Reply, Says, Then, Word};
use crate::verdict::{Decision, Verdict};

/// Writes a verdict that the agent has words for.
pub(super) fn write(dialect: &Dialect, row: &Row, verdict: &Verdict) -> Answer {
    let mut used = used(verdict);
    let by_exit = verdict.decision == Some(Decision::Block) && !has_words(row);
    if let Some(exit) = refusing_exit(row).filter(|_| by_exit) {
        // No other word: the exit code refuses, and what is on stderr is the reason.
        let stderr = verdict.reason.clone().unwrap_or_default();
        return Answer { stderr, exit, used, ..Answer::default() };
    }
    let mut object = words(dialect, row, verdict).unwrap_or_default();
    let ends_weakly = verdict.decision == Some(Decision::End) && matches!(row.gate, Gate::Call | Gate::Prompt);
    if ends_weakly && *row.strength(Effect::End) != Grade::Kept {
        // What only ends the turn may let the call through: refuse it as well.
        let refusal = Verdict { decision: Some(Decision::Block), reason: verdict.reason.clone(), ..Verdict::default() };
        merge(&mut object, words(dialect, row, &refusal).unwrap_or_default());
        used.retain(|effect| *effect != Effect::End);
        used.push(Effect::Block);
    }
    let stdout = (!object.is_empty() || dialect.reading.needs_reply).then_some(object);
    Answer { stdout, used, ..Answer::default() }
}

/// Whether the event has words for an effect.
pub(super) fn can(row: &Row, effect: Effect) -> bool {
    let says = |fits: fn(&Says) -> bool| row.replies.iter().any(|reply| fits(&reply.says));
    match effect {
        Effect::Observe => true,
        Effect::Block => has_words(row) || refusing_exit(row).is_some(),
        Effect::Ask => decision_words(row, Decision::Ask).is_some(),
        Effect::Allow => decision_words(row, Decision::Grant).is_some(),
        Effect::End => decision_words(row, Decision::End).is_some(),
        Effect::Input => says(|says| *says == Says::Input),
        Effect::Output => says(|says| *says == Says::Output),
        Effect::Context => says(|says| *says == Says::Context),
    }
}

/// Whether a block can be put in words, and not only in an exit code.
pub(super) fn has_words(row: &Row) -> bool {
    decision_words(row, Decision::Block).is_some() || held_by(row, Decision::Block).is_some()
}

fn used(verdict: &Verdict) -> Vec<Effect> {
    let decision = verdict.decision.and_then(|decision| match decision {
        Decision::Allow => None,
        Decision::Grant => Some(Effect::Allow),
        Decision::Ask => Some(Effect::Ask),
        Decision::Block => Some(Effect::Block),
        Decision::End => Some(Effect::End),
    });
    let input = verdict.input.as_ref().map(|_| Effect::Input);
    let output = verdict.output.as_ref().map(|_| Effect::Output);
    let context = verdict.context.as_ref().map(|_| Effect::Context);
    [decision, input, output, context].into_iter().flatten().collect()
}

/// The exit code that refuses, where there is one.
fn refusing_exit(row: &Row) -> Option<i32> {
    row.exits.iter().find_map(|exit| match (exit.code, exit.then) {
        (ExitCode::Is(code), Then::Block | Then::BlockWithReason) => Some(code),
        (ExitCode::Any, Then::Block) => Some(2),
        _ => None,
    })
}

/// The words alone; none where a part of the verdict has none.
pub(super) fn words(dialect: &Dialect, row: &Row, verdict: &Verdict) -> Option<Map<String, Value>> {
    let mut object = Map::new();
    if let Some((at, text)) =
        verdict.decision.zip(verdict.reason.as_ref()).and_then(|(decision, text)| Some((held_by(row, decision)?, text)))
    {
        put(&mut object, at, text.clone().into());
    } else if let Some(decision) = verdict.decision {
        let (at, word, reason_at) = decision_words(row, decision)?;
        put(&mut object, at, literal(&word.is));
        if let Some(reason) = &verdict.reason {
            put(&mut object, reason_at?, reason.clone().into());
        }
    }
    let context = verdict.context.clone().map(Value::from);
    put_where(&mut object, row, context, |says| matches!(says, Says::Context | Says::HoldingContext))?;
    put_where(&mut object, row, verdict.input.clone().map(Value::Object), |says| *says == Says::Input)?;
    put_where(&mut object, row, verdict.output.clone(), |says| *says == Says::Output)?;
    name(dialect, row, &mut object);
    Some(object)
}

/// An object with these values at these places.
pub(super) fn object(dialect: &Dialect, row: &Row, values: impl IntoIterator<Item = (String, Value)>) -> Map<String, Value> {
    let mut object = Map::new();
    for (at, value) in values {
        put(&mut object, &at, value);
    }
    name(dialect, row, &mut object);
    object
}

/// Where a text stands that holds a turn by itself, if that is the event's first word for it.
fn held_by(row: &Row, decision: Decision) -> Option<&str> {
    let holds = |reply: &&Reply| words_of(reply, Meaning::Block).is_some() || reply.says == Says::HoldingContext;
    let first = row.replies.iter().find(holds).filter(|_| decision == Decision::Block && row.gate == Gate::Turn)?;
    first.at.first().filter(|_| first.says == Says::HoldingContext).map(AsRef::as_ref)
}

/// An object that may name its event does.
fn name(dialect: &Dialect, row: &Row, object: &mut Map<String, Value>) {
    for at in dialect.names_event_at.iter() {
        let stands = at.rsplit_once('/').is_some_and(|(inner, _)| object.contains_key(inner.trim_start_matches('/')));
        if stands {
            put(object, at, row.name().into());
        }
    }
}

/// The first words that mean the decision: where they stand, the word, where its reason stands.
fn decision_words(row: &Row, decision: Decision) -> Option<(&str, &Word, Option<&str>)> {
    let meant = match decision {
        Decision::Allow => Meaning::Allow,
        Decision::Grant => Meaning::Grant,
        Decision::Ask => Meaning::Ask,
        Decision::Block => Meaning::Block,
        Decision::End => Meaning::End,
    };
    // A block is written in words of its own: `continue: false` may mean one too, but it says less.
    let rows = || row.replies.iter().filter_map(|reply| words_of(reply, meant));
    rows().find(|(_, word, _)| matches!(word.is, Literal::Text(_))).or_else(|| rows().next())
}

fn words_of(reply: &Reply, meant: Meaning) -> Option<(&str, &Word, Option<&str>)> {
    match &reply.says {
        Says::Decision { words, reasons, .. } => {
            let word = words.iter().find(|word| word.means == meant)?;
            Some((reply.at.first()?, word, reasons.first().map(AsRef::as_ref)))
        }
        _ => None,
    }
}

fn put_where(object: &mut Map<String, Value>, row: &Row, value: Option<Value>, fits: impl Fn(&Says) -> bool) -> Option<()> {
    if let Some(value) = value {
        let found = row.replies.iter().find(|reply| fits(&reply.says))?;
        if let Some((at, word)) = &found.beside {
            // SECURITY: a word that must stand beside it never takes the place of a decision that stands there already.
            if get(object, at).is_some_and(|before| *before != literal(word)) {
                return None;
            }
            put(object, at, literal(word));
        }
        put(object, found.at.first()?, value);
    }
    Some(())
}

fn literal(literal: &Literal) -> Value {
    match literal {
        Literal::Text(text) => text.as_ref().into(),
        Literal::Flag(flag) => (*flag).into(),
    }
}

fn get<'o>(object: &'o Map<String, Value>, pointer: &str) -> Option<&'o Value> {
    match pointer.trim_start_matches('/').split_once('/') {
        None => object.get(pointer.trim_start_matches('/')),
        Some((key, rest)) => get(object.get(key)?.as_object()?, rest),
    }
}

/// Puts a value at a pointer of plain keys.
fn put(object: &mut Map<String, Value>, pointer: &str, value: Value) {
    match pointer.trim_start_matches('/').split_once('/') {
        None => drop(object.insert(pointer.trim_start_matches('/').to_owned(), value)),
        Some((key, rest)) => {
            let inner = object.entry(key.to_owned()).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                put(inner, rest, value);
            }
        }
    }
}

fn merge(object: &mut Map<String, Value>, other: Map<String, Value>) {
    for (key, value) in other {
        match (object.get_mut(&key), value) {
            (Some(Value::Object(inner)), Value::Object(value)) => merge(inner, value),
            (_, value) => drop(object.insert(key, value)),
        }
    }
}
