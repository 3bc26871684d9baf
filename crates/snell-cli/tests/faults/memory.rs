//! Fault 60: the command itself has no memory left while a guard is asked.

use std::fs::File;

use serde_json::json;

use crate::stage::{Stage, handler};

/// Nobody can answer without memory. But 0 would say that nobody objected.
#[test]
#[cfg(target_os = "linux")]
fn without_memory_a_guard_is_never_taken_for_a_yes() {
    let mut guard = handler("exit 2", 60.0);
    guard["onFailure"] = json!("block");
    let stage = Stage::with(&[guard]);
    let event =
        json!({"hookEventName": "pre_tool_use", "toolName": "run_terminal_command", "toolInput": {"command": "x".repeat(10_000_000)}});
    let event = stage.write("event.json", event.to_string());
    let answered = |mebibytes: usize| {
        let limit = mebibytes * 1024;
        let mut command = stage.shell(&format!("ulimit -v {limit}; exec \"$SNELL\" fire --event - --dialect rightnow"));
        let output = command.stdin(File::open(&event).unwrap()).output().unwrap();
        assert_ne!(output.status.code(), Some(0), "with {mebibytes} MiB: {}", String::from_utf8_lossy(&output.stderr));
        output.status.code() == Some(2)
    };
    let answers: Vec<bool> = (40..=140).step_by(10).map(answered).collect();
    assert!(!answers[0] && answered(1000), "too little memory is not enough, and much is: {answers:?}");
}
