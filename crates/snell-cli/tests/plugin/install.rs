//! `snell plugin install`, `remove` and `list`: what is where afterwards, and whose hooks ran.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::stage::{Stage, command};

const PLUGINS: &str = "home/.reforma/plugins";

fn ran(report: &Value) -> Vec<(&str, &str)> {
    let hooks = report["hooks"].as_array().expect("a list").iter();
    hooks.map(|hook| (hook["run"].as_str().expect("a command"), hook["state"].as_str().expect("a state"))).collect()
}

#[test]
fn an_installed_plugin_is_where_it_belongs_and_its_install_hooks_ran() {
    let stage = Stage::with_hooks(&json!({"Install": command("cat > $REFORMA_PLUGIN_DIR/event.json"), "Stop": command("true")}));
    let report = stage.installed();
    let root = stage.path("home/.reforma/plugins/demo");
    assert_eq!(report["schema"], 1);
    assert_eq!(
        (report["plugin"].as_str(), report["version"].as_str(), report["root"].as_str()),
        (Some("demo"), Some("1.0.0"), root.to_str())
    );
    assert_eq!(ran(&report), [("cat > $REFORMA_PLUGIN_DIR/event.json", "ran")]);
    let event: Value = serde_json::from_str(&stage.read(&format!("{PLUGINS}/demo/event.json"))).expect("JSON");
    assert_eq!(
        (event["hook_event_name"].as_str(), event["plugin"].as_str(), event["source"].as_str()),
        (Some("Install"), Some("demo"), Some("installed"))
    );
    assert_eq!(event["cwd"].as_str(), stage.path("repo").to_str());
    assert_eq!(stage.names(PLUGINS), ["demo"], "nothing is left beside it");
    let fired = stage.snell(&["fire", "stop", "--dialect", "reforma", "--json"]).json();
    assert_eq!(fired["hooks"][0]["name"], "plugin/demo/hooks:stop[0].hooks[0]");
}

#[test]
fn install_and_uninstall_hooks_of_other_plugins_do_not_run() {
    let stage = Stage::with_hooks(
        &json!({"Install": command("touch $REFORMA_PROJECT_DIR/demo-in"), "Uninstall": command("touch $REFORMA_PROJECT_DIR/demo-out")}),
    );
    stage.write("other/plugin.json", "{\"name\": \"other\"}");
    stage.write("other/hooks/hooks.json", &stage.read("demo/hooks/hooks.json").replace("demo-", "other-"));
    stage.installed();
    fs::remove_file(stage.path("repo/demo-in")).expect("it ran");
    assert_eq!(stage.snell(&["plugin", "pack", "other"]).code, 0);
    let report = stage.snell(&["plugin", "install", "other.tar.gz", "--yes", "--json"]).json();
    assert_eq!(ran(&report).len(), 1);
    assert_eq!(stage.names("repo"), [".git", "other-in"]);
    assert_eq!(stage.snell(&["plugin", "remove", "other"]).code, 0);
    assert_eq!(stage.names("repo"), [".git", "other-in", "other-out"]);
}

#[test]
fn a_new_version_takes_the_place_of_the_old_one_whole() {
    let stage = Stage::with_hooks(&json!({"Stop": command("true")}));
    stage.write("demo/old-only", "x");
    stage.installed();
    fs::remove_file(stage.path("demo/old-only")).expect("it is there");
    stage.source("2.0.0", &json!({"Stop": command("false")}));
    stage.write("demo/new-only", "x");
    assert_eq!(stage.installed()["version"], "2.0.0");
    let files: Vec<String> = stage.tree(&format!("{PLUGINS}/demo")).into_keys().collect();
    assert_eq!(files, ["hooks/hooks.json", "new-only", "plugin.json"]);
    assert_eq!(stage.names(PLUGINS), ["demo"]);
}

#[test]
fn modes_are_two_and_no_bit_more() {
    let stage = Stage::with_hooks(&json!({}));
    stage.write("demo/run.sh", "#!/bin/sh\n");
    let set = |name: &str, mode| fs::set_permissions(stage.path(name), fs::Permissions::from_mode(mode)).expect("it is ours");
    set("demo/run.sh", 0o4770);
    set("demo/plugin.json", 0o666);
    stage.installed();
    let mode = |name: &str| fs::metadata(stage.path(&format!("{PLUGINS}/demo/{name}"))).expect("it is there").permissions().mode() & 0o7777;
    assert_eq!(["run.sh", "plugin.json", "hooks", "."].map(mode), [0o755, 0o644, 0o755, 0o755]);
}

#[test]
fn a_hook_that_fails_is_told_and_changes_nothing() {
    let stage = Stage::with_hooks(&json!({"Install": command("echo no >&2; exit 2"), "Uninstall": command("exit 7")}));
    assert_eq!(stage.installed()["hooks"][0]["failure"]["kind"], "exited");
    let said = stage.snell(&["plugin", "remove", "demo", "--json"]);
    assert_eq!((said.code, said.json()["hooks"][0]["exit"].as_i64()), (0, Some(7)));
    assert!(stage.names(PLUGINS).is_empty());
}

#[test]
fn what_is_not_installed_cannot_be_removed() {
    let stage = Stage::new();
    for name in ["none", "../repo", ".hidden", ""] {
        let said = stage.snell(&["plugin", "remove", name]);
        assert!(said.code == 3 && said.err.contains("no plugin"), "{said:?}");
    }
    assert!(stage.path("repo/.git").exists());
}

