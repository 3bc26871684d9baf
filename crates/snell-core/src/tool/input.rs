//! A tool's input in the agent's own field names, and in canonical ones.

use serde_json::{Map, Value};

use super::{patch, row};
use crate::dialect::{Dialect, InputShape, ToolRow};

/// A canonical input in the agent's own field names.
pub fn native_input(dialect: &Dialect, canonical: Option<&str>, input: &Value) -> Value {
    let Some(row) = canonical.and_then(|name| row(dialect, name)) else { return input.clone() };
    match row.shape {
        InputShape::ApplyPatch => match (row.fields.first(), patch::of_input(canonical, input)) {
            (Some((field, _)), Some(text)) => Value::Object(Map::from_iter([(field.to_string(), text.into())])),
            _ => input.clone(),
        },
        InputShape::Plain => renamed(input, |key| row.fields.iter().find(|(_, canonical)| canonical == key).map(|(native, _)| native)),
    }
}

/// The agent's input in canonical field names.
pub fn canonical_input(dialect: &Dialect, canonical: Option<&str>, input: &Value) -> Value {
    let Some(row) = canonical.and_then(|name| row(dialect, name)) else { return input.clone() };
    if row.shape == InputShape::ApplyPatch
        && let Some(text) = row.fields.first().and_then(|(field, _)| input.get(field.as_ref())).unwrap_or(input).as_str()
    {
        return Value::Object(Map::from_iter([(patch::FIELD.to_owned(), patch::unwrapped(text).into())]));
    }
    renamed(input, |key| row.fields.iter().find(|(native, _)| native == key).map(|(_, canonical)| canonical))
}

/// A rewrite that a hook wrote in its own field names, in canonical ones; none where it is of several files, and so no one call's input.
pub fn canonical_rewrite(dialect: &Dialect, canonical: Option<&str>, rewrite: &Map<String, Value>) -> Option<Map<String, Value>> {
    let row = canonical.and_then(|name| row(dialect, name));
    if let Some((field, _)) = row.filter(|row| row.shape == InputShape::ApplyPatch).and_then(|row| row.fields.first()) {
        let edits = patch::edits(rewrite.get(field.as_ref())?.as_str()?);
        let [edit] = <[patch::Edit; 1]>::try_from(edits).ok()?;
        return (canonical == Some(edit.tool)).then_some(edit.input);
    }
    match canonical_input(dialect, canonical, &Value::Object(rewrite.clone())) {
        Value::Object(fields) => Some(fields),
        _ => None,
    }
}

fn renamed<'r>(input: &Value, rename: impl Fn(&str) -> Option<&'r crate::dialect::Text>) -> Value {
    let Value::Object(fields) = input else { return input.clone() };
    let name = |key: &String| rename(key).map_or_else(|| key.clone(), ToString::to_string);
    Value::Object(fields.iter().map(|(key, value)| (name(key), value.clone())).collect())
}

/// A rewrite of a tool's input for the agent, in its own field names, laid over what the hook could not know: fields of the agent's own.
/// None where this agent's form of the tool cannot be rewritten.
pub fn overlaid(dialect: &Dialect, canonical: Option<&str>, original: &Value, rewrite: &Map<String, Value>) -> Option<Map<String, Value>> {
    let row = canonical.and_then(|name| row(dialect, name));
    if row.is_some_and(|row| row.shape != InputShape::Plain) {
        return None;
    }
    let own = |key: &str| row.is_some_and(|row: &ToolRow| !row.fields.is_empty() && !row.fields.iter().any(|(native, _)| native == key));
    let Value::Object(mut whole) = native_input(dialect, canonical, &Value::Object(rewrite.clone())) else { return None };
    for (key, value) in original.as_object().into_iter().flatten().filter(|(key, _)| own(key)) {
        whole.entry(key.clone()).or_insert_with(|| value.clone());
    }
    Some(whole)
}
