//! An event as a hook sees it: one JSON object in the dialect's own keys (N5, R6).

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::dialect::{Codec, Default, Dialect, Event as Row, FactRow, Sign, Truncation};
use crate::event::{Event, EventKind, Fact};
use crate::moment;
use crate::tool::{self, result};

/// What the world adds to an event: the engine asks its clock and its caller.
pub struct Circumstances<'a> {
    /// UTC, `YYYY-MM-DDTHH:MM:SSZ`.
    pub now: &'a str,
    /// The session's directory.
    pub cwd: &'a Path,
    /// The project's root.
    pub root: &'a Path,
    /// A fresh id at every call.
    pub fresh_id: &'a dyn Fn() -> String,
}

/// States every fact that the dialect always tells and that nobody stated.
pub fn complete(dialect: &Dialect, row: &Row, event: &mut Event, world: &Circumstances<'_>) {
    for fact in rows(dialect, row) {
        if event.get(fact.fact).is_none()
            && let Some(value) = default_value(dialect, fact, world)
        {
            event.set(fact.fact, value);
        }
    }
}

fn default_value(dialect: &Dialect, row: &FactRow, world: &Circumstances<'_>) -> Option<Value> {
    let path = |path: &Path| Value::from(path.to_string_lossy());
    Some(match &row.default {
        Default::Absent => return None,
        Default::Text(text) if row.codec == Codec::ToolName => tool::canonical(dialect, text).into(),
        Default::Text(text) => text.as_ref().into(),
        Default::Flag(flag) => (*flag).into(),
        Default::Object => json!({}),
        Default::FreshId => (world.fresh_id)().into(),
        Default::Now => world.now.into(),
        Default::Cwd => path(world.cwd),
        Default::Root => path(world.root),
    })
}

/// The envelope as a JSON object. Facts without a row are not told; native keys without a row are told as they came.
pub fn encode(dialect: &Dialect, row: &Row, event: &Event) -> Map<String, Value> {
    let mut envelope = Map::new();
    for fact in rows(dialect, row) {
        if let Some(value) = native_value(dialect, row, fact, event) {
            tell(&mut envelope, fact, value, event);
        }
    }
    for (key, value) in &event.unmapped {
        // A key of ours means here what our rows say, or nothing (B1).
        if !maps(dialect, row, key) {
            envelope.entry(key.clone()).or_insert_with(|| value.clone());
        }
    }
    envelope
}

/// Whether a key of an event's envelope has a row.
pub(crate) fn maps(dialect: &Dialect, row: &Row, key: &str) -> bool {
    let flag = |fact: &FactRow| matches!(&fact.cut, Some(Truncation::Json { flag, .. }) if flag == key);
    rows(dialect, row).any(|fact| fact.key == key || flag(fact))
}

/// A fact as the dialect writes it at an event, where it is a text.
pub fn told_text(dialect: &Dialect, row: &Row, fact: Fact, event: &Event) -> Option<String> {
    let told = rows(dialect, row).find(|own| own.fact == fact).and_then(|own| native_value(dialect, row, own, event));
    match told {
        Some(Value::String(text)) => Some(text),
        _ => event.text(fact).map(str::to_owned),
    }
}

/// The envelope as it is written to a hook: UTF-8 in one line with a newline at its end. Beyond ASCII everything is escaped, so that no
/// locale of the reader can spoil it.
pub fn write(envelope: &Map<String, Value>) -> Vec<u8> {
    // A map with texts for keys has no way not to be written.
    let text = serde_json::to_string(envelope).unwrap_or_default();
    let mut bytes = if text.is_ascii() { text.into_bytes() } else { escaped(&text) };
    bytes.push(b'\n');
    bytes
}

fn escaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * text.len());
    for letter in text.chars() {
        if letter.is_ascii() {
            bytes.push(letter as u8);
        } else {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                bytes.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
            }
        }
    }
    bytes
}

/// Common rows first; an event's own row of the same key stands in the place of a common one.
pub fn rows<'a>(dialect: &'a Dialect, row: &'a Row) -> impl Iterator<Item = &'a FactRow> {
    let own = |common: &'a FactRow| row.facts.iter().find(|fact| fact.key == common.key).unwrap_or(common);
    let is_common = |fact: &&FactRow| dialect.facts.iter().any(|common| common.key == fact.key);
    dialect.facts.iter().map(own).chain(row.facts.iter().filter(move |fact| !is_common(fact)))
}

