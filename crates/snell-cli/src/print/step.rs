//! One hook of an event: its mark, its name, its time, its words, and below it what is worth telling.

use std::time::Duration;

use snell::core::dialect::Gate;
use snell::core::select::Why;
use snell::core::trace::{State, Step, decision_word};
use snell::core::{Decision, Verdict};
use snell::{Code, Hook};

use super::diagnostics;
use super::fire::View;
use super::style::{BAD, BOLD, DIM, GOOD, NEWS, WARN, cut, paint, plain};

/// A name longer than this pushes only its own line aside.
const WIDEST_NAME: usize = 64;
/// The longest reason in a hook's line, in characters.
const LONGEST_REASON: usize = 160;

/// The columns of the list.
pub(super) struct Widths {
    name: usize,
    time: usize,
}

impl Widths {
    pub(super) fn of(steps: &[Step]) -> Self {
        let name = steps.iter().map(|step| plain(&step.name).chars().count()).filter(|width| *width <= WIDEST_NAME).max();
        let time = steps.iter().map(|step| time(step).chars().count()).max();
        Widths { name: name.unwrap_or(0), time: time.unwrap_or(0) }
    }
}

/// The line of one hook and what stands below it. `by` are the hooks that made the outcome.
pub(super) fn line(view: &View<'_>, step: &Step, by: &[String], widths: &Widths) -> String {
    let decisive = by.contains(&step.name);
    let hook = view.hooks.hooks().iter().find(|hook| hook.name == step.name && hook.place == step.place);
    let name = format!("{:<width$}", plain(&step.name), width = widths.name);
    let (mark, words) = match &step.state {
        State::Ran { .. } => ran(view, step, decisive),
        State::Skipped(Why::Broken) if decisive => {
            (paint(BAD, "✗"), format!("{} could not be loaded and is to block then: {}", paint(BAD, "broken:"), why_not(hook)))
        }
        State::Skipped(why) => return skipped(step, &name, &why_skipped(view, hook, *why), widths),
        State::WouldRun => (paint(NEWS, "→"), paint(DIM, glance(&step.run))),
    };
    let time = if widths.time == 0 { String::new() } else { format!("{:>width$}  ", time(step), width = widths.time) };
    let mut text = format!("  {mark} {}  {}{words}\n", paint(BOLD, name), paint(DIM, time));
    if let Some(failure) = &step.failure {
        text.push_str(&format!("      {}\n", paint(DIM, format!("{}  {}", place(view, step), glance(&step.run)))));
        let _ = failure;
    }
    for note in step.notes.iter().filter(|note| note.code != Code::FailedClosed) {
        text.push_str(&diagnostics::note(note, "      "));
    }
    text
}

fn skipped(_step: &Step, name: &str, why: &str, widths: &Widths) -> String {
    let gap = if widths.time == 0 { 0 } else { widths.time + 2 };
    format!("  {}\n", paint(DIM, format!("– {name}  {:gap$}skipped: {why}", "")))
}

fn ran(view: &View<'_>, step: &Step, decisive: bool) -> (String, String) {
    if let Some(failure) = &step.failure {
        let closed = step.notes.iter().any(|note| note.code == Code::FailedClosed);
        let (style, mark) = if closed { (BAD, "✗") } else { (WARN, "!") };
        let words = format!("{} {}", paint(style, format!("{}:", failure.kind.as_str().replace('_', " "))), one_line(&failure.message));
        let end = if closed { "; a failure of this hook blocks" } else { "" };
        return (paint(style, mark), words + end);
    }
    let Some(verdict) = &step.verdict else {
        let silent = if view.gate == Gate::Observes { "done" } else { "no objection" };
        return (paint(GOOD, "✓"), paint(DIM, silent));
    };
    let blocks = decisive || matches!(verdict.decision, Some(Decision::Block | Decision::End));
    let mark = if blocks { paint(BAD, "✗") } else { paint(GOOD, "✓") };
    (mark, words(view, verdict))
}

