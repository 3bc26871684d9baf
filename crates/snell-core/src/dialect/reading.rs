//! The column that says how strictly a hook's reply is read.

use serde::{Deserialize, Serialize};

use super::{Table, Text};

/// How a reply is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// What the name of an event in a reply is for.
    pub naming: Naming,
    /// Keys without a row make the reply malformed, but for these pointers; none where unknown keys are passed over.
    pub strict: Option<Table<Text>>,
    /// A text that begins like JSON and is none is malformed, where other text is not.
    pub braces_bind: bool,
    /// Where stdout is empty, the reply may stand on stderr.
    pub on_stderr: bool,
    /// Text may stand before the object: the last one counts.
    pub last_object: bool,
    /// A hook that writes nothing has failed.
    pub needs_reply: bool,
}

/// What the event's name in a reply is for (`names_event_at`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Naming {
    /// Another event's name, in any spelling, voids the object that it stands in (N6.10).
    Voids,
    /// The object needs it, and it is this event's; the reply is malformed otherwise.
    Own,
    /// The object needs it, and some event has it; the reply is malformed otherwise.
    Any,
    /// Nothing.
    Unread,
}