#[test]
fn without_a_terminal_and_without_yes_nothing_is_installed() {
    let stage = Stage::with_hooks(&json!({"Install": command("touch $REFORMA_PROJECT_DIR/ran")}));
    assert_eq!(stage.snell(&["plugin", "pack", "demo"]).code, 0);
    let said = stage.snell(&["plugin", "install", "demo.tar.gz"]);
    assert_eq!(said.code, 3);
    for words in ["Install (now): touch $REFORMA_PROJECT_DIR/ran", "no terminal to ask on", "--yes"] {
        assert!(said.err.contains(words), "{words}: {said:?}");
    }
    assert!(!stage.path(PLUGINS).exists() && !stage.path("repo/ran").exists());
}

#[test]
fn what_was_not_packed_or_was_changed_afterwards_is_not_installed() {
    let stage = Stage::with_hooks(&json!({"Stop": command("true")}));
    let refused = |packed: &str, why: &str| {
        let said = stage.snell(&["plugin", "install", packed, "--yes"]);
        assert!(said.code == 3 && said.err.contains(why), "{why}: {said:?}");
        assert!(!stage.path("home/.reforma/plugins/demo").exists());
    };
    refused("demo", "is not packed");
    refused("none.tar.gz", "does not exist");
    refused("repo", "holds no `plugin.json`");
    let pack = || assert_eq!(stage.snell(&["plugin", "pack", "demo", "-o", "out"]).code, 0);
    pack();
    let hooks = stage.read("out/hooks/hooks.json");
    stage.write("out/hooks/hooks.json", &hooks.replace("\"Stop\"", "\"SessionStart\""));
    refused("out", "changed after it was packed");
    stage.write("out/hooks/hooks.json", &hooks.replace("\"Stop\"", "\"Stop\": [], \"Stop\""));
    refused("out", "hooks/hooks.json");
    stage.write("out/hooks/hooks.json", &format!("{hooks} // x"));
    refused("out", "not plain JSON");
    fs::remove_file(stage.path("out/hooks/hooks.json")).expect("it is there");
    refused("out", "leads to no file");
    fs::remove_dir_all(stage.path("out")).expect("it is there");
    pack();
    std::os::unix::fs::symlink("plugin.json", stage.path("out/link")).expect("a link");
    refused("out", "is a link");
}

#[test]
fn a_name_that_is_installed_in_another_case_is_refused() {
    let stage = Stage::with_hooks(&json!({}));
    stage.installed();
    stage.write("demo/plugin.json", "{\"name\": \"Demo\"}");
    assert_eq!(stage.snell(&["plugin", "pack", "demo", "-o", "b.tar.gz"]).code, 0);
    let said = stage.snell(&["plugin", "install", "b.tar.gz", "--yes"]);
    assert!(said.code == 3 && said.err.contains("same name"), "{said:?}");
}

#[test]
fn the_list_shows_plugins_of_every_dialect_and_which_are_managed() {
    let stage = Stage::with_hooks(&json!({"Stop": command("true"), "Install": command("true")}));
    stage.write(
        "demo/plugin.json",
        &json!({"name": "demo", "version": "1.0.0", "extensions": {"reforma": {"variables": {"required": ["KEY"]}}}}).to_string(),
    );
    stage.write("home/.rightnow/plugins/near/hooks/hooks.json", &json!({"hooks": {"Stop": command("true")}}).to_string());
    stage.installed();
    let report = stage.snell(&["plugin", "list", "--json"]).json();
    let line = |plugin: &Value| {
        json!([
            plugin["dialect"],
            plugin["name"],
            plugin["version"],
            plugin["managed"],
            plugin["hooks"],
            plugin["events"],
            plugin["unconfigured"]
        ])
    };
    let lines: Vec<Value> = report["plugins"].as_array().expect("a list").iter().map(line).collect();
    assert_eq!(
        lines,
        [
            json!(["rightnow", "near", null, false, 1, ["Stop"], []]),
            json!(["reforma", "demo", "1.0.0", true, 2, ["Stop", "Install"], ["KEY"]]),
        ]
    );
    let text = stage.snell(&["plugin", "list"]).out;
    for words in ["demo 1.0.0: 2 hooks (Stop, Install)", "near: 1 hook (Stop)", "not managed", "snell plugin variables demo set KEY"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let one = stage.snell(&["plugin", "list", "--dialect", "reforma", "--json"]).json();
    assert_eq!(one["plugins"].as_array().map(Vec::len), Some(1));
}

/// The name of a plugin that is being replaced where two names cannot be exchanged.
#[test]
fn a_plugin_whose_replacement_was_cut_off_is_still_there_and_comes_back() {
    let stage = Stage::with_hooks(&json!({"Stop": command("true")}));
    stage.installed();
    fs::rename(stage.path("home/.reforma/plugins/demo"), stage.path("home/.reforma/plugins/.replaced-demo")).expect("it is ours");
    fs::create_dir(stage.path("home/.reforma/plugins/.installing-demo-1")).expect("it is ours");
    let fired = stage.snell(&["fire", "stop", "--dialect", "reforma", "--json"]).json();
    assert_eq!(fired["hooks"][0]["name"], "plugin/demo/hooks:stop[0].hooks[0]");
    assert_eq!(stage.snell(&["plugin", "remove", "demo"]).code, 0);
    assert!(stage.names(PLUGINS).is_empty());
}
