//! What a hook is told: its own agent's words (B1), once (B6), and what is nobody's event not at all (B4).

use serde_json::{Value, json};

use crate::stage::{Stage, shell, with, with_open_pipe};

fn told(stage: &Stage, name: &str) -> Value {
    serde_json::from_str(&stage.read(name)).expect("an envelope")
}

#[test]
fn a_hook_sees_its_own_dialect() {
    let stage = Stage::new();
    stage.claude("PreToolUse", "Edit|Write", &["cat > told.json"]);
    let native = json!({
        "session_id": "s", "hook_event_name": "BeforeTool", "cwd": stage.path(""), "tool_name": "replace",
        "tool_input": { "file_path": "a.rs", "old_string": "x", "new_string": "y" }
    });
    stage.call("gemini", "BeforeTool", &native).assert_silent();
    let told = told(&stage, "told.json");
    assert_eq!((&told["tool_name"], &told["hook_event_name"]), (&json!("Edit"), &json!("PreToolUse")));
    assert_eq!(told["tool_input"], json!({ "file_path": "a.rs", "old_string": "x", "new_string": "y" }));
}

#[test]
fn the_native_payload_is_a_file_while_the_hook_runs() {
    let stage = Stage::new();
    stage.claude(
        "PreToolUse",
        "",
        &["cp \"$SNELL_NATIVE_PAYLOAD\" native.json; stat -c %a \"$SNELL_NATIVE_PAYLOAD\" > mode; echo \"$SNELL_NATIVE_PAYLOAD\" > where"],
    );
    let (event, mut payload) = shell("gemini", "ls");
    payload["only_here"] = json!(1);
    stage.call("gemini", event, &payload).assert_silent();
    assert_eq!(told(&stage, "native.json"), payload);
    assert_eq!(stage.read("mode").trim(), "600");
    assert!(!std::path::Path::new(stage.read("where").trim()).exists());
}

#[test]
fn variables_that_the_agent_set_for_its_own_hooks_are_not_passed_on() {
    let stage = Stage::new();
    stage.claude("PreToolUse", "", &["env > told"]);
    let (event, payload) = shell("gemini", "ls");
    let mut command = stage.command("gemini", event);
    command.env("GEMINI_PROJECT_DIR", "/theirs").env("CLAUDE_PROJECT_DIR", "/theirs").env("MINE", "kept");
    with(command, &payload.to_string()).assert_silent();
    let told = stage.read("told");
    assert!(!told.contains("/theirs") && told.contains("CLAUDE_PROJECT_DIR=") && told.contains("MINE=kept"), "{told}");
}

/// The RightNow Agent reads Claude Code's files too; under one roof they are Claude Code's.
#[test]
fn a_file_that_two_dialects_read_is_run_once() {
    let stage = Stage::new();
    stage.claude("PreToolUse", "", &["echo ran >> count"]);
    let (event, payload) = shell("codex", "ls");
    stage.call("codex", event, &payload).assert_silent();
    assert_eq!(stage.read("count"), "ran\n");
}

#[test]
fn the_agents_own_hooks_are_left_to_it() {
    let stage = Stage::new();
    stage.claude("PreToolUse", "", &["echo ran >> count"]);
    let (event, payload) = shell("claude", "ls");
    stage.call("claude", event, &payload).assert_silent();
    assert!(!stage.path("count").exists());
}

#[test]
fn only_the_dialects_that_are_named_are_heard() {
    let stage = Stage::new();
    stage.claude("PreToolUse", "", &["echo ran >> count"]);
    let (event, payload) = shell("codex", "ls");
    let mut command = stage.command("codex", event);
    command.args(["--from", "gemini", "--from", "reforma"]);
    with(command, &payload.to_string()).assert_silent();
    assert!(!stage.path("count").exists());
}

#[test]
fn what_the_agent_repeats_for_reasons_of_its_own_is_no_event() {
    let stage = Stage::new();
    stage.claude("UserPromptSubmit", "", &["echo ran >> count"]);
    let prompt = |text: &str| json!({ "session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": text });
    stage.call("qwen", "UserPromptSubmit", &prompt("")).assert_silent();
    assert!(!stage.path("count").exists());
    stage.call("qwen", "UserPromptSubmit", &prompt("do it"));
    assert_eq!(stage.read("count"), "ran\n");
}

#[test]
fn an_agent_that_leaves_the_pipe_open_is_answered() {
    let stage = Stage::new();
    stage.claude("PreToolUse", "", &["echo no >&2; exit 2"]);
    let (event, payload) = shell("gemini", "ls");
    let reply = with_open_pipe(stage.command("gemini", event), &payload.to_string());
    assert_eq!(reply.json()["decision"], "deny");
}
