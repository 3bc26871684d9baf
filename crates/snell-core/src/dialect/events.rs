//! The columns that say what an event is, how it is told, and what a hook may do about it.

use serde::{Deserialize, Serialize};

use super::{Effect, ExitRow, Grade, Reply, Strength, Table, Text};
use crate::event::{EventKind, Fact};

/// One event of a dialect. Several rows may be of one kind: the first is the one that a bridge listens to, the others are names under which
/// hooks may stand, each with an envelope and an exit table of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// What it is.
    pub kind: EventKind,
    /// Other kinds that this agent tells under the same name.
    pub also: Table<Also>,
    /// Its names in files; the first is the one that is shown.
    pub names: Table<Text>,
    /// The part of the kind that it stands for.
    pub only: Only,
    /// Times that the agent fires it for reasons of its own, which are no events for anyone else.
    pub repeated: Option<When>,
    /// What a block does.
    pub gate: Gate,
    /// What a matcher is tested against.
    pub subject: Subject,
    /// Seconds, where not the dialect's own default.
    pub timeout: Option<f64>,
    /// The most seconds that a hook here gets, whatever it asks for.
    pub longest: Option<f64>,
    /// Only a plugin's hooks, and only that plugin's, see it (R2.1).
    pub own_plugin_only: bool,
    /// What the envelope tells beside the common facts.
    pub facts: Table<FactRow>,
    /// What plain text on stdout means.
    pub plain: PlainText,
    /// How a reply is read; empty where stdout says nothing.
    pub replies: Table<Reply>,
    /// What an exit code means.
    pub exits: Table<ExitRow>,
    /// The reason of a block without one; the hook's name follows in backticks.
    pub unexplained: Text,
    /// When the gate cannot block after all (N3.4).
    pub muted: Option<When>,
    /// How well the agent heeds what can be said here, where that is not simply well.
    pub strengths: Table<Strength>,
}

impl Event {
    /// The name that is shown.
    pub fn name(&self) -> &str {
        self.names.first().map_or("", |name| name)
    }

    /// Whether a failure here means that something goes unguarded: the gates of N1.11, E1 and R2.5.
    pub fn is_gate(&self) -> bool {
        matches!(self.gate, Gate::Call | Gate::Prompt | Gate::Turn)
    }

    /// Whether the name of some hook system means this event. `any_spelling` ignores case, `_` and `-`.
    pub fn is_named(&self, name: &str, any_spelling: bool) -> bool {
        self.names.iter().any(|own| own == name || any_spelling && is_spelling_of(own, name))
    }

    /// Whether it tells events of this kind.
    pub fn tells(&self, kind: EventKind) -> bool {
        self.kind == kind || self.also.iter().any(|also| also.kind == kind)
    }

    /// How well the agent heeds an effect here, as far as that was measured.
    pub fn strength(&self, effect: Effect) -> &Grade {
        self.strengths.iter().find(|strength| strength.effect == effect).map_or(&Grade::Kept, |strength| &strength.grade)
    }

    /// The name in snake_case, as in hook names and environment variables.
    pub fn snake_name(&self) -> String {
        snake_case(self.name())
    }
}

/// What a blocking answer does at an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gate {
    /// Nothing: the event only observes.
    Observes,
    /// The tool call is refused.
    Call,
    /// The prompt is not sent.
    Prompt,
    /// The turn goes on, with the reason.
    Turn,
    /// The reason is told to the model; the operation proceeds.
    Feedback,
    /// The reason stands in the place of the tool's output; the operation has happened.
    Replaces,
}

/// Another kind that an agent tells under an event's name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Also {
    /// The kind.
    pub kind: EventKind,
    /// How an envelope shows that it is this kind.
    pub sign: Sign,
}

/// How an envelope shows what it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Sign {
    /// It does not: the kind can be told, and is never heard.
    None,
    /// A fact has this value.
    Fact(Fact, Text),
    /// An error stands at this JSON pointer.
    Error(Text),
}

/// What a matcher is tested against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// The tool's names, as far as [`Matchers`](super::Matchers) says.
    Tool,
    /// A fact.
    Fact(Fact),
    /// A fact, by equality: the matcher is no pattern.
    Exactly(Fact),
    /// A text, always this one.
    Fixed(Text),
    /// The shell command.
    Command,
    /// Nothing: a matcher is ignored, with a warning.
    Ignored,
}

/// What plain text on stdout means, at exit 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlainText {
    /// Stdout is not read at all.
    Unread,
    /// The reply is malformed.
    Malformed,
    /// A text for the model.
    Context,
    /// Nothing.
    Nothing,
    /// The hook blocks: what cannot be read is not let through.
    Blocks,
}

