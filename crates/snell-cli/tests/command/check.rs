//! `check` for a person: findings with their lines, the count, and the exit code.

use insta::assert_snapshot;

use crate::stage::Stage;

const FAULTY: &str = r#"{
  // the guard
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash|Wirte", "hooks": [{ "type": "command", "command": "sh ./no-such.sh", "timeout": 5000 }] },
      {
        "hooks": [
          {
            "type": "command",
            "timeout": 5
          }
        ]
      }
    ],
    "PreToolCall": []
  }
}
"#;

#[test]
fn each_finding_with_its_line() {
    let stage = Stage::with(&[(".rightnow/hooks/safety.json", FAULTY)]);
    let said = stage.run(&["check", "--trust"]);
    assert_eq!(said.code, 1);
    assert_snapshot!(said.out);
}

#[test]
fn a_fault_of_a_whole_file() {
    let stage = Stage::with(&[(".rightnow/hooks/safety.json", "{\"hooks\": {\n  \"Stop\": [}\n}\n"), (".cursor/hooks.json", "\u{1}")]);
    let said = stage.run(&["check", "--trust"]);
    assert_eq!(said.code, 1);
    assert_snapshot!(said.out);
}

#[test]
fn of_very_many_findings_the_gravest_are_shown_and_all_are_counted() {
    let events: Vec<String> = (0..3000).map(|number| format!(r#""Event{number}":[]"#)).collect();
    let grave = r#""Stop":[{"hooks":[{"type":"http"}]}]"#;
    let stage = Stage::with(&[(".rightnow/hooks/a.json", &format!(r#"{{"hooks":{{{},{grave}}}}}"#, events.join(",\n")))]);
    let said = stage.run(&["check", "--trust"]);
    assert_eq!(said.out.matches("[unknown-event]").count(), 99);
    assert!(said.out.contains("error") && said.out.ends_with("\n… and 2901 more\n✗ 1 error, 3000 warnings\n"), "{}", said.out);
    let file = stage.home().join("repo/.rightnow/hooks/a.json");
    let twice = stage.run(&["check", "--trust", "--json", file.to_str().unwrap(), file.to_str().unwrap()]).json();
    assert_eq!((&twice["omitted"], &twice["summary"]["warnings"]), (&2001.into(), &3000.into()));
    assert_eq!(twice["diagnostics"].as_array().unwrap().len(), 1000);
    assert_eq!(twice["diagnostics"][999]["severity"], "error");
    for arguments in [&["fire", "session-start", "--trust"][..], &["list", "--trust"]] {
        let said = stage.run(arguments);
        assert!(said.out.matches("[unknown-event]").count() == 19 && said.out.contains("… and 2981 more\n"), "{}", said.out);
        assert_eq!(stage.run(&[arguments, &["--json"]].concat()).json()["omitted"], 2001);
    }
}

#[test]
fn nothing_to_report() {
    let stage = Stage::with(&[(".rightnow/hooks/a.json", r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}"#)]);
    let said = stage.run(&["check", "--strict", "--trust"]);
    assert_eq!((said.code, said.out.as_str()), (0, "✓ nothing to report\n"));
}

#[test]
fn a_warning_fails_only_where_it_is_strict() {
    let stage = Stage::with(&[(".rightnow/hooks/a.json", r#"{"hooks":{"Stpo":[]}}"#)]);
    assert_eq!(stage.run(&["check"]).code, 0);
    assert_eq!(stage.run(&["check", "--strict"]).code, 1);
    let note = Stage::with(&[(".rightnow/hooks/a.json", r#"{"hooks":{"Stop":[{"hooks":[],"comment":"x"}]}}"#)]);
    assert_eq!(note.run(&["check", "--strict", "--json", "--trust"]).json()["summary"]["notes"], 1);
    assert_eq!(note.run(&["check", "--strict"]).code, 0);
}

#[test]
fn only_what_is_found_at_the_paths() {
    let bad = r#"{"hooks":{"Stpo":[]}}"#;
    let stage = Stage::with(&[(".rightnow/hooks/a.json", bad), (".rightnow/hooks/b.json", bad)]);
    stage.write("elsewhere.json", bad);
    stage.write("layer.toml", "[[hooks.Stpo]]\n");
    stage.write("other/.rightnow/hooks/c.json", bad);
    stage.write("packed/hooks/hooks.json", bad);
    let paths = |arguments: &[&str]| {
        let absolute: Vec<String> = arguments.iter().map(|path| stage.home().join(path).to_str().unwrap().to_owned()).collect();
        let arguments: Vec<&str> = absolute.iter().map(String::as_str).collect();
        let document = stage.run(&[&["check", "--json", "--dialect", "rightnow"], arguments.as_slice()].concat()).json();
        let found = document["diagnostics"].as_array().unwrap().iter();
        found.map(|one| one["path"].as_str().unwrap().replace("$HOME/", "")).collect::<Vec<_>>()
    };
    assert_eq!(paths(&[]), ["repo/.rightnow/hooks/a.json", "repo/.rightnow/hooks/b.json"]);
    assert_eq!(paths(&["repo/.rightnow/hooks/b.json"]), ["repo/.rightnow/hooks/b.json"]);
    assert_eq!(paths(&["repo/.rightnow/hooks"]), ["repo/.rightnow/hooks/a.json", "repo/.rightnow/hooks/b.json"]);
    assert_eq!(paths(&["elsewhere.json", "layer.toml"]), ["elsewhere.json", "layer.toml"]);
    assert_eq!(paths(&["other"]), ["other/.rightnow/hooks/c.json"]);
    assert_eq!(paths(&["other/.rightnow/hooks/c.json"]), ["other/.rightnow/hooks/c.json"]);
    assert_eq!(paths(&["packed"]), ["packed/hooks/hooks.json"]);
    assert_eq!(paths(&["packed/hooks/hooks.json"]), ["packed/hooks/hooks.json"]);
    assert_eq!(paths(&["repo/.rightnow/hooks/a.json", "repo"]), ["repo/.rightnow/hooks/a.json", "repo/.rightnow/hooks/b.json"]);
}

#[test]
fn a_path_tells_the_dialect_where_nothing_else_does() {
    let stage = Stage::new();
    stage.write("other/.reforma/hooks/hooks.json", r#"{"hooks":{"Stpo":[]}}"#);
    let said = stage.run(&["check", stage.home().join("other").to_str().unwrap()]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("unknown event `Stpo`"), "{}", said.out);
}

#[test]
fn a_path_without_hooks_is_no_clean_bill() {
    let stage = Stage::new();
    stage.write("empty/x.txt", "");
    for path in ["empty", "nowhere"] {
        let said = stage.run(&["check", "--dialect", "reforma", stage.home().join(path).to_str().unwrap()]);
        assert_eq!((said.code, said.out.as_str()), (3, ""), "{path}");
    }
}

#[test]
fn every_code_is_listed() {
    let said = Stage::new().run(&["check", "--codes"]);
    assert_eq!(said.code, 0);
    for code in snell::Code::ALL {
        assert!(said.out.contains(code.as_str()) && said.out.contains(code.meaning()), "{code:?}");
    }
}

#[test]
fn findings_come_in_the_same_order_every_time() {
    let stage = Stage::with(&[(".rightnow/hooks/b.json", FAULTY), (".rightnow/hooks/a.json", FAULTY), (".cursor/hooks.json", FAULTY)]);
    let first = stage.run(&["check", "--json"]).out;
    assert_eq!(first, stage.run(&["check", "--json"]).out);
    let places: Vec<(String, u64)> = serde_json::from_str::<serde_json::Value>(&first).unwrap()["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["path"].as_str().unwrap().to_owned(), one["line"].as_u64().unwrap()))
        .collect();
    for file in ["a.json", "b.json", "hooks.json"] {
        let lines: Vec<u64> = places.iter().filter(|(path, _)| path.ends_with(file)).map(|(_, line)| *line).collect();
        assert!(lines.len() > 3 && lines.is_sorted(), "{file}: {lines:?}");
    }
    let mut files: Vec<&str> = places.iter().map(|(path, _)| path.as_str()).collect();
    files.dedup();
    assert_eq!(files.len(), 3, "each file's findings stand together: {files:?}");
}
