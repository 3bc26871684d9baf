//! A bridge that breaks says so (B8), one that lies too deep ends (B6), and one that is waited for no longer answers before (B4).

use std::process::Stdio;

use serde_json::json;

use crate::stage::{Stage, ended, shell, with};

#[test]
fn what_is_no_payload_is_let_through_with_a_line_for_the_user() {
    let stage = Stage::new();
    stage.claude("PreToolUse", "", &["exit 2"]);
    let reply = with(stage.command("gemini", "BeforeTool"), "{\"tool_name\": ");
    reply.assert_silent();
    assert_eq!(reply.stderr.lines().count(), 1, "{reply:?}");
    assert!(reply.stderr.starts_with("snell: the payload is not JSON"), "{reply:?}");
}

#[test]
fn what_is_no_payload_is_refused_where_a_guard_must_not_fail() {
    let stage = Stage::new();
    stage.rightnow("PreToolUse", &json!({ "type": "command", "command": "exit 0", "onFailure": "block" }));
    let reply = with(stage.command("gemini", "BeforeTool"), "nothing");
    assert_eq!((reply.json()["decision"].clone(), reply.exit), (json!("deny"), 0));
}

#[test]
fn three_levels_deep_gates_refuse_and_nothing_runs() {
    let stage = Stage::new();
    stage.claude("PreToolUse", "", &["touch ran"]);
    let (event, payload) = shell("codex", "ls");
    let mut command = stage.command("codex", event);
    command.env("SNELL_DEPTH", "3");
    let reply = with(command, &payload.to_string());
    assert_eq!(reply.json()["hookSpecificOutput"]["permissionDecision"], "deny");
    let mut command = stage.command("codex", "SessionStart");
    command.env("SNELL_DEPTH", "3");
    with(command, "{}").assert_silent();
    assert!(!stage.path("ran").exists());
}

#[test]
fn an_agent_that_writes_much_is_heard_out_even_where_nothing_runs() {
    let stage = Stage::new();
    let mut command = stage.command("codex", "PreToolUse");
    command.env("SNELL_DEPTH", "3");
    // Twice what a pipe holds: whoever does not read it leaves the agent with a broken pipe.
    let long = json!({ "hook_event_name": "PreToolUse", "tool_input": { "command": "x".repeat(128 * 1024) } });
    assert_eq!(with(command, &long.to_string()).json()["hookSpecificOutput"]["permissionDecision"], "deny");
}

#[test]
fn hooks_are_ended_before_the_agent_gives_up() {
    let stage = Stage::new();
    stage.rightnow("PreToolUse", &json!({ "type": "command", "command": "sleep 60", "onFailure": "block" }));
    let (event, payload) = shell("gemini", "ls");
    let mut command = stage.command("gemini", event);
    command.args(["--within", "2"]);
    assert_eq!(with(command, &payload.to_string()).json()["decision"], "deny");
}

#[test]
fn an_agent_or_event_that_nobody_knows_is_named() {
    let stage = Stage::new();
    for (agent, event, word) in [("gemni", "BeforeTool", "gemni"), ("gemini", "BeforeTol", "BeforeTool")] {
        let mut command = stage.command(agent, event);
        let reply = ended(command.stdin(Stdio::null()).spawn().expect("it starts"));
        assert_eq!((reply.exit, reply.stdout.as_str()), (3, ""));
        assert!(reply.stderr.contains(word), "{reply:?}");
    }
}