/// A fact has one of these values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct When {
    /// The fact.
    pub fact: Fact,
    /// The values.
    pub is: Table<Text>,
}

impl When {
    /// Whether it holds of an event.
    pub fn holds(&self, event: &crate::event::Event) -> bool {
        event.text(self.fact).is_some_and(|value| self.is.iter().any(|is| is == value))
    }
}

/// One fact in an envelope: which, under which key, in which form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FactRow {
    /// What is told.
    pub fact: Fact,
    /// The key.
    pub key: Text,
    /// The form.
    pub codec: Codec,
    /// What an event that does not know it tells all the same; none where the key is then absent.
    pub default: Default,
    /// How a value that is too long is cut.
    pub cut: Option<Truncation>,
    /// The texts that [`Codec::KnownText`] knows.
    pub vocabulary: Table<Text>,
    /// The agent's own words for values that have a common one: (its own, the common one). One to one.
    pub words: Table<(Text, Text)>,
}

/// The form of a fact's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Codec {
    /// The value itself.
    Plain,
    /// A text of the row's vocabulary; another one is told as its first.
    KnownText,
    /// The event's name: its first name.
    EventName,
    /// The event's name in snake_case.
    EventSnake,
    /// A tool's name, translated by the tool table.
    ToolName,
    /// A tool's canonical name.
    CanonicalToolName,
    /// A tool's input, its fields translated by the tool table.
    ToolInput,
    /// The same, as a text that holds JSON.
    ToolInputText,
    /// The same, told as it is, and heard as it is or as a text that holds JSON.
    ToolInputEither,
    /// The field of the tool's input that has the key of this row.
    InputField,
    /// An edit, or several, as a list of `old_string` and `new_string`.
    Edits,
    /// A tool's result, in this shape.
    ToolResult(ResultShape),
    /// The same, as a text that holds JSON.
    ToolResultText,
    /// A moment, as milliseconds since 1970.
    EpochMillis,
    /// A list of one.
    ListOfOne,
}

/// How an agent writes what a tool gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ResultShape {
    /// As the tool gave it.
    Any,
    /// A text; what is structured stays so.
    Text,
    /// An object with `stdout` for the shell, a list of parts for an MCP tool.
    Process,
    /// An object with `llmContent` and `returnDisplay`.
    LlmContent,
    /// An object with `resultType` and `textResultForLlm`.
    ForLlm,
    /// An object with `result_type` and `text_result_for_llm`.
    ForLlmSnake,
}

/// What stands in for a fact that nobody stated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Default {
    /// Nothing: the key is absent.
    Absent,
    /// A text.
    Text(Text),
    /// A truth value.
    Flag(bool),
    /// `{}`.
    Object,
    /// A fresh id.
    FreshId,
    /// The session's id, or a fresh one.
    Now,
    /// The session's directory.
    Cwd,
    /// The project's root.
    Root,
}

/// How a value that is too long is cut (N5.3, R6.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Truncation {
    /// Above this many bytes of serialised UTF-8: the prefix as a string.
    Json {
        /// The most that is told; none where the value is always whole.
        limit: Option<usize>,
        /// The key of the flag.
        flag: Text,
        /// The flag is told even where nothing was cut.
        always: bool,
    },
    /// A text is cut after this many Unicode scalar values.
    Scalars(usize),
}

/// The part of an event that a per-operation name stands for (N11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Only {
    /// All of it.
    All,
    /// A tool of one of these canonical names: the shell.
    Shell,
    /// MCP tools.
    Mcp,
    /// The tool that reads files.
    Read,
    /// The tools that change files.
    Edit,
}

/// Another agent's event name, in that agent's files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ForeignName {
    /// As that agent writes it.
    pub name: Text,
    /// What it means here.
    pub kind: EventKind,
    /// The part of it that it stands for.
    pub only: Only,
    /// In whose files.
    pub words: super::Words,
}

/// `PreToolUse` → `pre_tool_use`.
pub(crate) fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

/// Whether `name` is `own` in PascalCase, camelCase, snake_case or kebab-case (N3.2).
fn is_spelling_of(own: &str, name: &str) -> bool {
    let plain = |text: &str| text.chars().filter(|letter| !matches!(letter, '_' | '-')).collect::<String>();
    name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'))
        && plain(own).eq_ignore_ascii_case(&plain(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_spelt_in_four_ways() {
        for name in ["PreToolUse", "preToolUse", "pre_tool_use", "pre-tool-use"] {
            assert!(is_spelling_of("PreToolUse", name), "{name}");
        }
        assert!(!is_spelling_of("PreToolUse", "pre tool use"));
        assert!(!is_spelling_of("Stop", "Stopp"));
    }
}
