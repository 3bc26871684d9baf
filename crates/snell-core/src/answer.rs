//! `answer`: a verdict into a dialect's own reply. The reply tables, read the other way.

use serde_json::{Map, Value};

use crate::dialect::{Event as Row, Literal, Meaning, Reply, Says, Word};
use crate::verdict::{Decision, Verdict};

/// A reply that says exactly `verdict`; none where this event of the dialect has no words for some part of it.
///
/// Interpreting what is written here gives the verdict back.
pub fn answer(row: &Row, verdict: &Verdict) -> Option<Map<String, Value>> {
    let mut reply = Map::new();
    if let Some(decision) = verdict.decision {
        let (at, word, reason_at) = decision_words(row, decision)?;
        put(&mut reply, at, literal(&word.is));
        if let Some(reason) = &verdict.reason {
            put(&mut reply, reason_at?, reason.clone().into());
        }
    }
    let context = verdict.context.clone().map(Value::from);
    put_where(&mut reply, row, context, |says| matches!(says, Says::Context | Says::HoldingContext))?;
    put_where(&mut reply, row, verdict.input.clone().map(Value::Object), |says| *says == Says::Input)?;
    put_where(&mut reply, row, verdict.output.clone(), |says| *says == Says::Output)?;
    Some(reply)
}

/// The first words that mean the decision: where they stand, the word, where its reason stands.
fn decision_words(row: &Row, decision: Decision) -> Option<(&str, &Word, Option<&str>)> {
    let meant = match decision {
        Decision::Allow => Meaning::Allow,
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

fn put_where(reply: &mut Map<String, Value>, row: &Row, value: Option<Value>, fits: impl Fn(&Says) -> bool) -> Option<()> {
    if let Some(value) = value {
        let found = row.replies.iter().find(|reply| fits(&reply.says))?;
        put(reply, found.at.first()?, value);
    }
    Some(())
}

fn literal(literal: &Literal) -> Value {
    match literal {
        Literal::Text(text) => text.as_ref().into(),
        Literal::Flag(flag) => (*flag).into(),
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
