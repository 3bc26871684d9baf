//! `merge`: verdicts into one outcome. Total and deterministic, the same for every dialect.
//!
//! INVARIANT: verdicts come in configured order, never in the order in which hooks finished. Adding a block never loosens an outcome, and an
//! abstention changes nothing; a failure is not even seen.

use serde_json::{Map, Value};

use crate::dialect::{Event as Row, Gate};
use crate::outcome::{Action, Feedback, FeedbackKind, Opinion, Outcome};
use crate::verdict::{Decision, Verdict};

/// One hook's part in the outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Part<'a> {
    /// The hook's name.
    pub hook: &'a str,
    /// Its verdict; none where it was not heard.
    pub verdict: Option<Verdict>,
}

/// The host's check of a replaced input against the tool's schema; the error says what is wrong.
pub type Accepts<'a> = &'a dyn Fn(&Map<String, Value>) -> Result<(), String>;

/// Folds the verdicts of an event.
pub fn merge(row: &Row, parts: &[Part<'_>], accepts: Accepts<'_>) -> Outcome {
    let opinion = opinion(row, parts);
    let strongest = strongest(row, parts);
    let grants = opinion == Opinion::Allowed && strongest == Some(Decision::Grant);
    let mut outcome = Outcome { opinion, grants, ..Outcome::proceed() };
    match strongest {
        Some(Decision::End) => end(&mut outcome, parts),
        Some(Decision::Block) => block(row, &mut outcome, parts),
        Some(Decision::Ask) => ask(&mut outcome, parts, accepts),
        Some(Decision::Allow | Decision::Grant) | None => replace(&mut outcome, parts, accepts),
    }
    if row.gate != Gate::Turn {
        outcome.context = verdicts(parts).filter_map(|(_, verdict)| verdict.context.clone()).collect();
    }
    outcome
}

fn verdicts<'a>(parts: &'a [Part<'a>]) -> impl DoubleEndedIterator<Item = (&'a str, &'a Verdict)> {
    parts.iter().filter_map(|part| Some((part.hook, part.verdict.as_ref()?)))
}

/// A context that holds a turn counts as a block (N7.2).
fn strongest(row: &Row, parts: &[Part<'_>]) -> Option<Decision> {
    verdicts(parts).filter_map(|(_, verdict)| verdict.decision.max(holds(row, verdict).then_some(Decision::Block))).max()
}

fn holds(row: &Row, verdict: &Verdict) -> bool {
    row.gate == Gate::Turn && verdict.context.is_some()
}

fn opinion(row: &Row, parts: &[Part<'_>]) -> Opinion {
    match strongest(row, parts) {
        Some(Decision::Block | Decision::End) => Opinion::Denied,
        Some(Decision::Ask) => Opinion::Asked,
        _ if parts.iter().any(|part| part.verdict.is_none()) => Opinion::Unheard,
        Some(Decision::Allow | Decision::Grant) => Opinion::Allowed,
        None => Opinion::None,
    }
}

/// N7.3, N7.8: the first end gives the reason; what others said is moot.
fn end(outcome: &mut Outcome, parts: &[Part<'_>]) {
    let ends = || verdicts(parts).filter(|(_, verdict)| verdict.decision == Some(Decision::End));
    outcome.action = Action::End;
    outcome.reason = ends().find_map(|(_, verdict)| verdict.reason.clone());
    outcome.by = ends().map(|(hook, _)| hook.to_owned()).collect();
}

/// A block drops every replacement; reasons are joined in configured order (N6.3, N6.13, N7.8, R7.7).
fn block(row: &Row, outcome: &mut Outcome, parts: &[Part<'_>]) {
    let is_block = |verdict: &Verdict| verdict.decision == Some(Decision::Block);
    outcome.action = match row.gate {
        Gate::Call | Gate::Prompt => Action::Deny,
        Gate::Turn => Action::Continue,
        Gate::Feedback | Gate::Replaces | Gate::Observes => Action::Proceed,
    };
    outcome.reason = reasons(parts, is_block);
    if row.gate == Gate::Replaces {
        outcome.output = outcome.reason.clone().map(Value::String);
    }
    outcome.by = verdicts(parts).filter(|(_, v)| is_block(v) || holds(row, v)).map(|(hook, _)| hook.to_owned()).collect();
    if matches!(row.gate, Gate::Turn | Gate::Feedback) {
        outcome.feedback = verdicts(parts).flat_map(|(_, verdict)| feedback(row, verdict)).collect();
    }
}

/// The user is asked about what would be done, a rewrite included.
fn ask(outcome: &mut Outcome, parts: &[Part<'_>], accepts: Accepts<'_>) {
    let asks = |verdict: &Verdict| verdict.decision == Some(Decision::Ask);
    outcome.action = Action::Ask;
    outcome.reason = reasons(parts, asks);
    outcome.by = verdicts(parts).filter(|(_, verdict)| asks(verdict)).map(|(hook, _)| hook.to_owned()).collect();
    replace(outcome, parts, accepts);
}

fn reasons(parts: &[Part<'_>], of: impl Fn(&Verdict) -> bool) -> Option<String> {
    let reasons: Vec<&str> = verdicts(parts).filter(|(_, verdict)| of(verdict)).filter_map(|(_, v)| v.reason.as_deref()).collect();
    (!reasons.is_empty()).then(|| reasons.join("\n"))
}

fn feedback(row: &Row, verdict: &Verdict) -> Vec<Feedback> {
    let say = |kind, text: &Option<String>| text.clone().map(|text| Feedback { kind, text });
    let block = if verdict.decision == Some(Decision::Block) { say(FeedbackKind::Block, &verdict.reason) } else { None };
    let context = if holds(row, verdict) { say(FeedbackKind::Context, &verdict.context) } else { None };
    block.into_iter().chain(context).collect()
}

/// The last replacement in configured order stands; only that one is checked, with no fallback (N6.3, R7.7).
fn replace(outcome: &mut Outcome, parts: &[Part<'_>], accepts: Accepts<'_>) {
    outcome.output = verdicts(parts).rev().find_map(|(_, verdict)| verdict.output.clone());
    let Some((hook, input)) = verdicts(parts).rev().find_map(|(hook, verdict)| Some((hook, verdict.input.as_ref()?))) else { return };
    match accepts(input) {
        Ok(()) => outcome.input = Some(input.clone()),
        Err(fault) => {
            outcome.action = Action::InvalidInput;
            outcome.reason = Some(format!("invalid input: the rewrite by hook `{hook}` does not fit the tool's schema: {fault}"));
            outcome.by = vec![hook.to_owned()];
            outcome.output = None;
        }
    }
}
