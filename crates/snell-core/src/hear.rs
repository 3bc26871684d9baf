//! `hear`: an agent's own envelope into an [`Event`]. The fact tables, read the other way.

use serde_json::{Map, Value};

use crate::config::json;
use crate::dialect::{Codec, Dialect, Event as Row, FactRow, Sign, Truncation};
use crate::envelope;
use crate::event::{Event, Fact};
use crate::moment;
use crate::tool::{self, patch};

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
    let own = dialect.events.iter().flat_map(|row| row.facts.iter());
    let mut keys: Vec<&str> = Vec::new();
    for row in dialect.facts.iter().chain(own).filter(|row| row.fact == Fact::EventName) {
        if !keys.contains(&row.key.as_ref()) {
            keys.push(&row.key);
        }
    }
    let Some(name) = keys.iter().find_map(|key| envelope.get(*key)).and_then(Value::as_str) else {
        return Err(Unheard::NoEvent(keys.into_iter().map(str::to_owned).collect()));
    };
    hear_named(dialect, name, envelope)
}

/// Hears an envelope of an event whose name is known from elsewhere: not every agent tells it.
pub fn hear_named(dialect: &Dialect, name: &str, envelope: &Map<String, Value>) -> Result<Event, Unheard> {
    let row = dialect.event_named(name).or_else(|| dialect.event_spelt(name)).ok_or_else(|| Unheard::UnknownEvent(name.to_owned()))?;
    Ok(hear_as(dialect, row, envelope))
}

/// Hears an envelope of a known event.
pub fn hear_as(dialect: &Dialect, row: &Row, envelope: &Map<String, Value>) -> Event {
    let mut event = Event::new(row.kind);
    if let Some(tool) = tool::implied(row.only) {
        event.set(Fact::ToolName, tool);
    }
    for fact in envelope::rows(dialect, row) {
        if let Some(value) = envelope.get(fact.key.as_ref()) {
            state(dialect, &mut event, fact, value, envelope);
        }
        if let Some(Truncation::Json { flag, .. }) = &fact.cut
            && let Some(value) = envelope.get(flag.as_ref())
        {
            state_flag(&mut event, fact.fact, value);
        }
    }
    if let Some(also) = row.also.iter().find(|also| shows(&also.sign, &event, envelope)) {
        event.kind = also.kind;
        state_error(&mut event, &also.sign, envelope);
    }
    let unmapped = envelope.iter().filter(|(key, _)| !envelope::maps(dialect, row, key));
    event.unmapped = unmapped.map(|(key, value)| (key.clone(), value.clone())).collect();
    event
}

/// Whether the agent fired the event for reasons of its own, so that it is none for anybody else (B4).
pub fn is_repetition(row: &Row, event: &Event) -> bool {
    row.repeated.as_ref().is_some_and(|repeated| repeated.holds(event))
}

/// The calls that an event stands for: a patch of several files is several edits, so that who guards a path hears of each. A command that
/// holds a patch is itself, and then the edits: some agents take `apply_patch` for a command.
pub fn calls(event: &Event) -> Vec<Event> {
    let Some(Value::Object(input)) = event.get(Fact::ToolInput) else { return vec![event.clone()] };
    let text = |field: &str| input.get(field).and_then(Value::as_str);
    let command = text("command").filter(|command| command.contains(patch::BEGIN));
    let Some(patch) = text(patch::FIELD).or(command) else { return vec![event.clone()] };
    let edits = patch::edits(patch);
    let itself = (edits.is_empty() || command.is_some()).then(|| event.clone());
    let call = |edit: patch::Edit| {
        let mut whole = edit.input;
        whole.insert(patch::FIELD.to_owned(), patch.into());
        event.clone().with(Fact::ToolName, edit.tool).with(Fact::ToolInput, whole)
    };
    itself.into_iter().chain(edits.into_iter().map(call)).collect()
}

