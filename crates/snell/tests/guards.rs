//! What a guard hears of under another agent: every tool there that runs a command or changes a file, as that agent was seen to tell it.

use serde_json::{Value, json};
use snell::core::envelope::encode;
use snell::core::hear;
use snell::{Dialect, Event, EventKind, dialects};

const PATCH: &str = "*** Begin Patch\n*** Add File: a.txt\n+new\n*** Update File: b.env\n@@\n-x\n+y\n*** End Patch";

/// What a Claude Code hook is told of a native payload: each call's tool, and its command or path.
fn told(host: &Dialect, native: &Value) -> Vec<(String, String)> {
    let event = hear::hear_as(host, host.event(EventKind::PreToolUse).unwrap(), native.as_object().unwrap());
    let claude = dialects::claude();
    let call = |call: &Event| {
        let envelope = encode(claude, claude.event(call.kind).unwrap(), call);
        let input = &envelope["tool_input"];
        let what = input.get("file_path").or(input.get("command")).and_then(Value::as_str).unwrap_or_default();
        (envelope["tool_name"].as_str().unwrap().to_owned(), what.to_owned())
    };
    hear::calls(&event).iter().map(call).collect()
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(tool, what)| ((*tool).to_owned(), (*what).to_owned())).collect()
}

#[test]
fn every_tool_that_runs_a_command_is_a_shell() {
    let command = || json!({ "command": "rm -rf x" });
    for (host, native) in [
        (dialects::claude(), json!({ "tool_name": "Monitor", "tool_input": command() })),
        (dialects::qwen(), json!({ "tool_name": "run_shell_command", "tool_input": command() })),
        (dialects::qwen(), json!({ "tool_name": "monitor", "tool_input": command() })),
        (dialects::gemini(), json!({ "tool_name": "run_shell_command", "tool_input": command() })),
        (dialects::codex(), json!({ "tool_name": "Bash", "tool_input": command() })),
        (dialects::copilot(), json!({ "toolName": "bash", "toolArgs": command() })),
        (dialects::droid(), json!({ "tool_name": "Execute", "tool_input": command() })),
    ] {
        assert_eq!(told(host, &native), pairs(&[("Bash", "rm -rf x")]), "{native}");
    }
}

#[test]
fn a_patch_is_an_edit_of_each_file_however_it_is_told() {
    let both = pairs(&[("Write", "a.txt"), ("Edit", "b.env")]);
    for (host, native) in [
        (dialects::codex(), json!({ "tool_name": "apply_patch", "tool_input": { "command": PATCH } })),
        // Copilot tells it bare, Droid inside what the model wrote.
        (dialects::copilot(), json!({ "toolName": "apply_patch", "toolArgs": PATCH })),
        (dialects::droid(), json!({ "tool_name": "ApplyPatch", "tool_input": { "input": PATCH } })),
        (dialects::droid(), json!({ "tool_name": "ApplyPatch", "tool_input": { "input": json!({ "input": PATCH }).to_string() } })),
    ] {
        assert_eq!(told(host, &native), both, "{native}");
    }
}

#[test]
fn a_patch_inside_a_command_is_the_command_and_its_edits() {
    let command = format!("apply_patch <<'EOF'\n{PATCH}\nEOF");
    let native = json!({ "tool_name": "Bash", "tool_input": { "command": command } });
    let expected = pairs(&[("Bash", &command), ("Write", "a.txt"), ("Edit", "b.env")]);
    assert_eq!(told(dialects::codex(), &native), expected);
    let without = json!({ "tool_name": "Bash", "tool_input": { "command": "echo '*** Begin Patch'" } });
    assert_eq!(told(dialects::codex(), &without), pairs(&[("Bash", "echo '*** Begin Patch'")]));
}

#[test]
fn an_mcp_tool_is_one_in_every_spelling() {
    for (host, native) in [
        (dialects::codex(), json!({ "tool_name": "mcp__my_mini__say", "tool_input": {} })),
        (dialects::qwen(), json!({ "tool_name": "mcp__my_mini__say", "tool_input": {} })),
        (dialects::gemini(), json!({ "tool_name": "mcp_my_mini_say", "tool_input": {}, "mcp_context": { "server_name": "my_mini" } })),
        (dialects::copilot(), json!({ "toolName": "my_mini-say", "toolArgs": {} })),
        (dialects::droid(), json!({ "tool_name": "my_mini___say", "tool_input": {} })),
    ] {
        assert_eq!(told(host, &native), pairs(&[("mcp__my_mini__say", "")]), "{native}");
    }
}
