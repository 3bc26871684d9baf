//! `snell log`: what the journal says, to people and to programs.

use std::fs;

use insta::{assert_snapshot, with_settings};
use snell::core::{Completion, End};

use crate::stage::{Said, Stage, complained, exited};

const HOOKS: &str = r#"{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "sh guard.sh", "id": "guard" }] },
      { "hooks": [{ "type": "command", "command": "sh second.sh", "id": "second" }] },
      { "matcher": "Write", "hooks": [{ "type": "command", "command": "sh writes.sh", "id": "writes" }] }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "sh gate.sh", "id": "gate" }] }]
  }
}"#;

/// A day of work: a denied call, a rewritten one, one with a failure, a held stop, an untrusted project.
fn worked() -> Stage {
    let rewrite = r#"{"hookSpecificOutput":{"updatedInput":{"command":"npm ci"}}}"#;
    let days: [(&[&str], Vec<Completion>); 5] = [
        (
            &["--trust", "--tool", "Bash", "--input", r#"{"command":"rm -rf build\nls"}"#],
            vec![complained(2, "never delete"), exited(0, "")],
        ),
        (
            &["--trust", "--tool", "Bash", "--input", r#"{"command":"npm i"}"#],
            vec![exited(0, rewrite), exited(0, r#"{"decision":"allow"}"#)],
        ),
        (&["--trust", "--tool", "Read"], vec![Completion::of(End::TimedOut)]),
        (&["--trust"], vec![complained(2, "tests are red\nsee above")]),
        (&["--tool", "Bash"], vec![]),
    ];
    let mut stage = Stage::with(&[(".rightnow/hooks/safety.json", HOOKS)]);
    for (number, (arguments, script)) in days.into_iter().enumerate() {
        stage = stage.scripted(script);
        let event = if number == 3 { "stop" } else { "pre-tool-use" };
        let session = format!("sessionId=s-{number}");
        stage.run(&[&["fire", event, "--set", &session, "--set", "promptId=p", "--set", "toolUseId=t"], arguments].concat());
    }
    stage
}

/// The events that a call shows, by their sessions.
fn sessions(said: &Said) -> Vec<String> {
    let session = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["session"].as_str().unwrap().to_owned();
    said.out.lines().map(session).collect()
}

#[test]
fn records_are_told_to_a_person() {
    let stage = worked();
    let filters =
        [(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", "TIME"), (r"\b[0-9a-f]{10}\b", "RECORD_ID"), (r"Z?, [0-9.]+ ms\n", ", DURATION\n")];
    with_settings!({ filters => filters.to_vec() }, {
        assert_snapshot!("records", stage.run(&["log"]).out);
        let ids: Vec<String> = stage.run(&["log"]).out.lines().filter_map(|line| line.split("  ").nth(1).map(str::to_owned)).filter(|id| id.len() == 10).collect();
        for (number, name) in ["a_denied_call", "a_rewritten_call", "a_failure", "a_held_stop", "an_untrusted_project"].iter().enumerate() {
            let said = stage.run(&["log", "show", &ids[number]]);
            assert_eq!((said.code, said.err.as_str()), (0, ""));
            assert_snapshot!(*name, said.out);
        }
    });
}

#[test]
fn every_filter_filters() {
    let stage = worked();
    let shown = |arguments: &[&str]| sessions(&stage.run(&[&["log", "--json"], arguments].concat()));
    assert_eq!(shown(&[]), ["s-0", "s-1", "s-2", "s-3", "s-4"]);
    assert_eq!(shown(&["--hook", "safety:gate"]), ["s-3"]);
    assert_eq!(shown(&["--event", "pre_tool_use"]), ["s-0", "s-1", "s-2", "s-4"]);
    assert_eq!(shown(&["--action", "deny"]), ["s-0"]);
    assert_eq!(shown(&["--action", "Continue"]), ["s-3"]);
    assert_eq!(shown(&["--session", "s-1"]), ["s-1"]);
    assert_eq!(shown(&["--failed"]), ["s-2"]);
    assert_eq!(shown(&["--since", "1h", "--action", "deny"]), ["s-0"]);
    assert!(shown(&["--since", "2999-01-01"]).is_empty());
    assert!(shown(&["--dialect", "reforma"]).is_empty());
}

#[test]
fn a_filter_that_nothing_could_pass_is_refused() {
    let stage = worked();
    for (arguments, what) in [
        (["--event", "stopp"], "did you mean `"),
        (["--action", "block"], "the actions are proceed, deny"),
        (["--since", "soon"], "`soon` is no time"),
        (["--dialect", "nobody"], "no dialect `nobody`"),
    ] {
        let said = stage.run(&[&["log"], &arguments[..]].concat());
        assert_eq!((said.code, said.out.as_str()), (3, ""), "{arguments:?}");
        assert!(said.err.contains(what), "{}", said.err);
    }
}

#[test]
fn a_record_is_called_by_the_beginning_of_its_id() {
    let stage = worked();
    let id = stage.run(&["log", "show", "--json", ""]).err;
    assert!(id.contains("write at least four digits"), "{id}");
    let first: serde_json::Value = serde_json::from_str(stage.run(&["log", "--json"]).out.lines().next().unwrap()).unwrap();
    let id = first["id"].as_str().unwrap();
    assert_eq!(stage.run(&["log", "show", &id[..8], "--json"]).json(), first);
    assert_eq!(stage.run(&["log", "show", &id.to_uppercase(), "--json"]).json(), first);
    let said = stage.run(&["log", "show", "ffffffffffff"]);
    assert!(said.code == 3 && said.err.contains("no record `ffffffffffff`"), "{}", said.err);
}

#[test]
fn an_empty_journal_is_told_and_no_trouble() {
    let said = Stage::new().run(&["log"]);
    assert_eq!((said.code, said.out.as_str()), (0, ""));
    assert!(said.err.contains("~/.local/state/snell/journal"), "{}", said.err);
}

#[test]
fn damage_is_skipped_and_told() {
    let stage = worked();
    let file = stage.home().join(".local/state/snell/journal/journal.000001.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("not a record\n{text}{{\"schema\":1,\"half\"")).unwrap();
    let said = stage.run(&["log", "--json"]);
    assert_eq!(sessions(&said).len(), 5);
    assert!(said.err.contains("2 lines of the journal cannot be read"), "{}", said.err);
}

#[test]
fn nothing_is_recorded_where_nothing_is_to_be() {
    let stage = Stage::with(&[(".rightnow/hooks/safety.json", HOOKS)]).scripted([exited(0, ""), exited(0, "")]);
    for arguments in [&["fire", "pre-tool-use", "--trust", "--tool", "Bash", "--no-journal"][..], &["explain", "stop"], &["list"], &["log"]]
    {
        assert_eq!(stage.run(arguments).code, 0, "{arguments:?}");
        assert!(!stage.home().join(".local").exists(), "{arguments:?}");
    }
}

#[test]
fn a_record_cannot_command_the_terminal() {
    let escape = "\u{1b}]0;owned\u{7}\u{202e}";
    let hooks = serde_json::json!({ "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": escape }] }] } });
    let stage = Stage::with(&[(".rightnow/hooks/a.json", &hooks.to_string())]).scripted([complained(2, escape)]);
    let input = serde_json::json!({ escape: escape }).to_string();
    let session = format!("sessionId={escape}");
    stage.run(&["fire", "pre-tool-use", "--trust", "--tool", escape, "--input", &input, "--set", &session]);
    let log = stage.run(&["log"]).out;
    let id = log.split("  ").nth(1).unwrap();
    for text in [stage.run(&["log", "show", id]).out, log.clone()] {
        assert!(text.contains("owned"));
        assert!(!text.chars().any(|letter| letter.is_control() && letter != '\n' || letter == '\u{202e}'), "{text:?}");
    }
}