fn native_value(dialect: &Dialect, row: &Row, fact: &FactRow, event: &Event) -> Option<Value> {
    let name = event.text(Fact::ToolName);
    let input = || event.get(Fact::ToolInput).map(|input| tool::native_input(dialect, name, input));
    let value = implied(row, fact.fact, event).or_else(|| event.get(fact.fact).cloned());
    match fact.codec {
        Codec::EventName => Some(row.name().into()),
        Codec::EventSnake => Some(row.snake_name().into()),
        Codec::Plain => value.map(|value| in_own_words(fact, value)),
        Codec::KnownText => value.map(|value| known_text(fact, &value)),
        Codec::ToolName => name.map(|name| tool::native(dialect, name).into()),
        Codec::CanonicalToolName => name.map(Into::into),
        Codec::ToolInput | Codec::ToolInputEither => input(),
        Codec::ToolInputText => input().map(|input| input.to_string().into()),
        Codec::InputField => event.get(Fact::ToolInput)?.get(fact.key.as_ref()).cloned(),
        Codec::Edits => event.get(Fact::ToolInput).map(edits),
        Codec::ToolResult(shape) => result_or_error(event, value).map(|value| result::told(shape, name, &value)),
        Codec::ToolResultText => value.map(|value| result::text(&value).into()),
        Codec::EpochMillis => value.map(|value| value.as_str().and_then(moment::to_millis).map_or(value.clone(), Into::into)),
        Codec::ListOfOne => value.map(|value| json!([value])),
    }
}

/// A tool that failed gave its error, where an agent tells failures as results.
fn result_or_error(event: &Event, result: Option<Value>) -> Option<Value> {
    let says_nothing = result.as_ref().is_none_or(|result| result.as_str() == Some(""));
    let error = event.get(Fact::Error).filter(|_| says_nothing && event.kind == EventKind::PostToolUseFailure);
    error.cloned().or(result)
}

/// What an event's kind says of a fact, where one name stands for several kinds.
fn implied(row: &Row, fact: Fact, event: &Event) -> Option<Value> {
    row.also.iter().filter(|also| also.kind == event.kind).find_map(|also| match &also.sign {
        Sign::Fact(own, text) if *own == fact => Some(text.as_ref().into()),
        _ => None,
    })
}

fn in_own_words(fact: &FactRow, value: Value) -> Value {
    let own = value.as_str().and_then(|text| fact.words.iter().find(|(_, common)| common == text));
    own.map_or(value, |(own, _)| own.as_ref().into())
}

/// One edit or several, as a list.
fn edits(input: &Value) -> Value {
    let one = || {
        let text = |key: &str| input.get(key).cloned().unwrap_or_default();
        json!([{ "old_string": text("old_string"), "new_string": text("new_string") }])
    };
    input.get("edits").filter(|edits| edits.is_array()).cloned().unwrap_or_else(one)
}

/// A text outside the vocabulary is told as its first word (N5.2).
fn known_text(fact: &FactRow, value: &Value) -> Value {
    let is_known = value.as_str().is_some_and(|text| fact.vocabulary.iter().any(|known| known == text));
    match fact.vocabulary.first() {
        Some(first) if !is_known => first.as_ref().into(),
        _ => value.clone(),
    }
}

fn tell(envelope: &mut Map<String, Value>, row: &FactRow, value: Value, event: &Event) {
    match &row.cut {
        None => drop(envelope.insert(row.key.to_string(), value)),
        Some(Truncation::Scalars(limit)) => {
            let cut = match value {
                Value::String(text) => Value::String(text.chars().take(*limit).collect()),
                other => other,
            };
            envelope.insert(row.key.to_string(), cut);
        }
        Some(Truncation::Json { limit, flag, always }) => {
            let (value, cut) = match limit {
                Some(limit) => cut_json(value, *limit),
                None => (value, false),
            };
            envelope.insert(row.key.to_string(), value);
            let cut = cut || was_cut_before(row.fact, event);
            if cut || *always {
                envelope.insert(flag.to_string(), cut.into());
            }
        }
    }
}

/// The agent itself may have shortened the value before it came to us.
fn was_cut_before(fact: Fact, event: &Event) -> bool {
    let flag = match fact {
        Fact::ToolInput => Fact::ToolInputTruncated,
        Fact::ToolResult => Fact::ToolResultTruncated,
        _ => return false,
    };
    event.get(flag) == Some(&Value::Bool(true))
}

/// Above `limit` bytes of serialised UTF-8: that prefix, cut at a character boundary, with a mark, as a string (N5.3).
fn cut_json(value: Value, limit: usize) -> (Value, bool) {
    let text = value.to_string();
    if text.len() <= limit {
        return (value, false);
    }
    let end = (0..=limit).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    (Value::String(format!("{} [truncated]", &text[..end])), true)
}
