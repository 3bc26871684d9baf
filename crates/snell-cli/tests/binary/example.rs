//! `examples/guarded` does what the README says of it.

use std::process::Command;

use insta::{assert_snapshot, with_settings};

/// Runs the command as the README does, from the root of the workspace. The times are not shown: they differ.
#[track_caller]
fn told(arguments: &[&str], code: i32) -> String {
    let home = tempfile::tempdir().unwrap();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_snell"));
    command.current_dir(root).args(arguments).args(["--root", "examples/guarded"]).env("HOME", home.path()).env_remove("CLICOLOR_FORCE");
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{text}");
    text
}

#[test]
fn the_example_guards() {
    with_settings!({ filters => vec![(r" +([0-9.]+ ms|[0-9]+[.][0-9] s)  ", "  TIME  ")] }, {
        let call = |input| ["fire", "pre-tool-use", "--trust", "--tool", "Bash", "--input", input];
        assert_snapshot!("a_recursive_delete", told(&call(r#"{"command":"rm -rf build","description":"clean up"}"#), 2));
        assert_snapshot!("an_npm_install", told(&call(r#"{"command":"npm install","description":"install"}"#), 0));
        assert_snapshot!("a_harmless_call", told(&call(r#"{"command":"ls -r","description":"look"}"#), 0));
        assert_snapshot!("a_stop_with_things_to_do", told(&["fire", "stop", "--trust"], 2));
        assert_snapshot!("a_stop_that_was_held_once", told(&["fire", "stop", "--trust", "--continuations", "1"], 0));
        assert_snapshot!("a_lock_file", told(&["explain", "pre-tool-use", "--trust", "--tool", "Write"], 0));
        assert_snapshot!("the_list", told(&["list"], 0));
        assert_snapshot!("nothing_to_report", told(&["check", "--strict", "--trust"], 0));
    });
}
