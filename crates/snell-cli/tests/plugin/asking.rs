//! Questions on a terminal: whether to install, and for a value that is not shown.

use serde_json::json;

use crate::stage::{Stage, command, on_a_terminal};

#[test]
fn a_yes_installs_and_everything_else_does_not() {
    for (answer, code, installed) in [("y\n", 0, true), ("yes\n", 0, true), ("n\n", 1, false), ("\n", 1, false), ("\u{4}", 1, false)] {
        let stage = Stage::with_hooks(&json!({"Stop": command("true")}));
        assert_eq!(stage.snell(&["plugin", "pack", "demo"]).code, 0);
        let (said, _) = on_a_terminal(&stage, &["plugin", "install", "demo.tar.gz"], "[y/N] ", answer);
        assert_eq!(said.code, code, "{answer:?}: {said:?}");
        assert!(said.err.contains("Stop: true"), "{said:?}");
        assert_eq!(stage.path("home/.reforma/plugins/demo").exists(), installed, "{answer:?}");
    }
}

#[test]
fn a_value_that_is_typed_is_not_shown() {
    let stage = Stage::with_hooks(&json!({}));
    stage.write(
        "demo/plugin.json",
        &json!({"name": "demo", "extensions": {"reforma": {"variables": {"properties": {"KEY": {}}}}}}).to_string(),
    );
    stage.installed();
    let (said, echoed) = on_a_terminal(&stage, &["plugin", "variables", "demo", "set", "KEY"], "(not shown): ", "hunter2 \n");
    assert_eq!(said.code, 0, "{said:?}");
    assert!(!echoed.contains("hunter2") && !said.err.contains("hunter2"), "{echoed:?} {said:?}");
    assert!(stage.read("home/.local/state/snell/variables.json").contains("\"hunter2 \""));
}
