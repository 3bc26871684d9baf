//! `fire` for a person.

use std::time::Duration;

use insta::assert_snapshot;
use snell::core::{Completion, End};

use crate::stage::{Stage, complained, exited};

const SAFETY: &str = r#"{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "sh guard.sh", "id": "guard" },
          { "type": "command", "command": "sh style.sh", "id": "style" }
        ]
      },
      { "matcher": "Write", "hooks": [{ "type": "command", "command": "sh lock.sh", "id": "lock" }] }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "sh rest.sh", "id": "rest" }] }]
  }
}"#;

const CALL: &[&str] =
    &["fire", "pre-tool-use", "--trust", "--tool", "Bash", "--input", r#"{"command":"rm -rf build","description":"clean up"}"#];

fn guarded() -> Stage {
    Stage::with(&[(".rightnow/hooks/safety.json", SAFETY)])
}

#[test]
fn a_denied_call() {
    let stage = guarded().scripted([exited(0, r#"{"decision":"deny","reason":"never delete recursively"}"#), exited(0, "")]);
    let said = stage.run(CALL);
    assert_eq!((said.code, said.err.as_str()), (2, ""));
    assert_snapshot!(said.out);
}

#[test]
fn a_rewritten_call() {
    let rewrite = r#"{"hookSpecificOutput":{"updatedInput":{"command":"trash build","description":"clean up"}}}"#;
    let said = guarded().scripted([exited(0, ""), exited(0, rewrite)]).run(CALL);
    assert_eq!(said.code, 0);
    assert_snapshot!(said.out);
}

#[test]
fn a_rewrite_that_does_not_fit_the_tool() {
    let stage = guarded().scripted([exited(0, ""), exited(0, r#"{"hookSpecificOutput":{"updatedInput":{"cmd":"x"}}}"#)]);
    stage.write("repo/schema.json", r#"{"type":"object","required":["command"]}"#);
    let schema = stage.repo().join("schema.json");
    let said = stage.run(&[CALL, &["--tool-schema", schema.to_str().unwrap()]].concat());
    assert_eq!(said.code, 2);
    assert_snapshot!(said.out);
}

#[test]
fn hooks_that_fail() {
    let slow = Completion { duration: Duration::from_millis(5004), ..Completion::of(End::TimedOut) };
    let said = guarded().scripted([complained(1, "no jq here\nand more"), slow]).run(CALL);
    assert_eq!(said.code, 0);
    assert_snapshot!(said.out);
}

#[test]
fn a_failure_that_blocks() {
    let closed = SAFETY.replace(r#""id": "guard""#, r#""id": "guard", "onFailure": "block""#);
    let stage =
        Stage::with(&[(".rightnow/hooks/safety.json", &closed)]).scripted([complained(127, "sh: guard.sh: not found"), exited(0, "")]);
    let said = stage.run(CALL);
    assert_eq!(said.code, 2);
    assert_snapshot!(said.out);
}

#[test]
fn a_guard_that_could_not_be_loaded() {
    let broken = SAFETY
        .replace(r#""matcher": "Bash""#, r#""matcher": "(?=Bash)""#)
        .replace(r#""id": "guard""#, r#""id": "guard", "onFailure": "block""#);
    let said = Stage::with(&[(".rightnow/hooks/safety.json", &broken)]).scripted([]).run(CALL);
    assert_eq!(said.code, 2);
    assert_snapshot!(said.out);
}

#[test]
fn words_of_another_agent() {
    let said = guarded().scripted([exited(0, r#"{"permission":"deny"}"#), exited(0, r#"{"decision":"allow"}"#)]).run(CALL);
    assert_eq!(said.code, 0);
    assert_snapshot!(said.out);
}

#[test]
fn a_held_stop() {
    let said = guarded().scripted([complained(2, "the tests fail:\n- one\n- two")]).run(&["fire", "stop", "--trust"]);
    assert_eq!(said.code, 2);
    assert_snapshot!(said.out);
}

#[test]
fn a_stop_at_the_limit() {
    let said = guarded().scripted([]).run(&["fire", "stop", "--trust", "--continuations", "8"]);
    assert_eq!(said.code, 0);
    assert_snapshot!(said.out);
}

#[test]
fn an_ended_turn() {
    let said = guarded().scripted([exited(0, r#"{"continue":false,"stopReason":"enough"}"#)]).run(&["fire", "stop", "--trust"]);
    assert_eq!(said.code, 0);
    assert_snapshot!(said.out);
}

#[test]
fn an_untrusted_project() {
    let said = guarded().scripted([]).run(&["fire", "pre-tool-use", "--tool", "Bash"]);
    assert_eq!(said.code, 0);
    let words =
        "snell: 3 project hooks skipped: not trusted; `--trust` runs them this once; `snell trust` shows what would run, and asks\n";
    assert_eq!(said.err, words);
    assert_snapshot!(said.out);
}

#[test]
fn feedback_context_and_output_after_a_call() {
    let hooks = r#"{"hooks":{"PostToolUse":[{"hooks":[
        {"type":"command","command":"a","id":"a"},
        {"type":"command","command":"b","id":"b"},
        {"type":"command","command":"c","id":"c"}
    ]}]}}"#;
    let stage = Stage::with(&[(".reforma/hooks/hooks.json", hooks)]);
    let call = &["fire", "PostToolUse", "--trust", "--tool", "Bash", "--set", r#"tool_input={"command":"cat x"}"#];
    let said = stage
        .scripted([exited(0, "the file is large\nvery large"), exited(0, r#"{"updatedToolOutput":{"lines":[1,2]}}"#), exited(0, "")])
        .run(call);
    assert_eq!(said.code, 0);
    assert_snapshot!(said.out);
}

#[test]
fn a_block_after_a_call() {
    let hooks = r#"{"hooks":{"PostToolUse":[{"hooks":[{"type":"command","command":"a","id":"a"}]}]}}"#;
    let stage = Stage::with(&[(".reforma/hooks/hooks.json", hooks)]).scripted([complained(2, "the build is broken now")]);
    let said = stage.run(&["fire", "PostToolUse", "--trust", "--tool", "Edit"]);
    assert_eq!(said.code, 0);
    assert_snapshot!(said.out);
}

#[test]
fn findings_in_the_configuration_come_last() {
    let stage = guarded().scripted([exited(0, ""), exited(0, "")]);
    stage.write(".rightnow/hooks/bad.json", "{\"hooks\": {\"Stpo\": [], \"PreToolUse\": [{\"matcher\": \"(\", \"hooks\": []}]}}");
    assert_snapshot!(stage.run(CALL).out);
}

#[test]
fn nothing_to_run() {
    let said = guarded().run(&["fire", "session-start", "--trust"]);
    assert_eq!(said.code, 0);
    assert_snapshot!(said.out);
}

#[test]
fn colours_are_there_only_where_they_are_wanted() {
    let deny = || [exited(0, r#"{"decision":"deny","reason":"no"}"#), exited(0, "")];
    let screen = snell_cli::Screen { out_colours: true, ..snell_cli::Screen::default() };
    let coloured = guarded().scripted(deny()).screen(screen).run(CALL);
    let plain = guarded().scripted(deny()).run(CALL);
    assert!(coloured.out.starts_with("\u{1b}[1m\u{1b}[31m✗ denied\u{1b}[0m"), "{:?}", coloured.out);
    assert!(!plain.out.contains('\u{1b}'));
    assert_eq!(anstream::adapter::strip_str(&coloured.out).to_string(), plain.out);
}
