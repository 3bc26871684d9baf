//! R8.3: other agents' plugin roots, in commands, in arguments and in scripts.

use serde_json::{Value, json};

use super::source::{Source, changed, json, lost};

fn packed(handler: &Value) -> (Value, Vec<String>, Vec<String>) {
    let packed = Source::with_hooks(&json!({"hooks": {"Stop": [{"hooks": [handler]}]}})).pack();
    let handler = json(&packed, "hooks/hooks.json")["hooks"]["Stop"][0]["hooks"][0].clone();
    let codes = |told: Vec<String>| told.into_iter().filter(|told| told.starts_with("placeholder")).collect();
    (handler, codes(changed(&packed)), codes(lost(&packed)))
}

#[test]
fn every_vendors_root_becomes_the_plugins_own() {
    for name in ["CLAUDE_PLUGIN_ROOT", "CURSOR_PLUGIN_ROOT", "CODEX_PLUGIN_ROOT", "PLUGIN_ROOT"] {
        for form in [format!("${{{name}}}"), format!("${name}"), format!("${{{name}:-/opt}}")] {
            let (handler, changed, lost) = packed(&json!({"type": "command", "command": format!("cat {form}/x ${{{name}_X}}")}));
            assert_eq!(handler["command"], format!("cat ${{REFORMA_PLUGIN_DIR}}/x ${{{name}_X}}"));
            assert_eq!((changed, lost), (vec!["placeholder-rewritten:1".to_owned()], vec![]));
        }
    }
}

#[test]
fn arguments_are_rewritten_without_a_shell_in_mind() {
    let (handler, changed, _) =
        packed(&json!({"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/x", "args": ["'$PLUGIN_ROOT'", "it's", "${PLUGIN_ROOT:-y}"]}));
    assert_eq!(handler["command"], "${REFORMA_PLUGIN_DIR}/x");
    assert_eq!(handler["args"], json!(["'${REFORMA_PLUGIN_DIR}'", "it's", "${REFORMA_PLUGIN_DIR}"]));
    assert_eq!(changed, ["placeholder-rewritten:1"; 3]);
}

#[test]
fn what_is_quoted_anew_or_cannot_be_rewritten_is_told() {
    let (handler, changed, lost) = packed(&json!({"type": "command", "command": "sh '${PLUGIN_ROOT}/a b.sh' \\$PLUGIN_ROOT"}));
    assert_eq!(handler["command"], "sh \"${REFORMA_PLUGIN_DIR}/a b.sh\" \\${REFORMA_PLUGIN_DIR}");
    assert_eq!(changed, ["placeholder-rewritten:1", "placeholder-requoted:1", "placeholder-escaped:1"]);
    assert!(lost.is_empty());
    let (_, _, lost) = packed(&json!({"type": "command", "command": "cat <<'E'\n$PLUGIN_ROOT\nE"}));
    assert_eq!(lost, ["placeholder-left:1"]);
    let (_, changed, _) = packed(&json!({"type": "command", "command": "PLUGIN_ROOT=/x sh y"}));
    assert_eq!(changed, ["placeholder-named:1"]);
}

#[test]
fn a_script_that_uses_a_vendors_root_is_told_and_left_as_it_is() {
    let source = Source::with_hooks(&json!({"hooks": {}}));
    let script = "#!/bin/sh\nPLUGIN_ROOT=$(pwd)\ncat \"$CLAUDE_PLUGIN_ROOT/x\" $PLUGIN_ROOT\n";
    source.write("hooks/run", script);
    source.write("hooks/run.py", "import os\n\nos.environ['CLAUDE_PLUGIN_ROOT']\n");
    source.write("README.md", "Set CLAUDE_PLUGIN_ROOT.");
    let packed = source.pack();
    let told: Vec<String> = packed
        .changed
        .iter()
        .filter(|found| found.code == snell::Code::PlaceholderInScript)
        .map(|found| found.place.as_ref().expect("it has a place"))
        .map(|place| format!("{}:{}", place.path.file_name().expect("a name").to_string_lossy(), place.line))
        .collect();
    assert_eq!(told, ["run:3", "run.py:3"]);
    assert_eq!(super::source::text(&packed, "hooks/run"), script);
}
