//! What goes to stdout and stderr, and what happens when nobody reads it.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::place::Place;

const DENY: &str = "echo '{\"decision\":\"deny\",\"reason\":\"no\"}'";

#[test]
fn results_go_to_stdout_and_the_exit_code_tells_a_block() {
    let place = Place::with_hook("PreToolUse", DENY);
    let denied = place.run(&["fire", "pre-tool-use", "--trust"]);
    assert_eq!((denied.status.code(), denied.stderr.as_slice()), (Some(2), &b""[..]));
    assert!(String::from_utf8(denied.stdout).unwrap().starts_with("✗ denied  PreToolUse"));
    let untrusted = place.run(&["fire", "pre-tool-use"]);
    assert_eq!(untrusted.status.code(), Some(0));
    assert!(String::from_utf8(untrusted.stderr).unwrap().contains("1 project hook skipped"));
    assert_eq!(place.run(&["fly"]).status.code(), Some(3));
    assert_eq!(place.run(&["check"]).status.code(), Some(0));
}

#[test]
fn an_event_comes_on_stdin() {
    let place = Place::with_hook("PreToolUse", "cat > seen; echo >> seen");
    let mut child =
        place.snell(&["fire", "--event", "-", "--trust", "--json"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let event = "\u{feff}{\"hookEventName\":\"pre_tool_use\",\"toolName\":\"read_file\",\"toolInput\":{\"path\":\"x\"},\"own\":7}";
    child.stdin.take().unwrap().write_all(event.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    let seen: serde_json::Value = serde_json::from_str(&place.wait_for("seen")).unwrap();
    assert_eq!((seen["toolName"].as_str(), seen["own"].as_i64()), (Some("read_file"), Some(7)));
}

#[test]
fn colours_are_for_terminals_and_for_who_insists() {
    let place = Place::with_hook("PreToolUse", DENY);
    let coloured = |variables: &[(&str, &str)]| {
        let output = place.snell(&["fire", "pre-tool-use", "--trust"]).envs(variables.iter().copied()).output().unwrap();
        output.stdout.contains(&0x1b)
    };
    assert!(!coloured(&[]), "a pipe is no terminal");
    assert!(coloured(&[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[("NO_COLOR", "1")]));
    let json = place.snell(&["fire", "pre-tool-use", "--trust", "--json"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(serde_json::from_slice::<serde_json::Value>(&json.stdout).is_ok());
}

#[test]
fn whoever_reads_no_further_has_seen_enough() {
    let place = Place::with_hook("PreToolUse", DENY);
    for (arguments, code) in
        [(&["dialects"][..], 0), (&["check", "--codes"], 0), (&["fire", "pre-tool-use", "--trust"], 2), (&["--help"], 0)]
    {
        let mut child = place.snell(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!((child.wait().unwrap().code(), told.as_str()), (Some(code), ""), "{arguments:?}");
    }
}