/// Whether a call is only a part of what the agent does: what a hook would have instead of it is nothing that the agent can do instead.
pub fn is_part(call: &Event, event: &Event) -> bool {
    let is_patch = |of: &Event| of.get(Fact::ToolInput).is_some_and(|input| input.get(patch::FIELD).is_some());
    is_patch(call) && !is_patch(event)
}

fn shows(sign: &Sign, event: &Event, envelope: &Map<String, Value>) -> bool {
    match sign {
        Sign::None => false,
        Sign::Fact(fact, text) => event.text(*fact) == Some(text),
        Sign::Error(pointer) => at(envelope, pointer).is_some_and(|value| !value.is_null()),
    }
}

/// What went wrong, where an agent tells it inside the result.
fn state_error(event: &mut Event, sign: &Sign, envelope: &Map<String, Value>) {
    let Sign::Error(pointer) = sign else { return };
    if let Some(error) = at(envelope, pointer).filter(|_| event.get(Fact::Error).is_none()) {
        let message = error.as_str().or_else(|| error.get("message")?.as_str()).map_or_else(|| error.to_string(), str::to_owned);
        event.set(Fact::Error, message);
    }
}

fn at<'a>(envelope: &'a Map<String, Value>, pointer: &str) -> Option<&'a Value> {
    let (first, rest) = pointer.trim_start_matches('/').split_once('/').unwrap_or((pointer.trim_start_matches('/'), ""));
    let value = envelope.get(first)?;
    if rest.is_empty() { Some(value) } else { value.pointer(&format!("/{rest}")) }
}

fn state(dialect: &Dialect, event: &mut Event, row: &FactRow, value: &Value, envelope: &Map<String, Value>) {
    let input = |value: &Value, event: &Event| tool::canonical_input(dialect, event.text(Fact::ToolName), value);
    match row.codec {
        Codec::EventName | Codec::EventSnake => {}
        Codec::Plain => event.set(row.fact, in_common_words(row, value)),
        Codec::KnownText | Codec::ToolResult(_) | Codec::ToolResultText | Codec::CanonicalToolName => event.set(row.fact, value.clone()),
        Codec::ToolName => match value.as_str() {
            Some(name) => {
                let server = dialect.mcp.server_at.iter().find_map(|pointer| at(envelope, pointer)?.as_str());
                event.set(row.fact, tool::heard(dialect, name, server));
            }
            None => event.set(row.fact, value.clone()),
        },
        Codec::ToolInput => event.set(row.fact, input(value, event)),
        Codec::ToolInputText | Codec::ToolInputEither => {
            let read = value.as_str().and_then(|text| json::event(text).ok()).unwrap_or_else(|| value.clone());
            event.set(row.fact, input(&read, event));
        }
        Codec::InputField => field(event, &row.key, value),
        Codec::Edits => field(event, "edits", value),
        Codec::EpochMillis => {
            let moment = value.as_i64().and_then(moment::from_millis);
            event.set(row.fact, moment.map_or_else(|| value.clone(), Into::into));
        }
        Codec::ListOfOne => event.set(row.fact, value.get(0).cloned().unwrap_or_default()),
    }
}

/// One more field of the tool's input.
fn field(event: &mut Event, key: &str, value: &Value) {
    let mut input = event.get(Fact::ToolInput).and_then(Value::as_object).cloned().unwrap_or_default();
    input.insert(key.to_owned(), value.clone());
    event.set(Fact::ToolInput, input);
}

fn in_common_words(row: &FactRow, value: &Value) -> Value {
    let common = value.as_str().and_then(|text| row.words.iter().find(|(own, _)| own == text));
    common.map_or_else(|| value.clone(), |(_, common)| common.as_ref().into())
}

fn state_flag(event: &mut Event, fact: Fact, value: &Value) {
    match fact {
        Fact::ToolInput => event.set(Fact::ToolInputTruncated, value.clone()),
        Fact::ToolResult => event.set(Fact::ToolResultTruncated, value.clone()),
        _ => {}
    }
}
