//! The columns that say what a hook's reply and its exit code mean.

use serde::{Deserialize, Serialize};

use super::{Table, Text, Words};

/// One thing that a reply can say. Row order is reading precedence and writing preference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// JSON pointers of plain keys where it may stand; the first is the one that is written.
    pub at: Table<Text>,
    /// What it says there.
    pub says: Says,
    /// It counts only with this word at this pointer, and is written with it.
    pub beside: Option<(Text, Literal)>,
}

/// What a value in a reply says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Says {
    /// A word on the operation.
    Decision {
        /// The words, and what each means; the first of a meaning is the one that is written.
        words: Table<Word>,
        /// Where the reason of *this* decision stands.
        reasons: Table<Text>,
        /// What another value means.
        otherwise: Otherwise,
        /// A block without a reason is malformed.
        needs_reason: bool,
    },
    /// A text for the model.
    Context,
    /// A text for the model that keeps the turn going (N7.2).
    HoldingContext,
    /// A whole replacement for the tool's input: an object.
    Input,
    /// A replacement for the tool's output: any JSON.
    Output,
}

/// One word of a decision's vocabulary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Word {
    /// As written.
    pub is: Literal,
    /// What it means.
    pub means: Meaning,
}

/// A literal in a reply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Literal {
    /// A string.
    Text(Text),
    /// A truth value.
    Flag(bool),
}

/// What a decision word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Meaning {
    /// No objection.
    Allow,
    /// No objection, and the user need not be asked.
    Grant,
    /// The user is to be asked.
    Ask,
    /// Refuse, or keep the turn going.
    Block,
    /// End the turn.
    End,
    /// No decision, and that is what is usually said.
    Nothing,
    /// No decision, with a note: the author may have meant one (N7.5).
    Noted,
}

/// What a decision value outside the vocabulary means. Either way it is an error, told as `unknown-decision`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Otherwise {
    /// The reply is malformed: a failure (N6.4).
    Malformed,
    /// It is ignored; another row may still speak.
    Ignored,
}

/// What an exit code means. The first row that fits stands; a code without one is a failure, after which nothing of the reply counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExitRow {
    /// The code.
    pub code: ExitCode,
    /// What of the reply still counts.
    pub heeds: Heeds,
    /// What follows where the reply decided nothing.
    pub then: Then,
    /// Where the reason of a block comes from that the reply gives none for, in order, before the hook's name.
    pub reasons: Table<ReasonFrom>,
}

/// An exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExitCode {
    /// This one.
    Is(i32),
    /// Any other, and death by a signal.
    Any,
}

/// What of a reply still counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Heeds {
    /// All of it.
    All,
    /// Blocks alone (N6.1).
    Blocks,
    /// Everything that holds or ends a turn: blocks, ends, holding contexts (N7.5).
    Decisions,
    /// None of it.
    Nothing,
}

/// What follows where the reply decided nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Then {
    /// The hook is content.
    Pass,
    /// The hook failed.
    Fail,
    /// The hook blocks.
    Block,
    /// The hook blocks where there is a reason to give; else it failed.
    BlockWithReason,
    /// The turn ends.
    End,
}

/// Where the reason of a block comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReasonFrom {
    /// The reason beside a block in the reply that does not count itself.
    Reply,
    /// The reason in a JSON object on stderr (R7.4).
    StderrObject,
    /// Stderr, trimmed.
    Stderr,
    /// Stdout, trimmed, where it is no reply.
    Stdout,
}

/// A decision in another agent's words (N6.9). It is diagnosed as `foreign-decision`; from a file in those words a block is honoured (N11.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ForeignWord {
    /// Where it stands.
    pub at: Table<Text>,
    /// The value that decides; none for any value.
    pub is: Option<Literal>,
    /// At which gates the key is foreign.
    pub gates: Table<super::Gate>,
    /// The agent whose files may block with it; none where nobody's may.
    pub honoured: Option<Words>,
    /// Where its reason stands.
    pub reasons: Table<Text>,
    /// The native spelling, for the help.
    pub native: Text,
}
