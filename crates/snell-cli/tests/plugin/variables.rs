//! `snell plugin variables`: set, listed, forgotten, and never seen.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::kill::{Doomed, can_trace};
use crate::stage::{Said, Stage, command};

const STORE: &str = "home/.local/state/snell/variables.json";

fn stage() -> Stage {
    let stage = Stage::with_hooks(&json!({"SessionStart": command("echo \"key $API_KEY mode $MODE\"; echo \"$API_KEY\" >&2; exit 0")}));
    let variables = json!({"properties": {"API_KEY": {"type": "string"}, "MODE": {"default": "fast"}}, "required": ["API_KEY"]});
    stage.write("demo/plugin.json", &json!({"name": "demo", "extensions": {"reforma": {"variables": variables}}}).to_string());
    stage.installed();
    stage
}

fn fire(stage: &Stage) -> Said {
    stage.snell(&["fire", "session-start", "--dialect", "reforma", "--json"])
}

fn states(stage: &Stage) -> Vec<String> {
    let report = stage.snell(&["plugin", "variables", "demo", "list", "--json"]).json();
    let variables = report["variables"].as_array().expect("a list").iter();
    variables
        .map(|variable| format!("{}:{}", variable["name"].as_str().expect("a name"), variable["state"].as_str().expect("a state")))
        .collect()
}

#[test]
fn a_variable_reaches_the_hooks_of_its_plugin_once_it_is_set() {
    let stage = stage();
    assert_eq!(states(&stage), ["API_KEY:missing", "MODE:default"]);
    assert_eq!(fire(&stage).json()["hooks"][0]["failure"]["kind"], "unconfigured");
    let said = stage.snell_with("hunter2-and-more\n", &["plugin", "variables", "demo", "set", "API_KEY", "-"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(states(&stage), ["API_KEY:set", "MODE:default"]);
    let fired = fire(&stage).json();
    assert_eq!(fired["outcome"]["context"], json!(["key hunter2-and-more mode fast"]));
    assert_eq!(stage.snell(&["plugin", "variables", "demo", "set", "MODE", "slow"]).code, 0);
    assert_eq!(fire(&stage).json()["outcome"]["context"], json!(["key hunter2-and-more mode slow"]));
    assert_eq!(stage.snell(&["plugin", "variables", "demo", "unset", "API_KEY"]).code, 0);
    assert_eq!(states(&stage), ["API_KEY:missing", "MODE:set"]);
    let once = stage.snell(&["fire", "session-start", "--dialect", "reforma", "--json", "--var", "API_KEY=for-this-call"]).json();
    assert_eq!(once["outcome"]["context"], json!(["key for-this-call mode slow"]));
}

#[test]
fn the_value_is_in_the_store_alone_and_the_store_is_its_owners_alone() {
    let stage = stage();
    let said = stage.snell_with("hunter2-and-more", &["plugin", "variables", "demo", "set", "API_KEY", "-"]);
    let listed = stage.snell(&["plugin", "variables", "demo", "list"]);
    let hooks = fire(&stage).json()["hooks"].to_string();
    let plugins = stage.snell(&["plugin", "list", "--json"]).out;
    for shown in [&said.out, &said.err, &listed.out, &listed.err, &hooks, &plugins] {
        assert!(!shown.contains("hunter2"), "{shown}");
    }
    let holders: Vec<String> = stage
        .tree("home")
        .into_iter()
        .filter(|(_, bytes)| String::from_utf8_lossy(bytes).contains("hunter2"))
        .map(|(path, _)| path)
        .collect();
    assert_eq!(holders, [".local/state/snell/variables.json"]);
    let mode = |name: &str| fs::metadata(stage.path(name)).expect("it is there").permissions().mode() & 0o777;
    assert_eq!((mode(STORE), mode("home/.local/state/snell")), (0o600, 0o700));
}

#[test]
fn a_name_that_the_plugin_does_not_declare_is_refused() {
    let stage = stage();
    for (name, help) in [
        ("API_KEI", "did you mean `API_KEY`?"),
        ("OTHER", "it declares API_KEY, MODE"),
        ("REFORMA_X", "REFORMA_"),
        ("1A", "letters"),
        ("A=B", "letters"),
    ] {
        let said = stage.snell(&["plugin", "variables", "demo", "set", name, "x"]);
        assert!(said.code == 3 && said.err.contains(help), "{name}: {said:?}");
    }
    assert!(!stage.path(STORE).exists());
}

#[test]
fn without_a_terminal_a_value_is_not_asked_for() {
    let said = stage().snell(&["plugin", "variables", "demo", "set", "API_KEY"]);
    assert!(said.code == 3 && said.err.contains("snell plugin variables demo set API_KEY -"), "{said:?}");
}

#[test]
fn a_plugin_that_is_not_installed_yet_can_be_prepared() {
    let stage = Stage::with_hooks(&json!({"Install": command("test \"$KEY\" = x")}));
    stage.write("demo/plugin.json", &json!({"name": "demo", "extensions": {"reforma": {"variables": {"required": ["KEY"]}}}}).to_string());
    assert_eq!(stage.snell(&["plugin", "variables", "demo", "list"]).code, 3);
    let said = stage.snell(&["plugin", "variables", "demo", "set", "KEY", "x"]);
    assert!(said.code == 0 && said.err.contains("no plugin `demo` is installed yet"), "{said:?}");
    assert_eq!(stage.installed()["hooks"][0]["exit"], 0, "its Install hook has the value");
}

#[test]
fn a_store_that_others_can_read_is_told_and_not_used() {
    let stage = stage();
    assert_eq!(stage.snell(&["plugin", "variables", "demo", "set", "API_KEY", "x"]).code, 0);
    fs::set_permissions(stage.path(STORE), fs::Permissions::from_mode(0o640)).expect("it is ours");
    let said = fire(&stage);
    assert!(said.code == 3 && said.err.contains("may be read or written by others") && said.err.contains("chmod 600"), "{said:?}");
}

#[test]
fn a_crash_leaves_the_old_values_or_the_new_ones_and_never_in_a_file_that_others_can_read() {
    let stage = stage();
    if !can_trace(&stage) {
        return;
    }
    let set = |value: &str| assert_eq!(stage.snell_with(value, &["plugin", "variables", "demo", "set", "API_KEY", "-"]).code, 0);
    set("hunter2-and-more");
    let old = stage.read(STORE);
    set("hunter3-and-more");
    let new = stage.read(STORE);
    assert_ne!(old, new);
    let before = || set("hunter2-and-more");
    stage.write("new value", "hunter3-and-more");
    let arguments = ["plugin", "variables", "demo", "set", "API_KEY", "-"];
    Doomed { stage: &stage, arguments: &arguments, stdin: Some("new value"), fails: None }.at_every_call(&before, &mut |at, was_killed| {
        let left = stage.read(STORE);
        assert!(left == old || left == new, "{at}: {left}");
        assert!(was_killed || left == new, "{at}");
        for entry in fs::read_dir(stage.path(STORE).parent().expect("a directory")).expect("it is there") {
            let entry = entry.expect("it can be read");
            let mode = entry.metadata().expect("it is there").permissions().mode();
            assert!(entry.path().is_dir() || mode & 0o777 == 0o600, "{at}: {:?} has mode {mode:o}", entry.path());
        }
    });
}
