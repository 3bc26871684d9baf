//! What a hook says, in the words of the agent that called (B2).

use serde_json::{Value, json};

use crate::stage::{Stage, shell};

const GUARD: &str = "grep -q 'rm -rf' && { echo 'never recursively' >&2; exit 2; }; exit 0";

fn denial(agent: &str) -> Value {
    let inner = json!({ "hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "never recursively"
    } });
    match agent {
        "gemini" => json!({ "decision": "deny", "reason": "never recursively" }),
        "copilot" => json!({ "permissionDecision": "deny", "permissionDecisionReason": "never recursively" }),
        _ => inner,
    }
}

#[test]
fn a_guard_for_claude_code_refuses_under_every_agent() {
    let stage = Stage::new();
    stage.claude("PreToolUse", "Bash", &[GUARD]);
    for agent in ["codex", "gemini", "qwen", "copilot", "droid"] {
        let (event, payload) = shell(agent, "rm -rf /");
        let reply = stage.call(agent, event, &payload);
        assert_eq!((reply.json(), reply.exit, reply.stderr.as_str()), (denial(agent), 0, ""), "{agent}");
    }
    let (event, payload) = shell("cursor", "rm -rf /");
    let reply = stage.call("cursor", event, &payload);
    assert_eq!((&reply.json()["permission"], reply.exit), (&json!("deny"), 0));
    assert!(reply.stdout.contains("never recursively"), "{reply:?}");
}

#[test]
fn what_the_guard_lets_pass_is_not_allowed_but_unmentioned() {
    let stage = Stage::new();
    stage.claude("PreToolUse", "Bash", &[GUARD]);
    for agent in ["codex", "gemini", "qwen", "copilot", "droid"] {
        let (event, payload) = shell(agent, "ls");
        stage.call(agent, event, &payload).assert_silent();
    }
}

#[test]
fn a_guard_for_gemini_cli_refuses_under_claude_code() {
    let stage = Stage::new();
    let guard = r#"grep -q run_shell_command && echo '{"decision": "deny", "reason": "never recursively"}'"#;
    let hooks =
        json!({ "hooks": { "BeforeTool": [{ "matcher": "run_shell_command", "hooks": [{ "type": "command", "command": guard }] }] } });
    stage.write(".gemini/settings.json", &hooks.to_string());
    let (event, payload) = shell("claude", "rm -rf /");
    assert_eq!(stage.call("claude", event, &payload).json(), denial("claude"));
}

#[test]
fn a_rewrite_is_whole_and_in_the_agents_own_fields() {
    let stage = Stage::new();
    let rewrite = r#"echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"command": "ls safe"}}}'"#;
    stage.claude("PreToolUse", "Bash", &[rewrite]);
    let (event, mut payload) = shell("gemini", "ls");
    payload["tool_input"]["dir_path"] = json!("sub");
    let reply = stage.call("gemini", event, &payload).json();
    assert_eq!(reply["hookSpecificOutput"]["tool_input"], json!({ "command": "ls safe", "dir_path": "sub" }));
    assert_eq!(reply.get("decision"), None, "nothing is allowed that no hook allowed");
}

#[test]
fn of_two_that_disagree_the_refusal_stands_whoever_wrote_it() {
    let stage = Stage::new();
    let allows = r#"echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}'"#;
    stage.claude("PreToolUse", "Bash", &[allows]);
    stage.rightnow("PreToolUse", &json!({ "type": "command", "command": GUARD }));
    let (event, payload) = shell("codex", "rm -rf /");
    assert_eq!(stage.call("codex", event, &payload).json(), denial("codex"));
}

#[test]
fn a_failing_hook_lets_the_call_through_and_a_guard_that_must_not_fail_refuses() {
    let stage = Stage::new();
    stage.claude("PreToolUse", "Bash", &["exit 1"]);
    let (event, payload) = shell("gemini", "ls");
    stage.call("gemini", event, &payload).assert_silent();
    stage.rightnow("PreToolUse", &json!({ "type": "command", "command": "exit 1", "onFailure": "block" }));
    assert_eq!(stage.call("gemini", event, &payload).json()["decision"], "deny");
}
