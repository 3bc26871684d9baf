//! A signal while hooks run: they are ended first, and the exit code says which signal it was.

use std::process::{Command, Stdio};

use crate::place::{Place, is_alive};

#[track_caller]
fn interrupted(signal: &str, code: i32) {
    // The hook's own child is of its process group, and is ended with it.
    let place = Place::with_hook("PreToolUse", "sleep 1000 & echo $! > child; echo $$ > hook; echo '{\"decision\":\"deny\"}'; wait");
    let child = place.snell(&["fire", "pre-tool-use", "--trust", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let hooks = [place.wait_for("child"), place.wait_for("hook")];
    assert!(hooks.iter().all(|pid| is_alive(pid)));
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(code));
    assert_eq!(output.stdout, b"", "what was said until then is no outcome");
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted"));
    assert!(!hooks.iter().any(|pid| is_alive(pid)), "the hooks are gone");
}

#[test]
fn an_interrupt_ends_the_hooks() {
    interrupted("INT", 130);
}

#[test]
fn a_termination_ends_the_hooks() {
    interrupted("TERM", 143);
}

#[test]
fn a_hang_up_ends_the_hooks() {
    interrupted("HUP", 129);
}

#[test]
#[cfg(target_os = "linux")]
fn a_hang_up_that_is_ignored_stays_ignored() {
    let place = Place::with_hook("PreToolUse", "echo $$ > hook; while [ ! -e go ]; do sleep 0.01; done");
    let snell = env!("CARGO_BIN_EXE_snell");
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("trap '' HUP; exec {snell} fire pre-tool-use --trust")]).current_dir(place.repo()).env("HOME", place.home());
    let child = shell.stdout(Stdio::piped()).spawn().unwrap();
    place.wait_for("hook");
    assert!(Command::new("kill").args(["-s", "HUP", &child.id().to_string()]).status().unwrap().success());
    std::fs::write(place.repo().join("go"), "").unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
}
