//! `log` for a person: an event a line, and below it the hooks that failed.

use std::collections::BTreeMap;

use anstyle::Style;
use serde_json::Value;
use snell::journal::Record;
use snell::report::{FailureReport, HookReport};

use super::style::{BAD, BOLD, DIM, GOOD, Page, WARN, cut, paint, plain};

/// The longest piece of an input, and of a reason, in characters.
const LONGEST_GLANCE: usize = 60;
pub(super) const LONGEST_REASON: usize = 100;
/// Columns of an outcome.
const WIDEST_OUTCOME: usize = 15;

/// One event.
pub(crate) fn line(record: &Record) -> String {
    let (time, id) = (paint(DIM, plain(&record.time)), plain(&record.id));
    let words = format!("{time}  {id}  {}  {}  {}", outcome_column(record), subject(record), reason(record));
    let mut text = format!("{}\n", words.trim_end());
    for hook in &record.hooks {
        if let Some(failure) = &hook.failure {
            text.line(format_args!("    {} {}  {}", paint(WARN, "!"), plain(&hook.name), failed(failure)));
        }
    }
    text
}

/// What the event came to.
pub(crate) fn outcome(record: &Record) -> String {
    let (style, words) = came_to(record);
    paint(style, words)
}

/// The same, as wide as the widest.
pub(crate) fn outcome_column(record: &Record) -> String {
    let (style, words) = came_to(record);
    paint(style, format!("{words:<WIDEST_OUTCOME$}"))
}

/// Why, in a line; else what kept hooks from running.
pub(crate) fn reason(record: &Record) -> String {
    record.reason.as_deref().map_or_else(|| not_run(record), |reason| first_line(reason, LONGEST_REASON))
}

/// What no hook was asked about never looks like what hooks agreed to (N10.2).
fn came_to(record: &Record) -> (Style, &'static str) {
    match (record.action.as_str(), record.opinion.as_str()) {
        ("deny", _) => (BAD, "✗ denied"),
        ("ask", _) => (WARN, "? asks the user"),
        ("invalid_input", _) => (BAD, "✗ invalid input"),
        ("continue", _) => (WARN, "↻ keeps going"),
        ("end", _) => (BAD, "■ ends the turn"),
        (_, "denied") => (WARN, "✓ with feedback"),
        (_, "unheard") => (WARN, "! not all heard"),
        _ if record.replaced.is_some() => (GOOD, "✓ rewritten"),
        (_, "allowed") => (GOOD, "✓ allowed"),
        _ if !has_run(record) => (DIM, "– no hook ran"),
        _ => (GOOD, "✓ proceeds"),
    }
}

/// `2 untrusted, 1 disabled`: what kept hooks from running, beside their matchers.
fn not_run(record: &Record) -> String {
    let mut counts: BTreeMap<String, usize> = record.left_out.clone();
    for why in record.hooks.iter().filter_map(|hook| hook.why.clone()) {
        *counts.entry(why).or_default() += 1;
    }
    let told = counts.iter().filter(|(why, _)| !matches!(why.as_str(), "matcher" | "ran"));
    let words: Vec<String> = told.map(|(why, number)| format!("{number} {}", plain(why).replace('_', " "))).collect();
    if words.is_empty() { String::new() } else { paint(DIM, words.join(", ")) }
}

fn has_run(record: &Record) -> bool {
    record.hooks.iter().any(ran) || record.left_out.contains_key("ran")
}

/// Whether a hook was run, or was to be.
pub(super) fn ran(hook: &HookReport) -> bool {
    hook.state == "ran"
}

/// `PreToolUse · Bash  rm -rf build`.
pub(crate) fn subject(record: &Record) -> String {
    let tool = record.tool.as_deref().map(|tool| format!(" · {}", plain(tool))).unwrap_or_default();
    let mut subject = paint(BOLD, plain(&record.event) + &tool);
    let first = record.input.as_ref().and_then(Value::as_object).and_then(|input| input.values().find_map(Value::as_str));
    if let Some(glance) = first.filter(|glance| !glance.trim().is_empty()) {
        subject.push_str(&paint(DIM, format!("  {}", first_line(glance, LONGEST_GLANCE))));
    }
    subject
}

/// `timed out: after 5 s`.
pub(super) fn failed(failure: &FailureReport) -> String {
    let kind = paint(WARN, format!("{}:", plain(&failure.kind).replace('_', " ")));
    format!("{kind} {}", first_line(&failure.message, LONGEST_REASON))
}

/// Why a hook was not run.
pub(super) fn why_not(why: &str) -> String {
    match why {
        "matcher" => "its matcher does not fit",
        "disabled" => "the user disabled it",
        "untrusted" => "the project is not trusted",
        "duplicate" => "an equal hook stands before it",
        "switched_off" => "its source is switched off",
        "broken" => "it could not be loaded",
        "limit" => "hooks kept the turn going as often as they may",
        other => return plain(other).replace('_', " "),
    }
    .to_owned()
}

/// The first line of a text, and a mark where there is more.
pub(crate) fn first_line(text: &str, most: usize) -> String {
    let text = text.trim();
    let first = text.lines().next().unwrap_or_default();
    let shown = cut(&plain(first), most);
    if first.len() < text.len() && !shown.ends_with('…') { format!("{shown} …") } else { shown }
}
