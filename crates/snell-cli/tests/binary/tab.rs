//! The Hooks tab in a real terminal.

use std::fs;
use std::process::Command;

use crate::place::{self, Place};
use crate::terminal::Terminal;

const SNELL: &str = env!("CARGO_BIN_EXE_snell");

/// The tab, opened in a repository with one hook of its own.
fn open(place: &Place) -> Option<Terminal> {
    Terminal::run(&format!("echo BEFORE; {SNELL} hooks"), &place.repo(), &place.home())
}

#[test]
fn everything_the_tab_offers_is_done() {
    let place = Place::with_hook("PreToolUse", "echo fired >> \"$HOME/fired\"; echo no way >&2; exit 2");
    let Some(terminal) = open(&place) else { return };
    terminal.shows(&["Hooks  RightNow Agent", "? PreToolUse", "project/a:hook", "1 untrusted", "q quit"]);

    terminal.press(&["f"]);
    terminal.shows(&["project/a:hook", "no hook was run", "esc close"]);
    assert!(!place.home().join("fired").exists(), "what is not trusted is not run");

    // One key at a time: a terminal reads an escape and a letter at once as one key.
    terminal.press(&["Escape"]);
    terminal.shows(&["f fire"]);
    terminal.press(&["t"]);
    terminal.shows(&["what this project would run", "trust what is here?", "y yes"]);
    terminal.press(&["y"]);
    terminal.shows(&["trusted; `snell trust --revoke`", "✓ PreToolUse", "1 ready"]);

    terminal.press(&["f"]);
    terminal.shows(&["✗ denied", "no way"]);
    assert_eq!(fs::read_to_string(place.home().join("fired")).unwrap(), "fired\n");
    terminal.press(&["Escape"]);
    terminal.shows(&["✗ exit 2", "deny: no way", "f fire"]);

    terminal.press(&["d"]);
    terminal.shows(&["– PreToolUse", "disabled project/a:hook", "1 disabled"]);
    assert_eq!(fs::read_to_string(place.home().join(".rightnow/disabled-hooks")).unwrap(), "project/a:hook\n");
    terminal.press(&["d"]);
    terminal.shows(&["✓ PreToolUse", "enabled project/a:hook"]);

    let mine = place.home().join(".rightnow/hooks/mine.json");
    fs::create_dir_all(mine.parent().unwrap()).unwrap();
    fs::write(&mine, r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"sh gate.sh"}]}]}}"#).unwrap();
    terminal.press(&["r"]);
    terminal.shows(&["reloaded", "sh gate.sh", "2 hooks: 2 ready"]);
    fs::write(&mine, "{").unwrap();
    terminal.press(&["r"]);
    terminal.shows(&["the last good configuration stays", "sh gate.sh", "problems (1)"]);

    terminal.press(&["/", "g", "a", "t", "e"]);
    let screen = terminal.shows(&["/gate▏", "user/mine:stop[0].hooks[0]"]);
    assert!(!screen.contains("✓ PreToolUse"), "{screen}");

    terminal.press(&["Enter", "q"]);
    terminal.shows(&["BEFORE", "EXIT 0"]);
}

#[test]
fn a_hook_that_takes_long_can_be_ended() {
    let place = Place::with_hook("Stop", "echo $$ > pid; sleep 600");
    let Some(terminal) = Terminal::run(&format!("{SNELL} hooks --trust"), &place.repo(), &place.home()) else { return };
    terminal.shows(&["✓ Stop"]);
    terminal.press(&["f"]);
    terminal.shows(&["running project/a:hook", "esc end it"]);
    place.wait_for("pid");
    terminal.press(&["Escape"]);
    terminal.shows(&["! proceeds, not every hook was heard", "esc close"]);
}

#[test]
fn a_signal_gives_the_terminal_back_and_ends_what_runs() {
    let place = Place::with_hook("Stop", "echo $$ > hook-pid; sleep 600");
    let script = format!("echo BEFORE; sh -c 'echo $$ > pid; exec {SNELL} hooks --trust'");
    let Some(terminal) = Terminal::run(&script, &place.repo(), &place.home()) else { return };
    terminal.shows(&["✓ Stop"]);
    terminal.press(&["f"]);
    let hook = place.wait_for("hook-pid");
    assert!(Command::new("kill").args(["-TERM", &place.wait_for("pid")]).status().unwrap().success());
    terminal.shows(&["BEFORE", "EXIT 143"]);
    assert!(!place::is_alive(&hook));
}

#[test]
fn a_terminal_that_goes_away_ends_the_tab_and_what_runs() {
    gone_with_its_terminal("");
}

/// In a session of its own no signal tells of it.
#[test]
fn a_terminal_that_goes_away_without_a_word_ends_the_tab_too() {
    gone_with_its_terminal("setsid");
}

#[track_caller]
fn gone_with_its_terminal(session: &str) {
    let place = Place::with_hook("Stop", "echo $$ > hook-pid; sleep 600");
    let script = format!("{session} sh -c 'echo $$ > pid; exec {SNELL} hooks --trust'");
    let Some(terminal) = Terminal::run(&script, &place.repo(), &place.home()) else { return };
    terminal.shows(&["✓ Stop"]);
    terminal.press(&["f"]);
    let pids = [place.wait_for("hook-pid"), place.wait_for("pid")];
    drop(terminal);
    for pid in pids {
        place::wait_for_the_end_of(&pid);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_fired_hook_leaves_behind_is_swept_up() {
    let daemon = "setsid sh -c 'echo $$ > child; exec sleep 1000' > /dev/null 2>&1 < /dev/null & while [ ! -s child ]; do sleep 0.01; done";
    let place = Place::with_hook("Stop", daemon);
    let Some(terminal) = Terminal::run(&format!("{SNELL} hooks --trust"), &place.repo(), &place.home()) else { return };
    terminal.shows(&["✓ Stop"]);
    terminal.press(&["f"]);
    terminal.shows(&["1 process that hooks had left behind was ended", "esc close"]);
    assert!(!place::is_alive(&place.wait_for("child")));
}

#[test]
fn without_a_terminal_the_tab_says_what_else_there_is() {
    let place = Place::with_hook("Stop", "true");
    for arguments in [&["hooks"][..], &["hooks", "--json"]] {
        let output = place.run(arguments);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(3), &b""[..]), "{arguments:?}");
        assert!(told.contains("`snell list"), "{told}");
    }
}
