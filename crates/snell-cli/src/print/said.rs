//! What a hook said, why it said nothing, or why it was not asked: in words.

use serde_json::{Map, Value};
use snell::core::dialect::Gate;
use snell::core::select::Why;
use snell::core::trace::{Step, decision_word};
use snell::core::{Decision, Verdict};
use snell::{Code, Hook};

use super::fire::View;
use super::style::{self, BAD, DIM, GOOD, WARN, cut, paint, plain};

/// The longest reason in a hook's line, in characters.
const LONGEST: usize = 160;

/// The mark and the words of a hook that ran.
pub(super) fn ran(view: &View<'_>, step: &Step, decisive: bool) -> (String, String) {
    if let Some(failure) = &step.failure {
        let closed = step.notes.iter().any(|note| note.code == Code::FailedClosed);
        let (style, mark) = if closed { (BAD, "✗") } else { (WARN, "!") };
        let words = format!("{} {}", paint(style, format!("{}:", failure.kind.as_str().replace('_', " "))), one_line(&failure.message));
        let end = if closed { "; it is marked `onFailure: block`, so this blocks" } else { "" };
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

fn changed(view: &View<'_>, input: &Map<String, Value>) -> String {
    let before = view.input.as_ref();
    let was = |key: &str| before.and_then(|before| before.get(key));
    let mut keys: Vec<&str> = input.iter().filter(|(key, value)| was(key) != Some(value)).map(|(key, _)| key.as_str()).collect();
    keys.extend(before.into_iter().flat_map(|before| before.keys()).map(String::as_str).filter(|key| !input.contains_key(*key)));
    if keys.is_empty() { "nothing".to_owned() } else { keys.iter().map(|key| format!("`{}`", plain(key))).collect::<Vec<_>>().join(", ") }
}

/// Why a hook was not run, and what would change that.
pub(super) fn why_skipped(hook: Option<&Hook>, why: Why) -> String {
    match why {
        Why::Matcher => match hook.and_then(|hook| hook.matcher.written()) {
            Some(matcher) => format!("its matcher `{}` does not fit", cut(&plain(matcher), LONGEST)),
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
        Why::Limit => "the limit of continuations".to_owned(),
        Why::Refused => "its url's address is not allowed".to_owned(),
    }
}

/// What is wrong with a hook that could not be loaded.
pub(super) fn why_not(hook: Option<&Hook>) -> String {
    hook.and_then(Hook::why_not).map_or_else(|| "it could not be loaded".to_owned(), |why| one_line(&why))
}

/// The first line of a text, and a mark where there is more.
fn one_line(text: &str) -> String {
    let mut lines = style::lines(text.trim_start());
    let first = cut(&lines.next().unwrap_or_default(), LONGEST);
    if lines.next().is_some() { format!("{first} …") } else { first }
}

/// A command at a glance.
pub(super) fn glance(run: &str) -> String {
    cut(&plain(run), LONGEST)
}
