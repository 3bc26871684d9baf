//! What the agent is to do, all hooks considered.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What happens to the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// It goes ahead.
    Proceed,
    /// The call or the prompt is refused.
    Deny,
    /// A rewrite fails the tool's schema: the call is refused as invalid input.
    InvalidInput,
    /// A stop is held: keep working.
    Continue,
    /// The turn ends now.
    End,
}

impl Action {
    /// Whether the operation, as it was asked for, does not happen.
    pub fn blocks(self) -> bool {
        matches!(self, Action::Deny | Action::InvalidInput | Action::Continue)
    }
}

/// What the hooks together thought of the operation: the first that holds (N6.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opinion {
    /// Somebody blocked, held or ended it.
    Denied,
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
    /// The outcome of an event that no hook has a say in.
    pub fn proceed() -> Self {
        Outcome {
            action: Action::Proceed,
            reason: None,
            by: Vec::new(),
            opinion: Opinion::None,
            input: None,
            output: None,
            context: Vec::new(),
            feedback: Vec::new(),
        }
    }
}