fn words(view: &View<'_>, verdict: &Verdict) -> String {
    let mut said = Vec::new();
    if let Some(decision) = verdict.decision {
        let word = decision_word(view.gate, decision);
        let style = if decision == Decision::Allow { GOOD } else { BAD };
        said.push(match &verdict.reason {
            Some(reason) => format!("{} {}", paint(style, format!("{word}:")), one_line(reason)),
            None => paint(style, word),
        });
    }
    if let Some(input) = &verdict.input {
        said.push(format!("rewrites {}", changed(view, input)));
    }
    if verdict.output.is_some() {
        said.push("replaces the output".to_owned());
    }
    if verdict.context.is_some() {
        said.push(if view.gate == Gate::Turn { "keeps the turn going with feedback" } else { "adds context" }.to_owned());
    }
    said.join(", ")
}

fn changed(view: &View<'_>, input: &serde_json::Map<String, serde_json::Value>) -> String {
    let before = view.input.as_ref();
    let was = |key: &str| before.and_then(|before| before.get(key));
    let mut keys: Vec<&str> = input.iter().filter(|(key, value)| was(key) != Some(value)).map(|(key, _)| key.as_str()).collect();
    keys.extend(before.into_iter().flat_map(|before| before.keys()).map(String::as_str).filter(|key| !input.contains_key(*key)));
    if keys.is_empty() { "nothing".to_owned() } else { keys.iter().map(|key| format!("`{}`", plain(key))).collect::<Vec<_>>().join(", ") }
}

fn why_skipped(view: &View<'_>, hook: Option<&Hook>, why: Why) -> String {
    match why {
        Why::Matcher => match hook.and_then(|hook| hook.matcher.written()) {
            Some(matcher) => format!("its matcher `{}` does not fit", cut(&plain(matcher), LONGEST_REASON)),
            None => "it is for another operation".to_owned(),
        },
        Why::Untrusted => "the project is not trusted; --trust runs it".to_owned(),
        Why::Disabled => "disabled by the user".to_owned(),
        Why::Duplicate => "an equal hook stands before it".to_owned(),
        Why::SwitchedOff => match hook.and_then(|hook| hook.source.switch.as_ref()) {
            Some(switch) => format!("switched off by `{}`", plain(switch)),
            None => "its source is switched off".to_owned(),
        },
        Why::Broken => format!("broken: {}; `snell check` shows where", why_not(hook)),
        Why::Limit => format!("hooks kept this {} going as often as they may", if view.gate == Gate::Turn { "turn" } else { "run" }),
        Why::Refused => "its url's address is not allowed".to_owned(),
    }
}

fn why_not(hook: Option<&Hook>) -> String {
    hook.and_then(Hook::why_not).map_or_else(|| "it could not be loaded".to_owned(), |why| one_line(&why))
}

/// The first line of a text, and a mark where there is more.
fn one_line(text: &str) -> String {
    let mut lines = super::style::lines(text.trim_start());
    let first = cut(&lines.next().unwrap_or_default(), LONGEST_REASON);
    if lines.next().is_some() { format!("{first} …") } else { first }
}

fn glance(run: &str) -> String {
    cut(&plain(run), LONGEST_REASON)
}

fn place(view: &View<'_>, step: &Step) -> String {
    view.here.place(&step.place.path, step.place.line, step.place.column)
}

/// How long it took; empty where it was not run.
fn time(step: &Step) -> String {
    match &step.state {
        State::Ran { end: Some(_), duration } => duration_words(*duration),
        _ => String::new(),
    }
}

fn duration_words(duration: Duration) -> String {
    let ms = duration.as_secs_f64() * 1000.0;
    match ms {
        ..9.95 => format!("{ms:.1} ms"),
        ..999.5 => format!("{ms:.0} ms"),
        _ => format!("{:.1} s", ms / 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_two_digits_that_matter() {
        let words = |ms| duration_words(Duration::from_micros(ms));
        assert_eq!([words(400), words(9_940), words(12_400), words(999_400), words(1_234_000)], ["0.4 ms", "9.9 ms", "12 ms", "999 ms", "1.2 s"]);
    }
}
