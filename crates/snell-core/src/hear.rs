//! `hear`: an agent's own envelope into an [`Event`]. The fact tables, read the other way.

use serde_json::{Map, Value};

use crate::dialect::{Codec, Dialect, Event as Row, FactRow, Truncation};
use crate::envelope;
use crate::event::{Event, Fact};
use crate::tool;

/// Why an envelope could not be heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unheard {
    /// It does not say which event it is, or under none of these keys.
    NoEvent(Vec<String>),
    /// It names an event that the dialect does not have.
    UnknownEvent(String),
}

/// Hears an envelope that says itself which event it is.
pub fn hear(dialect: &Dialect, envelope: &Map<String, Value>) -> Result<Event, Unheard> {
    let keys: Vec<&FactRow> = dialect.facts.iter().filter(|row| row.fact == Fact::EventName).collect();
    let Some(name) = keys.iter().find_map(|row| envelope.get(row.key.as_ref())).and_then(Value::as_str) else {
        return Err(Unheard::NoEvent(keys.iter().map(|row| row.key.to_string()).collect()));
    };
    let row = dialect.event_spelt(name).ok_or_else(|| Unheard::UnknownEvent(name.to_owned()))?;
    Ok(hear_as(dialect, row, envelope))
}

/// Hears an envelope of a known event.
pub fn hear_as(dialect: &Dialect, row: &Row, envelope: &Map<String, Value>) -> Event {
    let mut event = Event::new(row.kind);
    let mut mapped = Vec::new();
    for fact in envelope::rows(dialect, row) {
        mapped.push(fact.key.as_ref());
        if let Some(value) = envelope.get(fact.key.as_ref()) {
            state(dialect, &mut event, fact, value);
        }
        if let Some(Truncation::Json { flag, .. }) = &fact.cut {
            mapped.push(flag.as_ref());
            if let Some(value) = envelope.get(flag.as_ref()) {
                state_flag(&mut event, fact.fact, value);
            }
        }
    }
    event.unmapped =
        envelope.iter().filter(|(key, _)| !mapped.contains(&key.as_str())).map(|(key, value)| (key.clone(), value.clone())).collect();
    event
}

fn state(dialect: &Dialect, event: &mut Event, row: &FactRow, value: &Value) {
    match row.codec {
        Codec::EventName | Codec::EventSnake => {}
        Codec::Plain | Codec::KnownText => event.set(row.fact, value.clone()),
        Codec::ToolName => match value.as_str() {
            Some(name) => event.set(row.fact, tool::canonical(dialect, name)),
            None => event.set(row.fact, value.clone()),
        },
        Codec::ToolInput => {
            let input = tool::canonical_input(dialect, event.text(Fact::ToolName), value);
            event.set(row.fact, input);
        }
    }
}

fn state_flag(event: &mut Event, fact: Fact, value: &Value) {
    match fact {
        Fact::ToolInput => event.set(Fact::ToolInputTruncated, value.clone()),
        Fact::ToolResult => event.set(Fact::ToolResultTruncated, value.clone()),
        _ => {}
    }
}
