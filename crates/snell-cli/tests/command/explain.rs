//! `explain` for a person: nothing runs.

use insta::assert_snapshot;

use crate::stage::Stage;

const HOOKS: &str = r#"{"hooks":{"PreToolUse":[
    {"matcher":"Bash","hooks":[{"type":"command","command":"touch ran","id":"touch"}]},
    {"matcher":"Write","hooks":[{"type":"command","command":"true","id":"write"}]},
    {"hooks":[{"type":"http","url":"https://user:pw@hooks.example.com/x?key=1","id":"post"},{"type":"http","url":"https://169.254.169.254/","id":"metadata"}]}
]}}"#;

#[test]
fn what_would_run_and_why_the_rest_would_not() {
    let stage = Stage::with(&[(".rightnow/hooks/a.json", HOOKS)]);
    let said = stage.run(&["explain", "PreToolUse", "--trust", "--tool", "Bash", "--input", r#"{"command":"ls"}"#]);
    assert_eq!(said.code, 0);
    assert!(!stage.repo().join("ran").exists());
    assert_snapshot!(said.out);
}

#[test]
fn nothing_would_run() {
    let stage = Stage::with(&[(".rightnow/hooks/a.json", HOOKS)]);
    assert_snapshot!(stage.run(&["explain", "stop"]).out, @"→ Stop  no hook is configured for this event");
    let said = stage.run(&["explain", "pre-tool-use", "--tool", "Bash"]);
    assert!(said.out.starts_with("→ PreToolUse · Bash  would run none of 4 hooks\n"), "{}", said.out);
    assert!(said.err.contains("4 project hooks skipped"), "{}", said.err);
}
