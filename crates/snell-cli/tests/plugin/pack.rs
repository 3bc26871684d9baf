//! `snell plugin pack` and `check`: what they print, what they write, and what they exit with.

use serde_json::json;

use crate::stage::{Stage, command};

fn ported() -> Stage {
    Stage::with_hooks(&json!({
        "PreToolUse": [{"matcher": "Bash", "hooks": [
            {"type": "command", "command": "sh '${CLAUDE_PLUGIN_ROOT}/pre.sh'"},
            {"type": "prompt", "prompt": "is it safe?"}]}],
    }))
}

#[test]
fn a_loss_that_was_not_accepted_keeps_the_package_from_being_written() {
    let stage = ported();
    stage.write("demo/pre.sh", "exit 0");
    let said = stage.snell(&["plugin", "pack", "demo", "-o", "out.tar.gz", "--json"]);
    assert_eq!(said.code, 1, "{said:?}");
    let report = said.json();
    assert_eq!((report["schema"].as_u64(), report["plugin"].as_str(), report["out"].is_null()), (Some(1), Some("demo"), true));
    assert_eq!(report["kept"], json!([{"event": "PreToolUse", "command": "sh \"${REFORMA_PLUGIN_DIR}/pre.sh\""}]));
    let lost = &report["lost"][0];
    assert_eq!((lost["code"].as_str(), lost["severity"].as_str(), lost["line"].as_u64()), (Some("unknown-type"), Some("error"), Some(1)));
    assert_eq!(lost["path"].as_str(), stage.path("demo/hooks/hooks.json").to_str());
    let changed: Vec<&str> = report["changed"].as_array().expect("a list").iter().filter_map(|one| one["code"].as_str()).collect();
    assert_eq!(changed, ["placeholder-rewritten", "placeholder-requoted", "manifest-written"]);
    assert!(!stage.path("out.tar.gz").exists());

    let other = stage.snell(&["plugin", "pack", "demo", "-o", "out.tar.gz", "--accept-loss", "unknown-key"]);
    assert_eq!(other.code, 1, "another kind of loss was accepted");
    let accepted = stage.snell(&["plugin", "pack", "demo", "-o", "out.tar.gz", "--accept-loss", "unknown-type", "--json"]);
    assert_eq!(accepted.code, 0, "{accepted:?}");
    assert_eq!(accepted.json()["out"].as_str(), stage.path("out.tar.gz").to_str());
    assert_eq!(accepted.json()["lost"][0]["code"], "unknown-type", "what was accepted is told all the same");
    assert!(stage.path("out.tar.gz").exists());
}

#[test]
fn a_code_that_is_none_is_refused() {
    let said = ported().snell(&["plugin", "pack", "demo", "--accept-loss", "unknown-typ"]);
    assert_eq!(said.code, 3);
    assert!(said.err.contains("did you mean `unknown-type`?"), "{said:?}");
}

#[test]
fn check_tells_the_same_and_writes_nothing() {
    let stage = ported();
    let before = stage.tree("demo");
    let said = stage.snell(&["plugin", "check", "demo", "--json"]);
    assert_eq!(said.code, 1);
    let packed = stage.snell(&["plugin", "pack", "demo", "--json"]);
    assert_eq!(said.json(), packed.json());
    assert_eq!(stage.tree("demo"), before);
    let text = stage.snell(&["plugin", "check", "demo"]);
    for words in ["error[unknown-type]", "placeholder-requoted", "demo/hooks/hooks.json:1:", "lost demo 1.0.0"] {
        assert!(text.out.contains(words), "{words}: {text:?}");
    }
    stage.source("1.0.0", &json!({"Stop": command("true")}));
    assert_eq!(stage.snell(&["plugin", "check", "demo"]).code, 0);
}

#[test]
fn twice_packed_is_the_same_to_the_byte() {
    let stage = Stage::with_hooks(&json!({"Stop": command("true")}));
    for out in ["one.tar.gz", "two.tar.gz"] {
        assert_eq!(stage.snell(&["plugin", "pack", "demo", "-o", out]).code, 0);
    }
    assert!(std::fs::read(stage.path("one.tar.gz")).expect("a file") == std::fs::read(stage.path("two.tar.gz")).expect("a file"));
    // In its own source too, where the first one is no part of the second.
    let pack = || {
        let mut process = stage.process(&["plugin", "pack", "."]);
        assert!(process.current_dir(stage.path("demo")).output().expect("it starts").status.success());
        std::fs::read(stage.path("demo/demo.tar.gz")).expect("a file")
    };
    assert!(pack() == pack());
}

#[test]
fn a_source_that_is_no_plugin_is_named() {
    let stage = Stage::new();
    for (source, why) in [("none", "is no directory"), ("repo", "holds no `plugin.json`"), ("home/file", "is no directory")] {
        stage.write("home/file", "x");
        let said = stage.snell(&["plugin", "pack", source]);
        assert_eq!(said.code, 3, "{said:?}");
        assert!(said.err.contains(why), "{said:?}");
    }
    let said = stage.snell(&["plugin", "pack", "repo", "--dialect", "rightnow"]);
    assert!(said.code == 3 && said.err.contains("plugins of RightNow Agent are not packed"), "{said:?}");
}

#[test]
fn a_directory_of_the_users_is_not_replaced_by_a_package() {
    let stage = Stage::with_hooks(&json!({"Stop": command("true")}));
    stage.write("home/thesis.txt", "precious");
    let said = stage.snell(&["plugin", "pack", "demo", "-o", "home"]);
    assert_eq!(said.code, 3);
    assert_eq!(stage.read("home/thesis.txt"), "precious");
}
