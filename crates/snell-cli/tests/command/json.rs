//! Everything that `--json` prints fits the schema that `snell schema` publishes, and the keys are those of the contract.

use serde_json::{Value, json};
use snell::core::{Completion, End};

use crate::stage::{Stage, complained, exited};

const HOOKS: &str = r#"{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "a" }, { "type": "command", "command": "b" }] },
      { "matcher": "Write", "hooks": [{ "type": "command", "command": "c" }] },
      { "matcher": "(", "hooks": [{ "type": "command", "command": "d" }, { "type": "http", "url": "https://10.0.0.1/?k=v" }] }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "e" }] }]
  }
}"#;

fn stage() -> Stage {
    Stage::with(&[(".rightnow/hooks/a.json", HOOKS)])
}

/// The document that a command prints, once it was held against the published schema of this name.
#[track_caller]
fn valid(name: &str, stage: &Stage, arguments: &[&str]) -> Value {
    let schema = stage.run(&["schema", name]).json();
    let document = stage.run(&[arguments, &["--json"]].concat()).json();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let faults: Vec<String> = validator.iter_errors(&document).map(|fault| format!("{} at {}", fault, fault.instance_path())).collect();
    assert!(faults.is_empty(), "{name} {arguments:?}: {faults:?}\n{document:#}");
    document
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn a_fired_event() {
    let deny = exited(0, r#"{"decision":"deny","reason":"no","extra":1}"#);
    let stage = stage().scripted([deny, Completion { leaked: true, ..complained(1, "oops") }]);
    let document = valid("fire", &stage, &["fire", "pre-tool-use", "--trust", "--tool", "Bash"]);
    assert_eq!(keys(&document), ["schema", "dialect", "event", "outcome", "hooks", "diagnostics", "omitted"]);
    assert_eq!(keys(&document["outcome"]), ["action", "reason", "by", "opinion", "input", "output", "context", "feedback"]);
    let hook = [
        "name",
        "path",
        "line",
        "column",
        "kind",
        "run",
        "state",
        "why",
        "exit",
        "signal",
        "http_status",
        "duration_ms",
        "verdict",
        "failure",
        "notes",
    ];
    assert_eq!(keys(&document["hooks"][0]), hook);
    assert_eq!(document["hooks"][0]["verdict"], json!({ "decision": "deny", "reason": "no" }));
    assert_eq!(keys(&document["hooks"][1]["failure"]), ["kind", "message"]);
    let finding = ["code", "severity", "message", "help", "path", "line", "column"];
    assert_eq!(keys(&document["hooks"][1]["notes"][0]), finding);
    assert_eq!(keys(&document["diagnostics"][0]), finding);
    assert_eq!(document["diagnostics"][0]["code"], "bad-matcher");
}

#[test]
fn every_kind_of_ending() {
    let endings = [
        End::Exited(0),
        End::Exited(2),
        End::Signalled(9),
        End::TimedOut,
        End::Cancelled,
        End::NotStarted("why".into()),
        End::Refused("why".into()),
        End::Answered(500),
        End::Transport("why".into()),
    ];
    for end in endings {
        let stage =
            stage().scripted([Completion::of(end.clone()), exited(0, r#"{"hookSpecificOutput":{"updatedInput":{"command":"x"}}}"#)]);
        let document = valid("fire", &stage, &["fire", "pre-tool-use", "--trust", "--tool", "Bash"]);
        let hook = &document["hooks"][0];
        assert_eq!(hook["exit"], json!(if let End::Exited(code) = end { Some(code) } else { None }));
        assert_eq!(hook["signal"], json!(if let End::Signalled(signal) = end { Some(signal) } else { None }));
        assert_eq!(hook["http_status"], json!(if let End::Answered(status) = end { Some(status) } else { None }));
    }
}

#[test]
fn a_held_stop_and_its_feedback() {
    let stage = stage().scripted([complained(2, "go on")]);
    let document = valid("fire", &stage, &["fire", "stop", "--trust"]);
    assert_eq!(document["outcome"]["action"], "continue");
    assert_eq!(document["outcome"]["feedback"], json!([{ "kind": "block", "text": "go on" }]));
}

#[test]
fn an_explained_event() {
    let document = valid("explain", &stage(), &["explain", "pre-tool-use", "--tool", "Bash"]);
    assert_eq!(document["outcome"], Value::Null);
    assert!(document["hooks"].as_array().unwrap().iter().all(|hook| hook["state"] == "skipped" && hook["why"] == "untrusted"));
    let document = valid("explain", &stage(), &["explain", "pre-tool-use", "--tool", "Bash", "--trust"]);
    let states: Vec<&Value> = document["hooks"].as_array().unwrap().iter().map(|hook| &hook["state"]).collect();
    assert_eq!(states[..3], ["would_run", "would_run", "skipped"]);
}

#[test]
fn the_list() {
    let document = valid("list", &stage(), &["list"]);
    assert_eq!(keys(&document), ["schema", "hooks", "diagnostics", "omitted"]);
    let keys_of_a_hook = ["name", "event", "matcher", "kind", "run", "timeout", "scope", "path", "line", "status", "why"];
    assert_eq!(keys(&document["hooks"][0]), keys_of_a_hook);
    assert_eq!(document["hooks"].as_array().unwrap().len(), 6);
    assert_eq!(document["hooks"][5]["event"], "Stop");
}

#[test]
fn the_findings() {
    let document = valid("check", &stage(), &["check"]);
    assert_eq!(keys(&document), ["schema", "diagnostics", "omitted", "summary"]);
    assert_eq!(keys(&document["summary"]), ["errors", "warnings", "notes"]);
    let severities = document["diagnostics"].as_array().unwrap().iter().filter(|one| one["severity"] == "error").count();
    assert_eq!(document["summary"]["errors"], severities);
}

#[test]
fn a_record() {
    let stage = stage().scripted([exited(0, r#"{"hookSpecificOutput":{"updatedInput":{"command":"x"}}}"#), complained(1, "oops")]);
    stage.run(&["fire", "pre-tool-use", "--trust", "--tool", "Bash", "--input", r#"{"command":"y"}"#]);
    let document = valid("log", &stage, &["log"]);
    let first =
        ["schema", "id", "time", "dialect", "event", "session", "cwd", "tool", "input", "about", "action", "opinion", "reason", "by"];
    assert_eq!(keys(&document), [&first[..], &["replaced", "duration_ms", "hooks", "left_out"]].concat());
    let id = document["id"].as_str().unwrap();
    assert_eq!(valid("log", &stage, &["log", "show", id]), document);
}

#[test]
fn the_codes_and_the_dialects() {
    let document = valid("codes", &stage(), &["check", "--codes"]);
    assert_eq!(document["codes"].as_array().unwrap().len(), snell::Code::ALL.len());
    assert_eq!(keys(&document["codes"][0]), ["code", "severity", "meaning"]);
    let document = valid("dialects", &stage(), &["dialects"]);
    let names: Vec<&Value> = document["dialects"].as_array().unwrap().iter().map(|dialect| &dialect["name"]).collect();
    assert_eq!(names, ["rightnow", "reforma", "claude", "codex", "gemini", "qwen", "copilot", "droid", "cursor"]);
    let document = valid("dialects", &stage(), &["dialects", "--dialect", "reforma"]);
    assert_eq!(document["dialects"].as_array().unwrap().len(), 1);
}

#[test]
fn trust_and_the_list_of_the_disabled() {
    let stage = stage();
    let document = valid("trust", &stage, &["trust", "--show"]);
    assert_eq!(document["state"], "untrusted");
    valid("trust-all", &stage, &["trust", "--all"]);
    assert_eq!(valid("trust-revoke", &stage, &["trust", "--revoke"])["removed"], 0);
    let name = "project/a:stop[0].hooks[0]";
    assert_eq!(valid("disable", &stage, &["disable", name])["disabled"], json!([name]));
    assert_eq!(valid("disable", &stage, &["enable", name])["disabled"], json!([]));
}

#[test]
fn the_schemas_are_schemas_and_refuse_what_does_not_fit() {
    let all = Stage::new().bare(&["schema"]).json();
    for (name, schema) in all.as_object().unwrap() {
        assert!(jsonschema::meta::is_valid(schema), "{name}");
        let validator = jsonschema::validator_for(schema).unwrap();
        assert!(!validator.is_valid(&json!({})), "{name}");
        assert!(!validator.is_valid(&json!({ "schema": 2 })), "{name}");
        assert_eq!(Stage::new().bare(&["schema", name]).json(), *schema);
    }
}
