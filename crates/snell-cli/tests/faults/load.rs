//! G: many hooks at once, few descriptors, and nobody who reads.

use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::stage::{Stage, fates, finish, handler};

/// Fault 57: a thousand hooks of one event where no more than 64 files may be open.
#[test]
fn a_thousand_hooks_run_with_64_descriptors() {
    let handlers: Vec<_> = (0..1000).map(|number| handler(&format!("read -r line; exit $(({number} % 2))"), 60.0)).collect();
    let stage = Stage::with(&handlers);
    let fire = "ulimit -n 64; exec \"$SNELL\" fire pre-tool-use --dialect rightnow --json";
    let document = finish(stage.shell(fire), b"").document();
    let fates = fates(&document);
    assert_eq!(fates.len(), 1000);
    assert!(fates.iter().enumerate().all(|(number, fate)| fate == ["", "exited"][number % 2]));
}

/// Fault 57: where nothing can be started at all, each hook fails alone, after its own time.
#[test]
fn without_descriptors_or_processes_hooks_fail_and_nothing_else_does() {
    let mut guard = handler("true", 0.5);
    guard["onFailure"] = json!("block");
    let stage = Stage::with(&[handler("true", 0.3), guard]);
    let fire = "exec \"$SNELL\" fire pre-tool-use --dialect rightnow --json";
    let told = |text: &str, words: &str| {
        let document = finish(stage.shell(text), b"").document();
        assert_eq!(fates(&document), ["not_started", "not_started"], "{document:#}");
        assert!(document["hooks"][0]["failure"]["message"].as_str().unwrap().contains(words), "{document:#}");
        assert_eq!(document["outcome"]["action"], "deny", "a guard that could not run blocks");
    };
    told(&format!("ulimit -n 9; {fire}"), "ulimit -n");
    // The limit does not hold for root.
    stage.open_to_everybody();
    let somebody = if rustix::process::geteuid().is_root() { "setpriv --reuid 65534 --clear-groups" } else { "env" };
    if !finish(stage.shell(&format!("{somebody} prlimit --nproc=1000 \"$SNELL\" --version")), b"").err.is_empty() {
        eprintln!("skipped: nobody's processes can be limited here");
        return;
    }
    told(&format!("SNELL_JOURNAL=off {somebody} prlimit --nproc=1 \"$SNELL\" fire pre-tool-use --dialect rightnow --json"), "ulimit -u");
}

/// Fault 90: an event that concerns none of a thousand hooks starts nothing.
#[test]
fn an_event_that_concerns_nobody_starts_nothing() {
    let stage = Stage::new();
    let group = |number: usize| json!({"matcher": format!("Tool{number}"), "hooks": [handler("touch \"$HOME/ran\"", 60.0)]});
    let groups: Vec<_> = (0..1000).map(group).collect();
    stage.write(".rightnow/hooks/a.json", json!({"hooks": {"PreToolUse": groups}}).to_string());
    let document = stage.fire();
    assert!(document["hooks"].as_array().unwrap().iter().all(|hook| hook["why"] == "matcher"));
    assert!(!stage.path("ran").exists());
}

/// Fault 92: nobody reads what the command prints. Its hooks are heard, recorded and gone all the same.
#[test]
fn hooks_do_not_wait_for_who_reads_the_answer() {
    let stage = Stage::running("echo $$ > \"$HOME/pid\"; head -c 900000 /dev/zero | tr '\\0' x >&2; exit 2");
    let mut child = stage
        .command(&["fire", "pre-tool-use", "--dialect", "rightnow", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let journal = stage.path(".local/state/snell/journal/journal.000001.jsonl");
    let give_up_at = Instant::now() + Duration::from_secs(60);
    while !std::fs::read_to_string(&journal).is_ok_and(|text| text.ends_with('\n')) {
        assert!(Instant::now() < give_up_at, "it was not recorded");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!crate::stage::is_alive(&stage.read("pid")));
    assert!(child.try_wait().unwrap().is_none(), "its answer is larger than a pipe, and waits to be read");
    let mut told = String::new();
    child.stdout.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(told.len() > 500_000);
}
