//! What came of a call, held against what a page expects of it.

use std::fs;

use serde_json::Value;

use crate::call::{self, Ran};
use crate::matching::{differences, fits};
use crate::page::Expect;
use crate::run::parsed;
use crate::sandbox::Sandbox;

/// What differs from an expectation; the error says why it cannot be compared.
pub(crate) fn told(expect: &Expect, sandbox: &Sandbox, ran: &Ran, printed: &Value) -> Result<Vec<String>, String> {
    let read = |path: &str| fs::read_to_string(sandbox.root().join(path)).map_err(|error| format!("`{path}`: {error}"));
    match expect {
        Expect::Printed { json: true, text, .. } => Ok(differences(&parsed(&sandbox.rooted(text))?, Some(printed))),
        Expect::Printed { text, .. } => Ok(text_differs("stdout", &sandbox.rooted(text), &ran.out)),
        Expect::Stderr(text) => Ok(text_differs("stderr", &sandbox.rooted(text), &ran.err)),
        Expect::Seen(text) => {
            let seen = Value::Array(ran.seen.iter().map(call::shown).collect());
            let told = differences(&parsed(&sandbox.rooted(text))?, Some(&seen));
            Ok(told.into_iter().map(|told| format!("run: {told}")).collect())
        }
        Expect::Heard(text) => Ok(heard_differs(&parsed(&sandbox.rooted(text))?, &Value::Object(ran.heard.clone()))),
        Expect::Stdin(text) => {
            let stdin = ran.seen.first().map(call::shown).unwrap_or_default();
            let stdin = stdin.get("stdin_text").or_else(|| stdin.get("body_text")).and_then(Value::as_str).unwrap_or_default().to_owned();
            Ok(text_differs("stdin", &sandbox.rooted(text), &stdin))
        }
        Expect::Wrote { path, json: true, text } => {
            let told = differences(&parsed(&sandbox.rooted(text))?, Some(&parsed(&read(path)?)?));
            Ok(told.into_iter().map(|told| format!("`{path}`: {told}")).collect())
        }
        Expect::Wrote { path, text, .. } => Ok(text_differs(path, &sandbox.rooted(text), &read(path)?)),
        Expect::Absent(paths) => {
            let there = paths.lines().filter(|path| sandbox.root().join(path.trim()).symlink_metadata().is_ok());
            Ok(there.map(|path| format!("`{path}` must not be there")).collect())
        }
        Expect::Cell { column, cell } => Ok(cell_differs(column, &sandbox.rooted(cell), printed)),
    }
}

fn text_differs(what: &str, expected: &str, actual: &str) -> Vec<String> {
    let (expected, actual) = (expected.trim(), actual.trim());
    if fits(expected, actual) { Vec::new() } else { vec![format!("{what}: expected\n{expected}\n  was\n{actual}")] }
}

/// Here a subset is not enough: a fact that was not stated must not be heard.
fn heard_differs(expected: &Value, heard: &Value) -> Vec<String> {
    let mut told = differences(expected, Some(heard));
    let more = heard.as_object().into_iter().flatten().filter(|(fact, _)| expected.get(fact.as_str()).is_none());
    told.extend(more.map(|(fact, value)| format!("{fact}: heard `{value}` too")));
    told.into_iter().map(|told| format!("heard: {told}")).collect()
}

/// A cell of a table. An empty one expects null or nothing.
fn cell_differs(column: &str, cell: &str, printed: &Value) -> Vec<String> {
    let codes = |at: &str| {
        let found = printed.pointer(at).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        Some(Value::from(found.iter().filter_map(|one| one["code"].as_str()).collect::<Vec<_>>().join(", ")))
    };
    let actual = match column {
        "action" | "reason" | "opinion" | "by" | "input" | "output" | "context" | "feedback" => at(printed, &format!("/outcome/{column}")),
        "state" | "why" | "verdict" => at(printed, &format!("/hooks/0/{column}")),
        "decision" => at(printed, "/hooks/0/verdict/decision"),
        "failure" => at(printed, "/hooks/0/failure/kind"),
        "message" => at(printed, "/hooks/0/failure/message"),
        "notes" => codes("/hooks/0/notes"),
        "findings" => codes("/diagnostics"),
        path => at(printed, &format!("/{}", path.replace('.', "/"))),
    };
    let actual = actual.filter(|value| !matches!(value, Value::Array(items) if items.is_empty()) && value != "");
    let wanted = match serde_json::from_str(cell) {
        _ if cell.is_empty() => Value::Null,
        Ok(value @ (Value::Object(_) | Value::Array(_) | Value::Number(_) | Value::Bool(_))) => value,
        _ => cell.into(),
    };
    differences(&wanted, actual.as_ref()).into_iter().map(|told| format!("{column}: {told}")).collect()
}

fn at(printed: &Value, pointer: &str) -> Option<Value> {
    printed.pointer(pointer).cloned()
}
