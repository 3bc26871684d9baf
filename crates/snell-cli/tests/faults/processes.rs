//! C: whatever a hook does, the command comes back soon after the deadline, keeps what was said in time, and leaves nothing running.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::stage::{Stage, codes, direct, fates, finish, handler, is_alive, measuring};

const DENY: &str = r#"echo '{"decision":"deny","reason":"no"}'"#;

/// Waits for a file that a hook writes with a line feed at its end.
#[track_caller]
fn wait_for(stage: &Stage, name: &str) -> String {
    for _ in 0..6000 {
        if let Ok(text) = fs::read_to_string(stage.path(name))
            && text.ends_with('\n')
        {
            return text;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("no hook wrote `{name}`");
}

#[track_caller]
fn assert_gone(stage: &Stage, pids: &str) {
    for pid in stage.read(pids).lines() {
        assert!(!is_alive(pid), "process {pid} is left");
    }
}

/// Faults 36, 37 and 42: the hook, or what it started, ignores SIGTERM, or has stopped itself.
#[test]
fn the_deaf_and_the_stopped_are_ended() {
    let deaf = r#"trap '' TERM; echo $$ >> "$HOME/pids"; while :; do sleep 1; done"#;
    let stage = Stage::with(&[
        handler(deaf, 0.3),
        handler(&format!("sh -c '{}' & wait", deaf.replace('\'', "\"")), 0.3),
        handler(r#"echo $$ >> "$HOME/pids"; kill -STOP $$"#, 0.3),
    ]);
    assert_eq!(fates(&stage.fire()), ["timed_out"; 3]);
    assert_gone(&stage, "pids");
}

/// Faults 38 and 39: what a hook said in time counts, although something it left behind holds its output open, in another session even.
#[test]
fn a_decision_survives_whatever_is_left_behind() {
    let behind = "sh -c 'echo $$ >> \"$HOME/pids\"; exec sleep 1000'";
    let stage = Stage::with(&[
        handler(&format!("{behind} & {DENY}"), 60.0),
        handler(&format!("setsid {behind} & {DENY}"), 60.0),
        handler(&format!("(setsid {behind} &) & wait; {DENY}"), 60.0),
    ]);
    let document = stage.fire();
    assert_eq!(fates(&document), ["deny"; 3]);
    for hook in document["hooks"].as_array().unwrap() {
        assert_eq!(codes(&hook["notes"]), ["leaked"]);
    }
    assert_gone(&stage, "pids");
}

/// Faults 40 and 41: daemons that closed everything, and a storm of them.
#[test]
#[cfg(target_os = "linux")]
fn daemons_are_swept_up_however_many() {
    let stage =
        Stage::running("for i in $(seq 100); do setsid sh -c 'sleep 1000 & sleep 1000' >/dev/null 2>&1 </dev/null & done; sleep 0.3");
    let mut command = stage.command(&["fire", "pre-tool-use", "--dialect", "rightnow", "--json"]);
    command.env("MARK", stage.path(""));
    let document = finish(command, b"").document();
    assert_eq!(fates(&document), [""]);
    assert_eq!(codes(&document["diagnostics"]), ["swept"]);
    let mark = format!("MARK={}", stage.path("").display());
    let marked = |pid: &fs::DirEntry| {
        fs::read(pid.path().join("environ")).is_ok_and(|text| text.split(|byte| *byte == 0).any(|line| line == mark.as_bytes()))
    };
    assert_eq!(fs::read_dir("/proc").unwrap().flatten().filter(marked).count(), 0);
}

/// Fault 42, where a person sits before it: a hook that asks the terminal is not waited for, and is told what it did.
#[test]
fn a_hook_that_asks_for_a_password_does_not_wait_for_one() {
    let ask = "echo $$ > \"$HOME/pid\"; printf 'Password: ' >&2; read -r password < /dev/tty; echo \"$password\"";
    let stage = Stage::running(ask);
    let said = finish(stage.shell("script -qec \"$SNELL fire pre-tool-use --dialect rightnow --json\" /dev/null"), b"");
    if said.out.is_empty() {
        eprintln!("skipped: `script` is not installed, so there is no terminal to ask: {}", said.err);
        return;
    }
    let hook = &said.document()["hooks"][0];
    assert_eq!(hook["failure"]["message"], "it asked the terminal, which no hook has (signal 21): Password:", "{hook:#}");
    assert_gone(&stage, "pid");
}

/// Faults 44 to 46: ten megabytes that nobody reads, that somebody stops reading, and that are read to their end.
#[test]
fn a_payload_of_ten_megabytes_is_under_the_deadline() {
    let stage = Stage::with(&[
        handler("sleep 60", 0.5),
        handler(&format!("exec 0<&-; {DENY}"), 60.0),
        handler(&format!("head -c 10 > /dev/null; {DENY}"), 60.0),
        handler("test \"$(wc -c)\" -gt 10000000 && exit 2", 60.0),
    ]);
    let event =
        json!({"hookEventName": "pre_tool_use", "toolName": "run_terminal_command", "toolInput": {"command": "x".repeat(10_000_000)}});
    let fire = stage.command(&["fire", "--event", "-", "--dialect", "rightnow", "--json"]);
    let document = finish(fire, event.to_string().as_bytes()).document();
    assert_eq!(fates(&document), ["timed_out", "deny", "deny", "deny"]);
}

/// Faults 47 to 50: a gigabyte of output, of errors, and of one line.
#[test]
fn a_gigabyte_of_output_takes_no_memory() {
    let whole = "; touch \"$HOME/done$1\"";
    let stage = Stage::with(&[
        handler(&format!("set 1; head -c 1000000000 /dev/zero{whole}"), 60.0),
        handler(&format!("set 2; head -c 1000000000 /dev/zero >&2{whole}; {DENY}"), 60.0),
        measuring("while [ ! -e \"$HOME/done1\" ] || [ ! -e \"$HOME/done2\" ]; do sleep 0.05; done;"),
    ]);
    let document = stage.fire();
    assert_eq!(fates(&document), ["too_large", "deny", ""]);
    assert!(stage.peak() < 60 * 1024, "{} KiB", stage.peak());
}

/// Faults 51 and 52: a damaged byte costs itself, and what is ambiguous never allows for a guard.
#[test]
fn a_damaged_or_ambiguous_reply_is_never_a_yes() {
    let guard = |command: &str| {
        let mut handler = handler(command, 60.0);
        handler["onFailure"] = json!("block");
        handler
    };
    let stage = Stage::with(&[
        handler(r#"printf '\357\273\277{"decision":"deny","reason":"a\377b\000c\033[31m"}'"#, 60.0),
        handler(r#"echo '{"decision":"deny","n":1e999}'"#, 60.0),
        handler(r#"echo '{"decision":"allow","decision":"deny"}'"#, 60.0),
        guard(r#"echo '{"decision":"allow","decision":"allow"}'"#),
        guard("head -c 200000 /dev/zero | tr '\\0' '['"),
        guard(r#"echo '{"decision":"allow"}{"decision":"allow"}'"#),
        guard(r#"echo '{"decision":"allow"} done'"#),
        guard(r#"printf '{"decision":"allow","n":1'; head -c 500000 /dev/zero | tr '\0' 1; echo '}'"#),
    ]);
    let document = stage.fire();
    let malformed = "malformed";
    assert_eq!(fates(&document), ["deny", "deny", "deny", malformed, malformed, malformed, malformed, "allow"], "{document:#}");
    let by = document["outcome"]["by"].as_array().unwrap();
    assert_eq!(by.len(), 7, "each of them blocks: {by:?}");
}

/// Fault 54: what cannot be started says why, and at once.
#[test]
fn what_cannot_be_started_says_why() {
    let stage = Stage::new();
    symlink("/dev/zero", stage.path("zero")).unwrap();
    stage.write("plain", "#!/bin/sh\n");
    stage.program("crlf", "#!/bin/sh\r\ntrue\r\n");
    stage.program("interpreter", "#!/no/such/thing\n");
    stage.program("loop", format!("#!{}\n", stage.path("loop").display()));
    stage.program("busy", fs::read("/bin/true").unwrap());
    let _busy = fs::OpenOptions::new().append(true).open(stage.path("busy")).unwrap();
    let cases = [
        ("zero", "not a regular file"),
        ("repo", "is a directory"),
        ("plain", "no execute bit"),
        ("crlf", "CRLF"),
        ("interpreter", "`/no/such/thing` does not exist"),
        ("loop", "loop"),
        ("busy", "being written"),
        ("nowhere", "does not exist"),
    ];
    let handlers: Vec<Value> = cases.iter().map(|(name, _)| direct(&stage.path(name))).collect();
    stage.hooks("a.json", &handlers);
    let document = stage.fire();
    assert_eq!(fates(&document), vec!["not_started"; cases.len()]);
    for ((name, words), hook) in cases.iter().zip(document["hooks"].as_array().unwrap()) {
        let message = hook["failure"]["message"].as_str().unwrap();
        assert!(message.contains(words), "{name}: {message}");
    }
}

/// Fault 54, on a file system from which nothing may be started: that can only be had where mounting is allowed.
#[test]
#[cfg(target_os = "linux")]
fn a_file_system_without_programs_is_named() {
    let stage = Stage::new();
    fs::create_dir(stage.path("mounted")).unwrap();
    stage.hooks("a.json", &[direct(&stage.path("mounted/guard"))]);
    let mount = "mount -t tmpfs -o noexec none ../mounted && cp /bin/true ../mounted/guard && exec \"$SNELL\" fire pre-tool-use --json";
    let said = finish(stage.shell(&format!("unshare --mount sh -c '{mount}'")), b"");
    if said.out.is_empty() {
        eprintln!("skipped: nothing can be mounted here: {}", said.err);
        return;
    }
    let document = said.document();
    assert!(document["hooks"][0]["failure"]["message"].as_str().unwrap().contains("noexec"), "{document:#}");
}

/// Fault 55: a directory that is gone, one that its hook removes, and one whose name a shell would understand.
#[test]
fn a_directory_is_never_read_as_a_shells_text() {
    let stage = Stage::running("cd / && rm -r \"$RIGHTNOW_WORKSPACE_ROOT\"; echo gone >&2; exit 2");
    for name in ["it's", "a\nb", "$(touch evil)", "`touch evil`", "\u{202e}\u{1b}[31m"] {
        let place = stage.path("places").join(name);
        fs::create_dir_all(&place).unwrap();
        let mut command = stage.command(&["fire", "pre-tool-use", "--dialect", "rightnow", "--json"]);
        command.current_dir(&place);
        assert_eq!(finish(command, b"").document()["outcome"]["reason"], "gone", "{name:?}");
        assert!(!place.exists() && !stage.path("places/evil").exists(), "{name:?}");
    }
    let document = stage.snell(&["fire", "pre-tool-use", "--dialect", "rightnow", "--json", "--cwd", "/no/such/place/at/all"]).document();
    assert_eq!(codes(&document["hooks"][0]["notes"]), ["directory-gone"]);
}

/// Fault 59: nobody can do anything when the command itself is killed with SIGKILL. This is what then becomes of its hooks: whatever they
/// read or write ends, and a hook that does neither goes on.
#[test]
fn what_a_killed_command_leaves_behind_is_what_the_list_says() {
    let stage = Stage::with(&[
        handler("echo $$ > \"$HOME/writes\"; while echo x; do sleep 0.01; done", 60.0),
        handler("echo $$ > \"$HOME/sleeps\"; exec sleep 60", 60.0),
    ]);
    let mut child = stage.command(&["fire", "pre-tool-use", "--dialect", "rightnow"]).stdout(Stdio::null()).spawn().unwrap();
    let (writes, sleeps) = (wait_for(&stage, "writes"), wait_for(&stage, "sleeps"));
    child.kill().unwrap();
    child.wait().unwrap();
    for _ in 0..6000 {
        if !is_alive(&writes) {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    assert!(!is_alive(&writes));
    assert!(is_alive(&sleeps), "should this ever be better, the list must say so");
    Command::new("kill").args(["-9", sleeps.trim()]).status().unwrap();
}

/// Fault 62: no home, no directory for temporary files, a disk that is full. Decisions are made all the same.
#[test]
fn decisions_need_no_disk() {
    let stage = Stage::new();
    let hooks = json!({"hooks": {"PreToolUse": [{"hooks": [handler("echo no >&2; exit 2", 60.0)]}]}});
    stage.write("repo/.rightnow/hooks/a.json", hooks.to_string());
    for home in ["/nonexistent", "/dev/full", ""] {
        let mut command = stage.command(&["fire", "pre-tool-use", "--trust", "--dialect", "rightnow"]);
        command.env("HOME", home).env("TMPDIR", "/nonexistent").env("XDG_STATE_HOME", "/dev/full");
        let said = finish(command, b"");
        assert_eq!(said.code, 2, "{home}: {}", said.err);
        assert_eq!(said.err.matches("cannot be written").count(), 1, "{home}: {}", said.err);
    }
}

/// Fault 63: a hook that fires its own event.
#[test]
fn a_hook_that_fires_its_own_event_comes_to_an_end() {
    let stage = Stage::new();
    let fire = "echo x >> \"$HOME/levels\"; \"$SNELL\" fire pre-tool-use --dialect rightnow >/dev/null 2>> \"$HOME/told\"; true";
    stage.hooks("a.json", &[handler(fire, 60.0)]);
    let said = finish(stage.shell("exec \"$SNELL\" fire pre-tool-use --dialect rightnow --json"), b"");
    assert_eq!(fates(&said.document()), [""]);
    assert_eq!(stage.read("levels").lines().count(), 8);
    assert!(stage.read("told").contains("SNELL_DEPTH"));
}

/// Faults 58 and 45: a reader of events that goes away, and an event that never ends, are no trouble of the hooks.
#[test]
fn an_event_that_is_cut_off_is_told() {
    let stage = Stage::running("true");
    let mut child = stage
        .command(&["fire", "--event", "-", "--dialect", "rightnow"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"{\"hookEventName\": \"pre_tool").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the event in stdin is not JSON"));
}
