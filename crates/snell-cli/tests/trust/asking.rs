//! The question: who is asked, what they are shown, and what their answer covers.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::Stdio;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::json;

use crate::stage::{ALLOW, FIRE, Said, Stage};

/// Runs `snell trust` on a terminal of its own; `answer` is called once the question stands there, and gives what is typed.
fn on_a_terminal(stage: &Stage, arguments: &[&str], answer: impl FnOnce() -> &'static str) -> Said {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("it is ours");
    unlockpt(&terminal).expect("it is unlocked");
    let name = ptsname(&terminal, Vec::new()).expect("it has a name");
    let other_end = rustix::fs::open(&*name, rustix::fs::OFlags::RDWR | rustix::fs::OFlags::NOCTTY, rustix::fs::Mode::empty());
    let other_end: OwnedFd = other_end.expect("its other end");
    let mut process = stage.process("repo", arguments);
    process.stdin(Stdio::from(other_end.as_fd().try_clone_to_owned().expect("a copy"))).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process.spawn().expect("it starts");
    let mut err = Vec::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    let mut byte = [0];
    while !err.ends_with(b"[y/N] ") && stderr.read(&mut byte).expect("it can be read") == 1 {
        err.push(byte[0]);
    }
    let mut typed = File::from(terminal.as_fd().try_clone_to_owned().expect("a copy"));
    typed.write_all(answer().as_bytes()).expect("it can be typed");
    stderr.read_to_end(&mut err).expect("it can be read");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Said { code: output.status.code().expect("no signal"), out: text(output.stdout), err: text(err) }
}

#[test]
fn a_yes_is_recorded_and_everything_else_is_a_no() {
    for (answer, code, fate) in [
        ("y\n", 0, "ran"),
        ("YES\n", 0, "ran"),
        ("n\n", 1, "untrusted"),
        ("\n", 1, "untrusted"),
        ("\u{4}", 1, "untrusted"),
        ("yy\n", 1, "untrusted"),
    ] {
        let stage = Stage::guarded();
        let said = on_a_terminal(&stage, &["trust"], || answer);
        assert_eq!(said.code, code, "{answer:?}: {said:?}");
        assert_eq!(stage.fire(), fate, "{answer:?}");
    }
}

#[test]
fn the_definitions_and_the_scripts_are_shown_before_the_question() {
    let stage = Stage::guarded();
    stage.write("repo/hooks/guard.sh", "# first\necho second\n");
    let said = on_a_terminal(&stage, &["trust"], || "n\n");
    for words in ["project/safety:pre_tool_use[0].hooks[0]", "sh ./hooks/guard.sh", "  | # first\n  | echo second\n", "sha256:"] {
        assert!(said.out.contains(words), "{words}: {said:?}");
    }
}

#[test]
fn what_changed_is_shown_as_a_diff() {
    let stage = Stage::guarded();
    stage.write("repo/hooks/guard.sh", "echo one\necho two\n");
    stage.approve();
    stage.write("repo/hooks/guard.sh", "echo one\necho 2\n");
    stage.command("repo/.rightnow/hooks/new.json", "echo new");
    let said = on_a_terminal(&stage, &["trust"], || "y\n");
    for words in ["-echo two\n+echo 2\n", "+command    echo new"] {
        assert!(said.out.contains(words), "{words}: {said:?}");
    }
    assert!(said.err.contains("trust what is here now? [y/N]"), "{said:?}");
    assert_eq!(stage.state(), "trusted");
    assert_eq!(stage.snell(&["trust", "--diff"]).out, "nothing changed\n");
}

// What was approved is what was shown, not what is there when the answer comes.
#[test]
fn an_edit_while_the_question_stands_is_not_approved() {
    let stage = Stage::guarded();
    let said = on_a_terminal(&stage, &["trust"], || {
        stage.write("repo/hooks/guard.sh", ALLOW);
        "y\n"
    });
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!((stage.fire(), stage.state()), ("untrusted".to_owned(), "changed".to_owned()));
}

