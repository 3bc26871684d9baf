//! Names that people expect to hold the payload, which comes on stdin alone.

/// Variables that other tools fill with parts of the event, or that templates put in a command. No hook gets any of them.
const NAMES: [&str; 30] = [
    "ARGUMENTS",
    "CLAUDE_FILE_PATH",
    "CLAUDE_FILE_PATHS",
    "CLAUDE_TOOL_INPUT",
    "CLAUDE_TOOL_NAME",
    "CLAUDE_TOOL_OUTPUT",
    "COMMAND",
    "EVENT",
    "FILE",
    "FILEPATH",
    "FILENAME",
    "FILES",
    "FILE_PATH",
    "HOOK_EVENT",
    "HOOK_INPUT",
    "INPUT",
    "MESSAGE",
    "PROMPT",
    "SESSION_ID",
    "TOOL",
    "TOOL_ARGS",
    "TOOL_INPUT",
    "TOOL_INPUT_COMMAND",
    "TOOL_INPUT_FILE_PATH",
    "TOOL_NAME",
    "TOOL_OUTPUT",
    "TOOL_RESPONSE",
    "TOOL_RESULT",
    "TRANSCRIPT_PATH",
    "USER_PROMPT",
];

/// Whether a variable of this name is usually meant to be a part of the payload (in any case of letters).
///
/// ```
/// assert!(snell_core::command::is_payload_name("TOOL_INPUT"));
/// assert!(snell_core::command::is_payload_name("file"));
/// assert!(!snell_core::command::is_payload_name("HOME"));
/// ```
pub fn is_payload_name(name: &str) -> bool {
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}
