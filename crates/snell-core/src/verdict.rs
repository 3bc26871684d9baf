//! What one hook said, or why it said nothing.
//!
//! INVARIANT: fail-open is a type. [`interpret`](crate::interpret) gives `Result<Verdict, Failure>`; [`policy`](crate::policy) alone turns
//! a failure into a block, and [`merge`](crate::merge) never sees one.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A hook's word on the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Decision {
    /// No objection; never an override of the host's own rules (N6.12).
    Allow,
    /// No objection, and the user need not be asked.
    Grant,
    /// The user is to be asked.
    Ask,
    /// Refuse the call or the prompt; on a stop gate, keep the turn going.
    Block,
    /// End the turn now, over any block.
    End,
}

/// What a hook said. Everything may be absent: then it had no opinion.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Its word on the operation.
    pub decision: Option<Decision>,
    /// Why; always there beside a block or an end.
    pub reason: Option<String>,
    /// A whole replacement for the tool's input, in the dialect's own field names.
    pub input: Option<Map<String, Value>>,
    /// A replacement for the tool's output.
    pub output: Option<Value>,
    /// A text for the model.
    pub context: Option<String>,
}

impl Verdict {
    /// A block (or deny) with its reason.
    pub fn block(reason: impl Into<String>) -> Self {
        Verdict { decision: Some(Decision::Block), reason: Some(reason.into()), ..Verdict::default() }
    }

    /// Whether anything was said at all.
    pub fn is_silent(&self) -> bool {
        *self == Verdict::default()
    }
}

/// Why a hook that was chosen said nothing. Names are those of the command line's contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The program could not be started.
    NotStarted,
    /// We would not run it: an unset variable, an address that is not allowed.
    Refused,
    /// Ended by us at its deadline.
    TimedOut,
    /// Died by a signal of its own.
    Signalled,
    /// A non-zero exit without a verdict.
    Exited,
    /// Output that is not a reply, or a decision that the dialect does not know.
    Malformed,
    /// More output than is kept.
    TooLarge,
    /// An HTTP status that is no success, without a blocking decision.
    HttpStatus,
    /// The request failed on its way.
    Transport,
    /// A required plugin variable has no value.
    Unconfigured,
}

impl FailureKind {
    /// The name in JSON and in messages.
    pub fn as_str(self) -> &'static str {
        match self {
            FailureKind::NotStarted => "not_started",
            FailureKind::Refused => "refused",
            FailureKind::TimedOut => "timed_out",
            FailureKind::Signalled => "signalled",
            FailureKind::Exited => "exited",
            FailureKind::Malformed => "malformed",
            FailureKind::TooLarge => "too_large",
            FailureKind::HttpStatus => "http_status",
            FailureKind::Transport => "transport",
            FailureKind::Unconfigured => "unconfigured",
        }
    }
}

/// A failure with its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What kind.
    pub kind: FailureKind,
    /// What happened, for a person.
    pub message: String,
}

impl Failure {
    /// A failure with its words.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Failure { kind, message: message.into() }
    }
}
