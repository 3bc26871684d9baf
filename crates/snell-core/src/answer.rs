//! `answer`: an outcome into an agent's own reply. The reply tables, read the other way.
//!
//! What is written is what the agent was seen to heed, not all that its table has words for: an effect that is dead is not written, and what
//! else serves it stands in for it. Nothing is ever allowed that no hook allowed.

mod fit;
mod write;

use serde_json::{Map, Value};

use crate::dialect::{Dialect, Effect, Event as Row, Grade};
use crate::event::Event;
use crate::outcome::{Action, Outcome};
use crate::verdict::{Decision, Verdict};

/// A native reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The object on stdout; none where nothing is written.
    pub stdout: Option<Map<String, Value>>,
    /// The text on stderr.
    pub stderr: String,
    /// The exit code.
    pub exit: i32,
    /// The effects that it asks the agent for.
    pub used: Vec<Effect>,
    /// What could not be said, or only otherwise.
    pub losses: Vec<(Effect, Grade)>,
}

impl Answer {
    /// Stdout as it is written: one line, or nothing.
    pub fn text(&self) -> String {
        self.stdout.as_ref().map_or_else(String::new, |object| Value::Object(object.clone()).to_string() + "\n")
    }
}

/// Answers an event as the agent understands it. The outcome's input has canonical field names ([`Outcome::in_common_words`]).
pub fn answer(dialect: &Dialect, row: &Row, event: &Event, outcome: &Outcome) -> Answer {
    let (verdict, losses) = fit::fit(dialect, row, event, wish(outcome));
    let mut answer = write::write(dialect, row, &verdict);
    answer.losses.extend(losses);
    answer
}

/// Writes a verdict in the words of its own dialect; none where an event has no words for a part of it. Interpreting gives the verdict back.
///
/// A refusal that comes with a rewrite is written without it: what is refused runs in no form.
pub fn say(dialect: &Dialect, row: &Row, verdict: &Verdict) -> Option<Map<String, Value>> {
    if verdict.input.is_some() && matches!(verdict.decision, Some(Decision::Block | Decision::End)) {
        return write::words(dialect, row, &Verdict { input: None, ..verdict.clone() });
    }
    write::words(dialect, row, verdict)
}

/// An object with these values at these JSON pointers, and its event named where it may be.
pub(crate) fn object(dialect: &Dialect, row: &Row, values: impl IntoIterator<Item = (String, Value)>) -> Map<String, Value> {
    write::object(dialect, row, values)
}

/// What the hooks want of the agent.
struct Wish {
    verdict: Verdict,
    /// A text for the model that is no refusal: the agent may have no other way to tell it than beside everything else.
    feedback: Option<String>,
}

fn wish(outcome: &Outcome) -> Wish {
    let feedback = joined(outcome.feedback.iter().map(|feedback| feedback.text.as_str()));
    let (decision, reason) = match outcome.action {
        Action::Proceed if outcome.grants => (Some(Decision::Grant), None),
        Action::Proceed => (None, None),
        Action::Ask => (Some(Decision::Ask), outcome.reason.clone()),
        Action::Deny | Action::InvalidInput => (Some(Decision::Block), outcome.reason.clone()),
        Action::Continue => (Some(Decision::Block), feedback.clone().or_else(|| outcome.reason.clone())),
        Action::End => (Some(Decision::End), outcome.reason.clone()),
    };
    let proceeds = outcome.action == Action::Proceed;
    Wish {
        verdict: Verdict {
            decision,
            reason,
            input: outcome.input.clone(),
            output: outcome.output.clone(),
            context: joined(outcome.context.iter().map(String::as_str)),
        },
        feedback: feedback.filter(|_| proceeds),
    }
}

fn joined<'a>(texts: impl Iterator<Item = &'a str>) -> Option<String> {
    let texts: Vec<&str> = texts.filter(|text| !text.trim().is_empty()).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}
