//! What agents that follow Claude Code have in common: snake_case keys, `hookSpecificOutput`, `decision` and `continue`.

use snell_core::dialect::{Codec, Default, ExitRow, FactRow, Heeds, Meaning, Otherwise, Reply, ResultShape, Says, Then, Word};
use snell_core::event::Fact as F;

use crate::build::{FactRowExt, any_exit, decides, exit, flag, says, tells, word};
use crate::row::text;

/// The facts of every event.
pub(crate) fn common() -> Vec<FactRow> {
    vec![
        tells(F::SessionId, "session_id").always(Default::FreshId),
        tells(F::TranscriptPath, "transcript_path"),
        tells(F::Cwd, "cwd").always(Default::Cwd),
        tells(F::EventName, "hook_event_name").in_form(Codec::EventName),
    ]
}

/// The agent that an event is of, where it is of a subagent.
pub(crate) fn agent() -> Vec<FactRow> {
    vec![tells(F::SubagentId, "agent_id"), tells(F::SubagentType, "agent_type")]
}

/// A tool call.
pub(crate) fn call() -> Vec<FactRow> {
    vec![
        text(F::ToolName, "tool_name", "Bash").in_form(Codec::ToolName),
        tells(F::ToolInput, "tool_input").in_form(Codec::ToolInput).always(Default::Object),
    ]
}

/// A tool call with its id.
pub(crate) fn call_with_id() -> Vec<FactRow> {
    [call(), vec![tells(F::ToolUseId, "tool_use_id").always(Default::FreshId)]].concat()
}

/// What the tool gave.
pub(crate) fn result(shape: ResultShape) -> FactRow {
    text(F::ToolResult, "tool_response", "").in_form(Codec::ToolResult(shape))
}

/// A turn that is about to end.
pub(crate) fn stopped() -> Vec<FactRow> {
    vec![
        tells(F::StopHookActive, "stop_hook_active").always(Default::Flag(false)),
        tells(F::LastAssistantMessage, "last_assistant_message"),
    ]
}

/// Why a session starts.
pub(crate) fn started() -> Vec<FactRow> {
    vec![text(F::Source, "source", "startup")]
}

/// What sets a compaction off.
pub(crate) fn trigger() -> Vec<FactRow> {
    vec![text(F::Source, "trigger", "manual")]
}

/// `{"continue": false, "stopReason": …}`.
pub(crate) fn stops(means: Meaning) -> Reply {
    decides(&["/continue"], vec![flag(false, means), flag(true, Meaning::Nothing)], &["/stopReason"], Otherwise::Ignored)
}

/// `{"decision": …, "reason": …}`.
pub(crate) fn decision(words: Vec<Word>, otherwise: Otherwise) -> Reply {
    decides(&["/decision"], words, &["/reason"], otherwise)
}

/// `{"decision": "block", "reason": …}`, and no other word.
pub(crate) fn blocks() -> Reply {
    decision(vec![word("block", Meaning::Block), word("approve", Meaning::Nothing)], Otherwise::Malformed)
}

/// `hookSpecificOutput.permissionDecision` with its reason.
pub(crate) fn permits(words: Vec<Word>, otherwise: Otherwise) -> Reply {
    decides(&["/hookSpecificOutput/permissionDecision"], words, &["/hookSpecificOutput/permissionDecisionReason"], otherwise)
}

/// `hookSpecificOutput.decision.behavior` with its message.
pub(crate) fn behaves() -> Reply {
    let words = vec![word("deny", Meaning::Block), word("allow", Meaning::Grant)];
    decides(&["/hookSpecificOutput/decision/behavior"], words, &["/hookSpecificOutput/decision/message"], Otherwise::Malformed)
}

/// `hookSpecificOutput.updatedInput`.
pub(crate) fn input() -> Reply {
    says(&["/hookSpecificOutput/updatedInput"], Says::Input)
}

/// `hookSpecificOutput.additionalContext`.
pub(crate) fn context() -> Reply {
    says(&["/hookSpecificOutput/additionalContext"], Says::Context)
}

/// Exit 0: the reply counts.
pub(crate) fn passes() -> ExitRow {
    exit(0, Heeds::All, Then::Pass, &[])
}

/// Any other exit: a failure, after which the reply counts as far as this.
pub(crate) fn fails(heeds: Heeds) -> ExitRow {
    any_exit(heeds, Then::Fail, &[])
}

/// A block needs its reason, or the reply is malformed.
pub(crate) fn with_reason(reply: Reply) -> Reply {
    let says = match reply.says {
        Says::Decision { words, reasons, otherwise, .. } => Says::Decision { words, reasons, otherwise, needs_reason: true },
        other => other,
    };
    Reply { says, ..reply }
}
