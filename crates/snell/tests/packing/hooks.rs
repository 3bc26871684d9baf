//! R8.4: what of a hooks file is kept, and what is told of the rest.

use serde_json::json;
use snell::Severity;

use super::source::{Source, changed, json, lost, text};

#[test]
fn a_canonical_hooks_file_is_kept_byte_for_byte() {
    let source = Source::with_hooks(&json!({}));
    let hooks = "{\n\t\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"true\", \"timeout\": 1.50}]}]}}";
    source.write("hooks/hooks.json", hooks);
    let packed = source.pack();
    assert_eq!(text(&packed, "hooks/hooks.json"), hooks);
    assert_eq!(changed(&packed), ["manifest-written:1"]);
    assert!(packed.lost.is_empty());
}

#[test]
fn what_hooks_are_made_of_is_kept() {
    let handler = json!({"type": "command", "command": "./x", "args": ["a b"], "timeout": 10, "onFailure": "block", "id": "one"});
    let hooks =
        json!({"description": "what it does", "hooks": {"PreToolUse": [{"matcher": "Bash", "description": "d", "hooks": [handler]}]}});
    let packed = Source::with_hooks(&hooks).pack();
    assert_eq!(json(&packed, "hooks/hooks.json"), hooks);
    assert!(packed.lost.is_empty());
}

#[test]
fn all_nine_events_are_kept() {
    let events = [
        "SessionStart",
        "SessionEnd",
        "UserPromptSubmit",
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "Stop",
        "Install",
        "Uninstall",
    ];
    let events: serde_json::Map<_, _> =
        events.iter().map(|event| ((*event).to_owned(), json!([{"hooks": [{"type": "command", "command": "true"}]}]))).collect();
    let packed = Source::with_hooks(&json!({ "hooks": events })).pack();
    assert_eq!((packed.hooks.len(), packed.lost.len()), (9, 0));
}

#[test]
fn everything_that_is_dropped_is_told_with_its_line() {
    let source = Source::with_hooks(&json!({}));
    source.write(
        "hooks/hooks.json",
        r#"{
  "version": 1,
  "hooks": {
    "Notification": [{"hooks": [{"type": "command", "command": "n"}]}],
    "SessionStart": [{"loop": 1, "hooks": [
      {"type": "command", "command": "a", "env": {"A": "1"}, "statusMessage": "…"},
      {"type": "prompt", "prompt": "p"},
      {"type": "command", "command": "b", "timeout": -1, "id": "No"},
      {"type": "command", "command": "c", "async": true}
    ]}]
  }
}"#,
    );
    let packed = source.pack();
    let all = [
        "unknown-event:4",
        "unknown-key:5",
        "unknown-key:6",
        "unknown-key:6",
        "unknown-type:7",
        "bad-timeout:8",
        "bad-id:8",
        "async-ignored:9",
        "unknown-key:2",
    ];
    assert_eq!(lost(&packed), all);
    let kept = json!({"hooks": {"SessionStart": [{"hooks": [
        {"type": "command", "command": "a"}, {"type": "command", "command": "b"}, {"type": "command", "command": "c"}]}]}});
    assert_eq!(json(&packed, "hooks/hooks.json"), kept);
}

#[test]
fn what_no_longer_guards_is_an_error_and_nothing_else_is() {
    let handlers = json!([{"type": "http", "url": "https://a.example"}, {"type": "command", "command": "x"}]);
    for (event, severity) in [
        ("PreToolUse", Severity::Error),
        ("UserPromptSubmit", Severity::Error),
        ("Stop", Severity::Error),
        ("PostToolUse", Severity::Warning),
        ("Install", Severity::Warning),
    ] {
        let packed = Source::with_hooks(&json!({"hooks": {event: [{"hooks": handlers}]}})).pack();
        assert_eq!(packed.lost.iter().map(|lost| lost.severity).collect::<Vec<_>>(), [severity], "{event}");
        assert_eq!(packed.hooks.len(), 1);
    }
}

#[test]
fn a_gate_under_another_agents_name_is_a_gate() {
    for (event, severity) in [
        ("preToolUse", Severity::Error),
        ("beforeShellExecution", Severity::Error),
        ("pre_tool_use", Severity::Error),
        ("SubagentStop", Severity::Warning),
        ("afterFileEdit", Severity::Warning),
    ] {
        let packed = Source::with_hooks(&json!({"hooks": {event: [{"hooks": [{"type": "command", "command": "x"}]}]}})).pack();
        assert_eq!(lost(&packed), ["unknown-event:1"]);
        assert_eq!(packed.lost[0].severity, severity, "{event}");
    }
}

#[test]
fn an_event_outside_of_hooks_is_told() {
    let packed = Source::with_hooks(&json!({"PreToolUse": [{"hooks": [{"type": "command", "command": "x"}]}]})).pack();
    assert_eq!(lost(&packed), ["event-under-top:1"]);
    assert_eq!(packed.lost[0].severity, Severity::Error);
    assert_eq!(json(&packed, "hooks/hooks.json"), json!({"hooks": {}}));
}

#[test]
fn what_has_no_effect_is_left_out_and_told() {
    let source = Source::with_hooks(&json!({}));
    let text = "{\"hooks\": {\"Stop\": [\n{\"matcher\": \"Bash\", \"hooks\": [\n{\"command\": \"x\", \"onFailure\": \"yes\"},]}]}} // end";
    source.write("hooks/hooks.json", text);
    let packed = source.pack();
    assert_eq!(
        changed(&packed),
        ["json-extension:3", "json-extension:3", "matcher-ignored:2", "type-written:3", "bad-on-failure:3", "manifest-written:1"]
    );
    let kept = json!({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "onFailure": "block"}]}]}});
    assert_eq!(json(&packed, "hooks/hooks.json"), kept);
}

#[test]
fn a_hooks_file_that_can_be_read_in_two_ways_is_refused() {
    let source = Source::with_hooks(&json!({}));
    for (text, why) in
        [("{\"hooks\": {\"Stop\": [], \"Stop\": []}}", "line 1"), ("{\"hooks\": {}}\n]", "line 2"), ("{", "hooks/hooks.json")]
    {
        source.write("hooks/hooks.json", text);
        assert!(source.fault().contains(why), "{text}: {}", source.fault());
    }
}

#[test]
fn a_script_that_is_not_there_or_cannot_run_is_told() {
    let hooks = json!({"hooks": {"Stop": [{"hooks": [
        {"type": "command", "command": "sh ./hooks/here.sh"},
        {"type": "command", "command": "sh ./hooks/gone.sh"},
        {"type": "command", "command": "${REFORMA_PLUGIN_DIR}/hooks/here.sh"},
        {"type": "command", "command": "./hooks/none"},
        {"type": "command", "command": "node", "args": ["${REFORMA_PLUGIN_DIR}/gone.js"]},
        {"type": "command", "command": "jq ."}
    ]}]}});
    let source = Source::with_hooks(&hooks);
    source.write("hooks/here.sh", "exit 0");
    let told: Vec<String> = changed(&source.pack()).into_iter().filter(|told| !told.starts_with("manifest")).collect();
    assert_eq!(told, ["missing-script:1", "not-executable:1", "missing-program:1", "missing-script:1"]);
}
