//! What the agent is to do, all hooks considered.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::dialect::Dialect;
use crate::event::{Event, Fact};
use crate::tool;

/// What happens to the operation, from what hinders it least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// It goes ahead.
    Proceed,
    /// The user is to be asked.
    Ask,
    /// A rewrite fails the tool's schema: the call is refused as invalid input.
    InvalidInput,
    /// The call or the prompt is refused.
    Deny,
    /// A stop is held: keep working.
    Continue,
    /// The turn ends now.
    End,
}

impl Action {
    /// Whether the operation, as it was asked for, does not happen.
    pub fn blocks(self) -> bool {
        matches!(self, Action::Deny | Action::Ask | Action::InvalidInput | Action::Continue)
    }
}

/// What the hooks together thought of the operation: the first that holds (N6.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opinion {
    /// Somebody blocked, held or ended it.
    Denied,
    /// Somebody wants the user to be asked, and nobody denied.
    Asked,
    /// A chosen hook failed or was not run, and nobody denied.
    Unheard,
    /// Somebody said that there is no objection. It overrides no rule of the host's own.
    Allowed,
    /// Nobody said anything about it.
    None,
}

/// What a stop gate (or a block after the fact) tells the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feedback {
    /// Shown as an error, or as it is.
    pub kind: FeedbackKind,
    /// The text.
    pub text: String,
}

/// How a feedback is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum FeedbackKind {
    Block,
    Context,
}

/// All verdicts folded into one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// What happens to the operation.
    pub action: Action,
    /// Why, for the action; several reasons are joined by newlines in configured order.
    pub reason: Option<String>,
    /// The hooks whose verdicts made the action.
    pub by: Vec<String>,
    /// What the hooks thought of it.
    pub opinion: Opinion,
    /// Somebody allowed it in words that spare the user the question, and everybody was heard.
    pub grants: bool,
    /// What replaces the tool's input, in the dialect's own field names.
    pub input: Option<Map<String, Value>>,
    /// What replaces the tool's output.
    pub output: Option<Value>,
    /// Texts for the model.
    pub context: Vec<String>,
    /// What the model is told about why it goes on.
    pub feedback: Vec<Feedback>,
}

impl Outcome {
    /// The same outcome with the tool's input in canonical field names. A rewrite that has none is dropped.
    pub fn in_common_words(mut self, dialect: &Dialect, event: &Event) -> Outcome {
        self.input = self.input.and_then(|input| tool::canonical_rewrite(dialect, event.text(Fact::ToolName), &input));
        self
    }

    /// Several outcomes of one event as one, in the order in which their hooks stand: the same fold as that of verdicts.
    pub fn join(outcomes: impl IntoIterator<Item = Outcome>) -> Outcome {
        let mut outcomes = outcomes.into_iter();
        let Some(mut whole) = outcomes.next() else { return Outcome::proceed() };
        for other in outcomes {
            whole.and(other);
        }
        whole
    }

    fn and(&mut self, other: Outcome) {
        let opinions = [Opinion::Denied, Opinion::Asked, Opinion::Unheard, Opinion::Allowed, Opinion::None];
        let strength = |opinion| opinions.iter().position(|known| *known == opinion);
        if strength(other.opinion) < strength(self.opinion) {
            self.opinion = other.opinion;
        }
        match other.action.cmp(&self.action) {
            Ordering::Greater => (self.action, self.reason, self.by) = (other.action, other.reason, other.by),
            Ordering::Equal => {
                self.by.extend(other.by);
                self.reason = match (self.reason.take(), other.reason) {
                    (Some(first), Some(second)) if self.action != Action::End && first != second => Some(format!("{first}\n{second}")),
                    (first, second) => first.or(second),
                };
            }
            Ordering::Less => {}
        }
        let drops = self.action > Action::Ask;
        self.grants = (self.grants || other.grants) && self.action == Action::Proceed && self.opinion == Opinion::Allowed;
        self.input = other.input.or(self.input.take()).filter(|_| !drops);
        self.output = other.output.or(self.output.take());
        // What two hooks say in the same words is told once.
        self.context.extend(other.context.into_iter().filter(|text| !self.context.contains(text)).collect::<Vec<_>>());
        self.feedback.extend(other.feedback.into_iter().filter(|said| !self.feedback.contains(said)).collect::<Vec<_>>());
    }

    /// The outcome of an event that no hook has a say in.
    pub fn proceed() -> Self {
        Outcome {
            action: Action::Proceed,
            reason: None,
            by: Vec::new(),
            opinion: Opinion::None,
            grants: false,
            input: None,
            output: None,
            context: Vec::new(),
            feedback: Vec::new(),
        }
    }
}
