//! `log show` for a person: one event with its input, what became of every hook, and what came of it.

use std::path::Path;

use serde_json::{Map, Value};
use snell::journal::Record;
use snell::report::{DiagnosticReport, HookReport, VerdictReport};

use super::Here;
use super::log::{LONGEST_REASON, failed, first_line, outcome, ran, subject, why_not};
use super::style::{BAD, BOLD, DIM, GOOD, MINUS, NEWS, PLUS, Page, WARN, count, lines, paint, plain};

/// The record.
pub(crate) fn text(here: &Here, record: &Record) -> String {
    let mut text = format!("{}  {}\n", outcome(record), subject(record));
    lines(record.reason.as_deref().unwrap_or_default()).for_each(|line| text.line(format_args!("  {line}")));
    text.push('\n');
    text.push_str(&facts(here, record));
    text.push_str(&replaced(record));
    let (ran, skipped): (Vec<_>, Vec<_>) = record.hooks.iter().partition(|hook| ran(hook));
    for hooks in [ran, skipped] {
        if !hooks.is_empty() {
            text.push('\n');
        }
        for hook in hooks {
            text.push_str(&self::hook(here, record, hook));
        }
    }
    for (why, number) in &record.left_out {
        text.line(paint(DIM, format!("  … {}: {}", count(*number, "more hook"), left_out(why))));
    }
    if record.hooks.is_empty() && record.left_out.is_empty() {
        text.push_str("\n  no hook was configured for this event\n");
    }
    text
}

/// What is known of the event.
fn facts(here: &Here, record: &Record) -> String {
    let mut text = String::new();
    let mut fact = |name: &str, value: &str| text.line(format_args!("  {} {}", paint(DIM, format!("{:<18}", plain(name))), plain(value)));
    fact("record", &record.id);
    fact("time", &format!("{}, {} ms", record.time, record.duration_ms));
    fact("dialect", &record.dialect);
    if let Some(session) = &record.session {
        fact("session", session);
    }
    if let Some(cwd) = &record.cwd {
        fact("directory", &here.path(Path::new(cwd)));
    }
    for (name, value) in &record.about {
        fact(&name.replace('_', " "), &shown(value));
    }
    let empty = Map::new();
    for (name, value) in record.input.as_ref().and_then(Value::as_object).unwrap_or(&empty) {
        fact(&format!("input {name}"), &shown(value));
    }
    text
}

fn replaced(record: &Record) -> String {
    let mut text = String::new();
    let Some(replaced) = &record.replaced else { return text };
    let before = record.input.as_ref().and_then(Value::as_object);
    for (name, new) in replaced.input.iter().flatten() {
        let old = before.and_then(|before| before.get(name));
        if old != Some(new) {
            if let Some(old) = old {
                text.line(paint(MINUS, format!("  - {}: {}", plain(name), plain(&shown(old)))));
            }
            text.line(paint(PLUS, format!("  + {}: {}", plain(name), plain(&shown(new)))));
        }
    }
    for name in before.into_iter().flat_map(Map::keys).filter(|name| replaced.input.as_ref().is_some_and(|new| !new.contains_key(*name))) {
        text.line(paint(MINUS, format!("  - {}", plain(name))));
    }
    if let Some(output) = &replaced.output {
        text.line(paint(PLUS, format!("  + output: {}", plain(&shown(output)))));
    }
    if text.is_empty() { text } else { format!("\n  {}\n{text}", paint(DIM, "rewritten")) }
}

fn hook(here: &Here, record: &Record, hook: &HookReport) -> String {
    let (mark, words) = part(record, hook);
    let mut text = String::new();
    text.line(format_args!("  {mark} {}  {words}", paint(BOLD, plain(&hook.name))));
    let place = here.place(Path::new(&hook.path), hook.line, hook.column);
    text.line(format_args!("      {}", paint(DIM, format!("{place}  {}", plain(&hook.run)))));
    // What does not fit the line.
    let reason = hook.verdict.as_ref().and_then(|verdict| verdict.reason.as_deref()).unwrap_or_default();
    if first_line(reason, LONGEST_REASON).ends_with('…') {
        lines(reason).for_each(|line| text.line(format_args!("      {} {line}", paint(NEWS, "│"))));
    }
    if let Some(context) = hook.verdict.as_ref().and_then(|verdict| verdict.context.as_deref()) {
        lines(context).for_each(|line| text.line(format_args!("      {} {line}", paint(NEWS, "│"))));
    }
    hook.notes.iter().for_each(|note| text.push_str(&self::note(note)));
    text
}

/// The mark and the words of one hook's part.
pub(crate) fn part(record: &Record, hook: &HookReport) -> (String, String) {
    if !ran(hook) {
        let decisive = record.by.contains(&hook.name);
        let mark = if decisive { paint(BAD, "✗") } else { paint(DIM, "–") };
        return (mark, paint(DIM, format!("not run: {}", why_not(hook.why.as_deref().unwrap_or("unknown")))));
    }
    let end = [end(hook), hook.duration_ms.map(|ms| format!("{ms} ms"))].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let end = paint(DIM, format!("{end}  "));
    match (&hook.failure, &hook.verdict) {
        (Some(failure), _) if record.by.contains(&hook.name) => {
            (paint(BAD, "✗"), end + &failed(failure) + "; a failure of this hook blocks")
        }
        (Some(failure), _) => (paint(WARN, "!"), end + &failed(failure)),
        (None, Some(verdict)) => (mark(verdict), end + &said(verdict)),
        (None, None) => (paint(GOOD, "✓"), end + &paint(DIM, "said nothing")),
    }
}

fn end(hook: &HookReport) -> Option<String> {
    let exit = hook.exit.map(|code| format!("exit {code}"));
    let signal = hook.signal.map(|signal| format!("signal {signal}"));
    exit.or(signal).or_else(|| hook.http_status.map(|status| format!("HTTP {status}")))
}

fn mark(verdict: &VerdictReport) -> String {
    let blocks = verdict.decision.as_deref().is_some_and(|decision| decision != "allow");
    if blocks { paint(BAD, "✗") } else { paint(GOOD, "✓") }
}

fn said(verdict: &VerdictReport) -> String {
    let decision = verdict.decision.as_deref().map(plain);
    let reason = verdict.reason.as_deref().map(|reason| first_line(reason, LONGEST_REASON));
    let mut said: Vec<String> = match (decision, reason) {
        (Some(decision), Some(reason)) => vec![format!("{}: {reason}", paint(BOLD, decision))],
        (decision, reason) => decision.into_iter().chain(reason).collect(),
    };
    let more = [
        (verdict.input.is_some(), "rewrites the input"),
        (verdict.output.is_some(), "replaces the output"),
        (verdict.context.is_some(), "adds context"),
    ];
    said.extend(more.into_iter().filter(|(is, _)| *is).map(|(_, words)| words.to_owned()));
    said.join(", ")
}

fn note(note: &DiagnosticReport) -> String {
    let mut text = String::new();
    let severity = paint(if note.severity == "error" { BAD } else { WARN }, format!("{}[{}]:", plain(&note.severity), plain(&note.code)));
    text.line(format_args!("      {severity} {}", plain(&note.message)));
    if let Some(help) = &note.help {
        text.line(format_args!("        {} {}", paint(NEWS, "help:"), plain(help)));
    }
    text
}

fn left_out(why: &str) -> String {
    if why == "ran" { "run".to_owned() } else { format!("not run: {}", why_not(why)) }
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
