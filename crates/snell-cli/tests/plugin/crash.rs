//! A crash at any point leaves the old plugin or the new one whole (R8.6): the command is killed before each of its system calls that
//! changes something, once for each, and what is left is looked at with the command itself.

use std::collections::BTreeMap;
use std::fs;

use serde_json::json;

use crate::kill::{Doomed, can_trace};
use crate::stage::{Stage, command};

const PLUGIN: &str = "home/.reforma/plugins/demo";
const PLUGINS: &str = "home/.reforma/plugins";

type Tree = BTreeMap<String, Vec<u8>>;

/// Two versions of the plugin, packed; the trees that they are when they are installed.
fn versions(stage: &Stage) -> [Tree; 2] {
    ["1.0.0", "2.0.0"].map(|version| {
        stage.source(version, &json!({"Stop": command(&format!("echo {version}"))}));
        stage.write("demo/hooks/version.txt", version);
        let out = format!("{version}.tar.gz");
        assert_eq!(stage.snell(&["plugin", "pack", "demo", "-o", &out]).code, 0);
        assert_eq!(stage.snell(&["plugin", "install", &out, "--yes"]).code, 0);
        stage.tree(PLUGIN)
    })
}

/// The files of the plugin that the loader sees, wherever it is; none where there is none.
fn seen(stage: &Stage) -> Option<Tree> {
    let report = stage.snell(&["plugin", "list", "--dialect", "reforma", "--json"]).json();
    let plugin = report["plugins"].as_array().expect("a list").first()?;
    assert_eq!(plugin["name"], "demo");
    let root = plugin["root"].as_str().expect("a path").to_owned();
    let below = root.strip_prefix(stage.path("").to_str().expect("UTF-8")).expect("it is on the stage").to_owned();
    Some(stage.tree(&below))
}

fn reset(stage: &Stage, archive: Option<&str>) {
    let _ = fs::remove_dir_all(stage.path(PLUGINS));
    if let Some(archive) = archive {
        assert_eq!(stage.snell(&["plugin", "install", archive, "--yes"]).code, 0);
    }
}

fn every_crash_of_a_new_version(fails: Option<&str>) {
    let stage = Stage::new();
    if !can_trace(&stage) {
        return;
    }
    let [old, new] = versions(&stage);
    let mut states = [0, 0];
    let ready = || reset(&stage, Some("1.0.0.tar.gz"));
    let doomed = Doomed { stage: &stage, arguments: &["plugin", "install", "2.0.0.tar.gz", "--yes"], stdin: None, fails };
    doomed.at_every_call(&ready, &mut |at, _| {
        let left = seen(&stage).unwrap_or_else(|| panic!("{at}: there is no plugin: {:?}", stage.names(PLUGINS)));
        assert!(left == old || left == new, "{at}: {:?}", left.keys());
        states[usize::from(left == new)] += 1;
        assert_eq!(stage.snell(&["plugin", "install", "2.0.0.tar.gz", "--yes"]).code, 0, "{at}: it can be done again");
        assert_eq!((stage.tree(PLUGIN), stage.names(PLUGINS)), (new.clone(), vec!["demo".to_owned()]), "{at}");
    });
    assert!(states[0] > 10 && states[1] > 10, "crashes before and after the switch: {states:?}");
}

#[test]
fn a_new_version_in_one_step() {
    every_crash_of_a_new_version(None);
}

#[test]
fn a_new_version_where_two_names_cannot_be_exchanged() {
    every_crash_of_a_new_version(Some("renameat2"));
}

#[test]
fn a_first_installation_is_there_whole_or_not_at_all() {
    let stage = Stage::new();
    if !can_trace(&stage) {
        return;
    }
    let [old, _] = versions(&stage);
    let doomed = Doomed { stage: &stage, arguments: &["plugin", "install", "1.0.0.tar.gz", "--yes"], stdin: None, fails: None };
    doomed.at_every_call(&|| reset(&stage, None), &mut |at, was_killed| {
        let left = seen(&stage);
        assert!(left.as_ref().is_none_or(|left| *left == old), "{at}");
        assert!(was_killed || left.is_some(), "{at}");
    });
}

#[test]
fn a_removed_plugin_is_there_whole_or_not_at_all() {
    let stage = Stage::new();
    if !can_trace(&stage) {
        return;
    }
    let [old, _] = versions(&stage);
    let ready = || reset(&stage, Some("1.0.0.tar.gz"));
    let doomed = Doomed { stage: &stage, arguments: &["plugin", "remove", "demo"], stdin: None, fails: None };
    doomed.at_every_call(&ready, &mut |at, was_killed| {
        let left = seen(&stage);
        assert!(left.as_ref().is_none_or(|left| *left == old), "{at}");
        assert!(was_killed || left.is_none() && stage.names(PLUGINS).is_empty(), "{at}");
    });
}
