//! Which dialect is meant where nobody says so.

use crate::stage::Stage;

const HOOKS: &str = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}"#;

fn detected(stage: &Stage) -> String {
    stage.run(&["fire", "stop", "--json"]).json()["dialect"].as_str().unwrap().to_owned()
}

#[test]
fn the_configuration_that_is_there_tells() {
    assert_eq!(detected(&Stage::with(&[(".rightnow/hooks/a.json", HOOKS)])), "rightnow");
    assert_eq!(detected(&Stage::with(&[(".reforma/hooks/hooks.json", HOOKS)])), "reforma");
    for (file, dialect) in [(".rightnow/config.toml", "rightnow"), (".reforma/plugins/x/hooks/hooks.json", "reforma")] {
        let stage = Stage::new();
        stage.write(file, "");
        assert_eq!(detected(&stage), dialect, "{file}");
    }
}

#[test]
fn files_of_another_agent_tell_where_no_file_of_its_own_is() {
    for file in [".claude/settings.json", ".cursor/hooks.json", "repo/.claude/settings.local.json", "repo/.cursor/hooks.json"] {
        let stage = Stage::new();
        stage.write(file, HOOKS);
        assert_eq!(detected(&stage), "rightnow", "{file}");
        stage.write("repo/.reforma/hooks/hooks.json", HOOKS);
        assert_eq!(detected(&stage), "reforma", "{file}");
    }
}

#[test]
fn two_are_an_error_that_names_both() {
    let stage = Stage::with(&[(".rightnow/hooks/a.json", HOOKS), (".reforma/hooks/hooks.json", HOOKS)]);
    for command in [&["fire", "stop"][..], &["explain", "stop"], &["list"], &["check"]] {
        let said = stage.run(command);
        assert_eq!((said.code, said.out.as_str()), (3, ""), "{command:?}");
        assert_eq!(said.err, "snell: `rightnow` and `reforma` are configured here\n  help: name one with --dialect\n");
    }
    assert_eq!(stage.run(&["fire", "stop", "--dialect", "reforma"]).code, 0);
}

#[test]
fn none_is_an_error_that_names_the_choice() {
    let said = Stage::new().run(&["list"]);
    assert_eq!(said.code, 3);
    assert!(said.err.contains("--dialect: `rightnow` or `reforma`"), "{}", said.err);
    let said = Stage::new().run(&["list", "--dialect", "nobody"]);
    assert_eq!(said.code, 3);
    assert!(said.err.contains("no dialect `nobody`"), "{}", said.err);
}

#[test]
fn the_event_says_where_it_happened() {
    let stage = Stage::with(&[(".reforma/hooks/hooks.json", HOOKS)]);
    let event = stage.repo().join("event.json");
    let text = serde_json::json!({ "hook_event_name": "Stop", "cwd": stage.repo() }).to_string();
    stage.write("repo/event.json", &text);
    let said = stage.bare(&["fire", "--home", stage.home().to_str().unwrap(), "--event", event.to_str().unwrap(), "--json"]);
    assert_eq!(said.json()["dialect"], "reforma", "{}", said.err);
}

#[test]
fn hooks_that_stand_where_no_project_is_are_told() {
    let stage = Stage::new();
    stage.write("plain/.rightnow/hooks/a.json", HOOKS);
    let (home, plain) = (stage.home(), stage.home().join("plain"));
    let run = |arguments: &[&str]| {
        let common = ["--home", home.to_str().unwrap(), "--cwd", plain.to_str().unwrap()];
        stage.bare(&[arguments, &common].concat())
    };
    let words =
        "snell: `~/plain/.rightnow/hooks` is not looked at: this is no git work tree, so there is no project; `--root .` makes it one\n";
    assert_eq!(run(&["list"]).err, words);
    assert_eq!(run(&["fire", "stop"]).err, words);
    for call in [&["list", "--json"][..], &["fire", "stop", "--json"], &["explain", "stop", "--json"]] {
        let said = run(call);
        assert_eq!(said.err, words, "{call:?}");
        assert_eq!(said.json()["hooks"], serde_json::json!([]), "{call:?}");
    }
    assert_eq!(run(&["fire", "stop", "--trust", "--root", plain.to_str().unwrap()]).err, "");
}