// 14: no terminal injection.
#[test]
fn a_project_cannot_write_on_the_terminal_that_judges_it() {
    let stage = Stage::guarded();
    stage.write("repo/hooks/guard.sh", "rm -rf ~ #\r\u{1b}[2K\u{1b}[1Aecho harmless\u{202e}\n");
    stage.command("repo/.rightnow/hooks/x\u{1b}[31m.json", "echo \u{1b}]0;title\u{7}");
    let said = stage.snell(&["trust"]);
    assert!(said.out.contains("rm -rf ~ #\\r\\u{1b}[2K"), "{}", said.out);
    let is_harmless = |character: char| character == '\n' || !(character.is_control() || character == '\u{202e}');
    assert!(said.out.chars().all(is_harmless), "{:?}", said.out);
}

// 35: no terminal, no implicit yes.
#[test]
fn without_a_terminal_only_a_pin_says_yes() {
    let stage = Stage::guarded();
    let digest = stage.review()["digest"].as_str().expect("a digest").to_owned();
    let said = stage.snell(&["trust"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains(&format!("--yes --pin {digest}")), "{said:?}");
    assert_eq!(stage.snell(&["trust", "--yes"]).code, 3);
    let other = format!("sha256:{}", "0".repeat(64));
    let said = stage.snell(&["trust", "--yes", "--pin", &other]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains(&digest), "{said:?}");
    assert_eq!(stage.fire(), "untrusted");
    for pin in ["", "sha256:12", &digest[7..], &digest.to_uppercase()] {
        assert_eq!(stage.snell(&["trust", "--pin", pin]).code, 3, "{pin}");
    }
    assert_eq!(stage.fire(), "untrusted");
    assert_eq!(stage.snell(&["trust", "--pin", &digest]).code, 0, "a pin is a yes");
    assert_eq!(stage.fire(), "ran");
}

#[test]
fn a_pin_is_the_same_wherever_the_project_is() {
    let (one, two) = (Stage::guarded(), Stage::guarded());
    assert_eq!(one.review()["digest"], two.review()["digest"]);
    two.write("repo/hooks/guard.sh", ALLOW);
    assert_ne!(one.review()["digest"], two.review()["digest"]);
}

#[test]
fn json_is_one_document_that_tells_how_it_ended() {
    let stage = Stage::guarded();
    let digest = stage.review()["digest"].as_str().expect("a digest").to_owned();
    let said = stage.snell(&["trust", "--json"]);
    assert_eq!((said.code, &said.json()["state"]), (1, &json!("untrusted")));
    let said = stage.snell(&["trust", "--json", "--yes", "--pin", &digest]);
    assert_eq!((said.code, &said.json()["state"]), (0, &json!("trusted")));
    let said = stage.snell(&["trust", "--json"]);
    assert_eq!((said.code, &said.json()["hooks"][0]["state"]), (0, &json!("trusted")));
}

#[test]
fn a_change_that_is_not_shown_is_told_all_the_same() {
    let stage = Stage::new();
    let url = |token: &str| json!({ "type": "http", "url": format!("https://example.org/?token={token}") });
    stage.hook("repo/.rightnow/hooks/a.json", "PreToolUse", &url("one"));
    stage.approve();
    stage.hook("repo/.rightnow/hooks/a.json", "PreToolUse", &url("two"));
    let said = stage.snell(&["trust", "--diff"]);
    assert!(said.out.starts_with("what changed is not shown"), "{said:?}");
    assert!(!said.out.contains("two"), "{said:?}");
}

#[test]
fn a_directory_can_be_named() {
    let stage = Stage::guarded();
    std::fs::create_dir_all(stage.path("repo/src")).expect("a directory");
    let report = stage.snell_in("home", &["trust", "../repo/src", "--show", "--json", "--dialect", "rightnow"]).json();
    assert_eq!(report["root"], json!(stage.path("repo").display().to_string()));
    assert_eq!(stage.snell(&["trust", "nowhere"]).code, 3);
}

#[test]
fn a_project_without_hooks_needs_no_trust() {
    let stage = Stage::new();
    let said = stage.snell(&["trust", "--dialect", "rightnow"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("no hooks come with this project"), "{said:?}");
    assert!(!stage.path("home/.local").exists());
}

#[test]
fn arguments_that_contradict_each_other_are_refused() {
    let stage = Stage::guarded();
    for arguments in [["--show", "--revoke"], ["--all", "--yes"], ["--diff", "--show"], ["--revoke", "--all"], ["--show", "--pin=sha256:0"]]
    {
        assert_eq!(stage.snell(&["trust", arguments[0], arguments[1]]).code, 3, "{arguments:?}");
    }
    assert_eq!(stage.snell(FIRE).code, 0);
}
