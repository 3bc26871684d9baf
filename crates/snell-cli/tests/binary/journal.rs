//! The journal of the real command: several processes, somebody who follows, and nowhere to write.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use crate::place::Place;

const FIRE: [&str; 5] = ["fire", "pre-tool-use", "--trust", "--tool", "Bash"];

#[test]
fn processes_that_record_at_once_lose_nothing() {
    let place = Place::with_hook("PreToolUse", "exit 0");
    let fire = |number: usize| {
        let session = format!("sessionId=s-{number}");
        place.snell(&FIRE).args(["--set", &session]).stdout(Stdio::null()).spawn().unwrap()
    };
    let children: Vec<_> = (0..20).map(fire).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let output = place.run(&["log", "--json"]);
    assert_eq!(output.stderr, b"");
    let mut sessions: Vec<String> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["session"].as_str().unwrap().to_owned())
        .collect();
    sessions.sort_by_key(|session| session[2..].parse::<usize>().unwrap());
    assert_eq!(sessions, (0..20).map(|number| format!("s-{number}")).collect::<Vec<_>>());
}

#[test]
fn whoever_follows_sees_what_comes() {
    let place = Place::with_hook("PreToolUse", "echo no >&2; exit 2");
    let mut child = place.snell(&["log", "--follow", "--action", "deny"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for tool in ["Read", "Bash"] {
        assert_eq!(place.run(&["fire", "pre-tool-use", "--trust", "--tool", tool]).status.code(), Some(2));
        let line = lines.next().unwrap().unwrap();
        assert!(line.contains("✗ denied") && line.ends_with("  no"), "{line}");
    }
    // Once nobody reads any more, it ends by itself.
    drop(lines);
    place.run(&FIRE);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_journal_that_cannot_be_written_is_told_once_and_changes_nothing() {
    let place = Place::with_hook("PreToolUse", "echo no >&2; exit 2");
    fs::write(place.home().join(".local"), "in the way").unwrap();
    let output = place.run(&FIRE);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(told.matches("cannot be written").count(), 1, "{told}");
    assert!(told.contains("SNELL_JOURNAL=off"), "{told}");
    let quiet = place.snell(&FIRE).env("SNELL_JOURNAL", "off").output().unwrap();
    assert_eq!((quiet.status.code(), quiet.stderr.as_slice()), (Some(2), &b""[..]));
}

#[test]
fn records_are_where_the_user_keeps_state() {
    let place = Place::with_hook("PreToolUse", "exit 0");
    let state = place.home().join("my-state");
    place.snell(&FIRE).env("XDG_STATE_HOME", &state).output().unwrap();
    let file = state.join("snell/journal/journal.000001.jsonl");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!place.home().join(".local").exists());
    // A home that is named has its own state.
    let other = place.home().join("other");
    place.snell(&FIRE).env("XDG_STATE_HOME", &state).arg("--home").arg(&other).arg("--dialect").arg("rightnow").output().unwrap();
    assert!(other.join(".local/state/snell/journal/journal.000001.jsonl").exists());
}
