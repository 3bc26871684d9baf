//! `snell disable` and `snell enable`.

use serde_json::json;

use crate::stage::{FIRE, Stage, quiet};

const LIST: &str = "home/.rightnow/disabled-hooks";

/// A user's guard that denies, with the id `no-ls`.
fn stage() -> Stage {
    let stage = Stage::new();
    let deny = json!({ "type": "command", "command": "echo '{\"decision\":\"deny\"}'", "id": "no-ls" });
    stage.hook("home/.rightnow/hooks/mine.json", "PreToolUse", &deny);
    stage
}

#[test]
fn a_disabled_hook_neither_runs_nor_blocks_until_it_is_enabled() {
    for name in ["user/mine:no-ls", "no-ls"] {
        let stage = stage();
        assert_eq!(stage.snell(FIRE).code, 2);
        assert_eq!(stage.snell(&["disable", name]).code, 0);
        assert_eq!(stage.fire(), "disabled");
        assert_eq!(stage.snell(FIRE).code, 0);
        assert_eq!(stage.snell(&["list", "--json"]).json()["hooks"][0]["status"], "disabled");
        assert_eq!(stage.snell(&["enable", name]).code, 0);
        assert_eq!(stage.snell(FIRE).code, 2);
    }
}

#[test]
fn a_hook_is_enabled_by_either_of_its_names() {
    let stage = stage();
    stage.snell(&["disable", "no-ls"]);
    stage.snell(&["enable", "user/mine:no-ls"]);
    assert_eq!((stage.fire().as_str(), stage.read(LIST).as_str()), ("ran", ""));
}

#[test]
fn comments_and_order_are_kept() {
    let stage = stage();
    stage.write(LIST, "# noisy ones\nuser/z:stop[0].hooks[0]   # too slow\n\nother");
    stage.snell(&["disable", "no-ls"]);
    assert_eq!(stage.read(LIST), "# noisy ones\nuser/z:stop[0].hooks[0]   # too slow\n\nother\nno-ls\n");
    stage.snell(&["disable", "no-ls"]);
    stage.snell(&["enable", "user/z:stop[0].hooks[0]"]);
    assert_eq!(stage.read(LIST), "# noisy ones\n\nother\nno-ls\n");
}

#[test]
fn a_name_that_no_hook_has_is_refused_with_the_nearest() {
    let stage = stage();
    let said = stage.snell(&["disable", "no-sl"]);
    assert_eq!(said.code, 3);
    assert!(said.err.contains("did you mean `no-ls`?"), "{said:?}");
    assert!(!stage.path(LIST).exists());
    assert_eq!(stage.snell(&["enable", "nothing"]).code, 3);
}

#[test]
fn a_list_that_is_a_link_stays_one() {
    let stage = stage();
    stage.write("dotfiles/disabled", "# mine\n");
    stage.link(LIST, "../../dotfiles/disabled");
    stage.snell(&["disable", "no-ls"]);
    assert_eq!(stage.read("dotfiles/disabled"), "# mine\nno-ls\n");
    assert!(stage.path(LIST).is_symlink());
}

#[test]
fn a_hook_can_be_disabled_for_one_call() {
    let stage = stage();
    assert_eq!(stage.snell(&[FIRE, &["--disable", "no-ls"]].concat()).code, 0);
    assert_eq!(stage.snell(FIRE).code, 2);
    assert!(!stage.path(LIST).exists());
}

#[test]
fn a_project_hook_can_be_disabled_and_trust_says_so_first() {
    let stage = Stage::guarded();
    let name = "project/safety:pre_tool_use[0].hooks[0]";
    assert_eq!(stage.snell(&["disable", name]).code, 0);
    assert_eq!(stage.fire(), "untrusted");
    stage.approve();
    assert_eq!(stage.fire(), "disabled");
}

#[test]
fn json_tells_what_is_disabled_now() {
    let stage = stage();
    let said = stage.snell(&["disable", "no-ls", "--json"]);
    assert_eq!(said.json(), json!({ "schema": 1, "path": stage.path(LIST).display().to_string(), "disabled": ["no-ls"] }));
}

#[test]
fn several_writers_lose_nothing() {
    let stage = Stage::new();
    let handlers: Vec<_> = (0..8).map(|number| json!({ "type": "command", "command": "true", "id": format!("h{number}") })).collect();
    stage.write("home/.rightnow/hooks/a.json", &json!({ "hooks": { "Stop": [{ "hooks": handlers }] } }).to_string());
    let writers: Vec<_> = (0..8).map(|number| quiet(stage.process("repo", &["disable", &format!("h{number}")]))).collect();
    for mut writer in writers {
        assert!(writer.wait().expect("it ends").success());
    }
    assert_eq!(stage.read(LIST).lines().count(), 8);
}
