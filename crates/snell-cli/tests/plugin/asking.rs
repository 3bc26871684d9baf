//! Questions on a terminal: whether to install, and for a value that is not shown.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::Stdio;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::json;

use crate::stage::{Said, Stage, command};

/// Runs the command on a terminal of its own, and types once it asks. Also gives what the terminal itself showed.
fn on_a_terminal(stage: &Stage, arguments: &[&str], question: &str, typed: &str) -> (Said, String) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("it is ours");
    unlockpt(&terminal).expect("it is unlocked");
    let name = ptsname(&terminal, Vec::new()).expect("it has a name");
    let other_end = rustix::fs::open(&*name, rustix::fs::OFlags::RDWR | rustix::fs::OFlags::NOCTTY, rustix::fs::Mode::empty());
    let other_end: OwnedFd = other_end.expect("its other end");
    let mut process = stage.process(arguments);
    process.stdin(Stdio::from(other_end.as_fd().try_clone_to_owned().expect("a copy"))).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process.spawn().expect("it starts");
    let mut err = Vec::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    let mut byte = [0];
    while !err.ends_with(question.as_bytes()) && stderr.read(&mut byte).expect("it can be read") == 1 {
        err.push(byte[0]);
    }
    let mut keyboard = File::from(terminal.as_fd().try_clone_to_owned().expect("a copy"));
    keyboard.write_all(typed.as_bytes()).expect("it can be typed");
    stderr.read_to_end(&mut err).expect("it can be read");
    let output = child.wait_with_output().expect("it ends");
    let mut echoed = vec![0; 4096];
    rustix::io::ioctl_fionbio(&terminal, true).expect("it does not wait");
    let length = File::from(terminal).read(&mut echoed).unwrap_or(0);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let said = Said { code: output.status.code().expect("no signal"), out: text(output.stdout), err: text(err) };
    (said, String::from_utf8_lossy(&echoed[..length]).into_owned())
}

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
