//! The outcome of an event: one line that says it, and below it what the agent and the model are given.

use serde_json::{Map, Value};
use snell::core::dialect::Gate;
use snell::core::select::Why;
use snell::core::trace::State;
use snell::{Action, FeedbackKind, Opinion, Outcome, Trace};

use super::fire::View;
use super::style::{BAD, DIM, GOOD, MINUS, NEWS, PLUS, Page, WARN, count, cut, lines, paint, plain};

/// The longest value that is shown, in characters and in lines.
const LONGEST_VALUE: usize = 200;
const MOST_LINES: usize = 20;

/// The outcome.
pub(super) fn of(view: &View<'_>, outcome: &Outcome, trace: &Trace) -> String {
    let mut text = format!("{}  {}\n", headline(outcome), view.subject());
    if let Some(reason) = reason(view, outcome, trace) {
        lines(&reason).for_each(|line| text.line(format_args!("  {line}")));
    }
    if let Some(input) = &outcome.input {
        text.push_str(&rewrite(view.input.as_ref(), input));
    }
    if let Some(output) = &outcome.output {
        text.push_str(&block("the tool's output is replaced by", &shown(output)));
    }
    for told in &outcome.feedback {
        let title = match told.kind {
            FeedbackKind::Block => "the model is told",
            FeedbackKind::Context => "the model is told, as feedback",
        };
        text.push_str(&block(title, &told.text));
    }
    for context in &outcome.context {
        text.push_str(&block("context for the model", context));
    }
    text
}

fn headline(outcome: &Outcome) -> String {
    match (outcome.action, outcome.opinion) {
        (Action::Deny, _) => paint(BAD, "✗ denied"),
        (Action::Ask, _) => paint(WARN, "? the user is to be asked"),
        (Action::InvalidInput, _) => paint(BAD, "✗ refused as invalid input"),
        (Action::Continue, _) => paint(WARN, "↻ keeps going"),
        (Action::End, _) => paint(BAD, "■ ends the turn"),
        (Action::Proceed, _) if outcome.input.is_some() => paint(GOOD, "✓ proceeds, rewritten"),
        (Action::Proceed, Opinion::Denied) => paint(WARN, "✓ proceeds, with feedback"),
        (Action::Proceed, Opinion::Unheard) => paint(WARN, "! proceeds, not every hook was heard"),
        (Action::Proceed, Opinion::Allowed) => paint(GOOD, "✓ allowed"),
        (Action::Proceed, Opinion::Asked | Opinion::None) => paint(GOOD, "✓ proceeds"),
    }
}

/// Why; where feedback tells it anyway, it is not told twice.
fn reason(view: &View<'_>, outcome: &Outcome, trace: &Trace) -> Option<String> {
    let has = |state: fn(&State) -> bool| trace.steps.iter().filter(|step| state(&step.state)).count();
    let ran = has(|state| matches!(state, State::Ran { .. }));
    let limited = has(|state| matches!(state, State::Skipped(Why::Limit)));
    match &outcome.reason {
        Some(_) if !outcome.feedback.is_empty() => None,
        Some(reason) => Some(reason.clone()),
        None if limited > 0 => Some("hooks kept it going as often as they may, and were not asked again".to_owned()),
        None if ran == 0 && outcome.opinion == Opinion::None => Some("no hook was run".to_owned()),
        None if outcome.opinion == Opinion::None && outcome.input.is_none() && view.gate != Gate::Observes => Some(no_objection(ran)),
        None => None,
    }
}

fn no_objection(ran: usize) -> String {
    let had = if ran == 1 { "hook was asked; it" } else { "hooks were asked; none" };
    format!("{ran} {had} had {}", if ran == 1 { "no objection" } else { "an objection" })
}

/// What a rewrite changes, before and after.
fn rewrite(before: Option<&Map<String, Value>>, after: &Map<String, Value>) -> String {
    let empty = Map::new();
    let before = before.unwrap_or(&empty);
    let keys = before.keys().chain(after.keys().filter(|key| !before.contains_key(*key)));
    let mut text = format!("  {}\n", paint(DIM, "the tool's input is rewritten"));
    let mut same = 0;
    for key in keys {
        let (old, new) = (before.get(key), after.get(key));
        if old == new {
            same += 1;
            continue;
        }
        let mut line = |style, sign: &str, value: Option<&Value>| {
            if let Some(value) = value {
                let value = cut(&plain(&shown(value)), LONGEST_VALUE);
                text.line(format_args!("    {}", paint(style, format!("{sign} {}: {value}", plain(key)))));
            }
        };
        line(MINUS, "-", old);
        line(PLUS, "+", new);
    }
    if same > 0 {
        text.line(format_args!("    {}", paint(DIM, format!("{} unchanged", count(same, "field")))));
    }
    text
}

/// A text with a title, set apart from our own words.
fn block(title: &str, body: &str) -> String {
    let mut text = format!("  {}\n", paint(DIM, title));
    let mut rest = lines(body);
    for line in rest.by_ref().take(MOST_LINES) {
        text.line(format_args!("    {} {line}", paint(NEWS, "│")));
    }
    let left = rest.count();
    if left > 0 {
        text.line(format_args!("    {} {}", paint(NEWS, "│"), paint(DIM, format!("… {}", count(left, "more line")))));
    }
    text
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(_) | Value::Array(_) => serde_json::to_string_pretty(value).unwrap_or_default(),
        other => other.to_string(),
    }
}
