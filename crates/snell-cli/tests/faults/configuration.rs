//! A: whatever stands where a configuration is looked for costs the smallest thing it is in, is told, and takes neither time nor memory.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;

use serde_json::json;

use crate::stage::{Stage, codes, direct, fates, handler, measuring};

/// More than the command takes by itself, and far less than what these files hold, in KiB.
const SMALL: usize = 100 * 1024;

#[track_caller]
fn assert_costs_only_itself(stage: &Stage, code: &str) {
    let document = stage.explain();
    assert_eq!(codes(&document["diagnostics"]), [code], "{:#}", document["diagnostics"]);
    assert_eq!(document["hooks"].as_array().unwrap().len(), 1, "what else there is is loaded");
}

fn fifo(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    rustix::fs::mknodat(rustix::fs::CWD, path, rustix::fs::FileType::Fifo, rustix::fs::Mode::from_raw_mode(0o644), 0).unwrap();
}

/// Fault 1: JSON nested a hundred thousand levels deep.
#[test]
fn json_without_end_costs_its_file() {
    let stage = Stage::running("true");
    for text in ["[".repeat(100_000), r#"{"hooks":"#.repeat(100_000)] {
        stage.write(".rightnow/hooks/a.json", text);
        assert_costs_only_itself(&stage, "too-deep");
    }
}

/// Fault 2: TOML nested so deep, in each of the four ways it can be.
#[test]
fn toml_without_end_costs_its_file() {
    let stage = Stage::running("true");
    let deep = 100_000;
    let dotted = format!("{}x", "a.".repeat(deep));
    for text in [format!("a = {}", "[".repeat(deep)), format!("a = {}", "{b=".repeat(deep)), format!("{dotted} = 1"), format!("[{dotted}]")]
    {
        stage.write(".rightnow/config.toml", text);
        assert_costs_only_itself(&stage, "too-deep");
    }
}

/// Faults 3 and 4: a file of a hundred megabytes, and a hole of ten gigabytes.
#[test]
fn a_huge_file_is_refused_and_takes_no_memory() {
    let stage = Stage::with(&[measuring("")]);
    let file = File::create(stage.path(".rightnow/hooks/a.json")).unwrap();
    for size in [100 << 20, 10 << 30] {
        file.set_len(size).unwrap();
        let document = stage.fire();
        assert_eq!(codes(&document["diagnostics"]), ["unreadable"]);
        assert!(stage.peak() < SMALL, "{} KiB", stage.peak());
    }
}

/// Faults 6 and 7: a FIFO that nobody writes to, wherever a file may be looked for.
#[test]
fn a_fifo_holds_nothing_up_wherever_it_stands() {
    for (place, told) in [
        (".rightnow/hooks/a.json", true),
        (".rightnow/config.toml", true),
        (".rightnow/disabled-hooks", true),
        (".claude/settings.json", true),
        (".cursor/hooks.json", true),
        ("repo/.rightnow/hooks/p.json", true),
        (".rightnow/plugins/x/hooks/hooks.json", true),
        (".rightnow/plugins/x/plugin.json", false),
        (".local/state/snell/trust.json", false),
        (".local/state/snell/journal/journal.000001.jsonl", false),
        ("repo/.git/HEAD", false),
    ] {
        let stage = Stage::running("true");
        fifo(&stage.path(place));
        let document = stage.fire();
        assert_eq!(fates(&document), [""], "{place}");
        assert_eq!(codes(&document["diagnostics"]).contains(&"unreadable"), told, "{place}: {:#}", document["diagnostics"]);
    }
}

/// Fault 6: the same, wherever an argument may name one.
#[test]
fn a_fifo_is_no_argument() {
    let stage = Stage::running("true");
    fifo(&stage.path("fifo"));
    let fifo = stage.path("fifo");
    let fifo = fifo.to_str().unwrap();
    for arguments in [
        &["fire", "--event", fifo][..],
        &["fire", "pre-tool-use", "--tool-schema", fifo],
        &["fire", "pre-tool-use", "--ca", fifo],
        &["check", fifo],
        &["plugin", "check", fifo, "--dialect", "reforma"],
        &["plugin", "install", fifo, "--yes", "--dialect", "reforma"],
    ] {
        let said = stage.snell(arguments);
        assert_eq!((said.code, said.out.as_str()), (3, ""), "{arguments:?}");
        assert!(said.err.contains("fifo"), "{arguments:?}: {}", said.err);
    }
}

/// Faults 7 and 8: what is no file at all, and links that go in a circle.
#[test]
fn what_is_no_regular_file_is_told() {
    let stage = Stage::running("true");
    let place = stage.path(".rightnow/hooks/a.json");
    let socket = UnixListener::bind(&place).unwrap();
    assert_costs_only_itself(&stage, "unreadable");
    drop(socket);
    for target in ["/dev/zero", "/dev/tty", "/", "a.json", "nowhere"] {
        fs::remove_file(&place).unwrap();
        symlink(target, &place).unwrap();
        assert_costs_only_itself(&stage, "unreadable");
    }
}

/// Fault 11: texts in other encodings, or damaged ones.
#[test]
fn a_text_that_is_none_costs_its_file() {
    let stage = Stage::running("true");
    let text = r#"{"hooks": {"PreToolUse": []}}"#;
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, code) in [
        (utf16.clone(), "syntax"),
        ([&[0xff, 0xfe][..], &utf16].concat(), "unreadable"),
        (b"{\"hooks\": {\"\xff\": []}}".to_vec(), "unreadable"),
        (b"{\"a\0\": 1}".to_vec(), "syntax"),
        (b"{\"a\": \"\\ud800\"}".to_vec(), "syntax"),
    ] {
        stage.write(".rightnow/hooks/a.json", bytes);
        assert_costs_only_itself(&stage, code);
    }
    stage.write(".rightnow/hooks/a.json", format!("\u{feff}{}\r\n", text.replace(' ', "\r\n")));
    assert_eq!(codes(&stage.explain()["diagnostics"]), [""; 0], "a mark and other line ends are no fault");
}

/// Fault 12: of a key that stands twice, what is shown before trust is given is what runs.
#[test]
fn who_trusts_and_who_runs_read_the_same_copy_of_a_key() {
    let stage = Stage::new();
    let hooks =
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo first", "command": "echo last >&2; exit 2"}]}]}}"#;
    stage.write("repo/.rightnow/hooks/a.json", hooks);
    let shown = stage.snell(&["trust", "--show", "--json"]).document();
    assert_eq!(shown["hooks"][0]["run"], "echo last >&2; exit 2", "{shown:#}");
    let fired = stage.snell(&["fire", "pre-tool-use", "--trust", "--json"]).document();
    assert_eq!(fired["outcome"]["reason"], "last");
    assert_eq!(codes(&fired["diagnostics"]), ["duplicate-key"]);
}

/// Fault 13: twenty thousand handlers in one file, and as many events that nobody knows.
#[test]
fn very_many_handlers_take_linear_time() {
    let stage = Stage::running("true");
    let handlers: Vec<String> =
        (0..20_000).map(|number| format!(r#"{{"type":"command","command":"x{number}","id":"i{number}"}}"#)).collect();
    stage.write(".rightnow/hooks/a.json", format!(r#"{{"hooks":{{"Stop":[{{"hooks":[{}]}}]}}}}"#, handlers.join(",")));
    assert_eq!(fates(&stage.fire()), [""]);
    assert_eq!(stage.snell(&["explain", "stop"]).code, 0);
    assert_eq!(stage.snell(&["check"]).code, 0);
    let events: Vec<String> = (0..20_000).map(|number| format!(r#""Event{number}":[]"#)).collect();
    stage.write(".rightnow/hooks/a.json", format!(r#"{{"hooks":{{{}}}}}"#, events.join(",")));
    assert_eq!(fates(&stage.fire()), [""]);
}

/// Fault 13: together the files of a configuration are bounded too.
#[test]
fn many_large_files_are_read_up_to_a_limit() {
    let stage = Stage::running("true");
    for number in 0..18 {
        let text = format!(r#"{{"hooks": {{"Stop": []}}, "x": "{}"}}"#, "x".repeat((4 << 20) - 100));
        stage.write(&format!(".rightnow/hooks/z{number:02}.json"), text);
    }
    let document = stage.explain();
    assert_eq!(codes(&document["diagnostics"]), ["unreadable"; 2]);
    assert!(document["diagnostics"][0]["message"].as_str().unwrap().contains("64 MiB"));
    assert_eq!(document["hooks"].as_array().unwrap().len(), 1);
}

/// Faults 15 to 17: patterns that defeat other engines, and patterns that would grow.
#[test]
fn patterns_take_linear_time_and_little_memory_also_together() {
    let stage = Stage::with(&[measuring("")]);
    let group = |matcher: &str| json!({"matcher": matcher, "hooks": [handler("true", 60.0)]});
    let mut groups: Vec<_> = ["(a+)+$", "(a|a)*$", "a{1000}{1000}", r"\w{500}{20}", &"a|".repeat(500_000)].map(group).into();
    groups.extend((0..400).map(|number| group(&format!(r"\w{{30}}{number}"))));
    stage.write(".rightnow/hooks/a.json", json!({"hooks": {"PreToolUse": groups}}).to_string());
    let tool = format!("{}!", "a".repeat(10_000));
    let said = stage.snell(&["fire", "pre-tool-use", "--tool", &tool, "--dialect", "rightnow", "--json"]);
    let broken = codes(&said.document()["diagnostics"]).iter().filter(|code| **code == "bad-matcher").count();
    assert!((200..403).contains(&broken), "{broken}");
    // What each takes depends on the engine's features; unbounded, these would take a gigabyte.
    assert!(stage.peak() < 3 * SMALL, "{} KiB", stage.peak());
}

/// Fault 19: a guard that blocks where it fails does so also where its pattern cannot be read, or has no room.
#[test]
fn a_guard_whose_pattern_has_no_room_blocks() {
    let stage = Stage::new();
    let mut groups: Vec<_> = (0..400).map(|number| json!({"matcher": format!(r"\w{{30}}{number}"), "hooks": []})).collect();
    let mut guard = handler("true", 60.0);
    guard["onFailure"] = json!("block");
    groups.push(json!({"matcher": r"\w{30}last", "hooks": [guard]}));
    stage.write(".rightnow/hooks/a.json", json!({"hooks": {"PreToolUse": groups}}).to_string());
    let document = stage.fire();
    assert_eq!(document["outcome"]["action"], "deny", "{:#}", document["outcome"]);
    assert!(document["outcome"]["reason"].as_str().unwrap().contains("no room"));
}

/// Fault 20: numbers that no clock can count.
#[test]
fn a_timeout_that_is_none_costs_only_itself() {
    let stage = Stage::new();
    for timeout in ["-1", "0", "1e999", "-1e999", "\"10\"", "null", "[]"] {
        let text =
            format!(r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{{"type": "command", "command": "true", "timeout": {timeout}}}]}}]}}}}"#);
        stage.write(".rightnow/hooks/ok.json", text);
        let document = stage.fire();
        assert_eq!(fates(&document), [""], "{timeout}");
        assert_eq!(codes(&document["diagnostics"]).len(), usize::from(timeout != "null"), "{timeout}");
    }
    stage.write(".rightnow/hooks/ok.json", json!({"hooks": {"PreToolUse": [{"hooks": [handler("true", 1e18)]}]}}).to_string());
    assert_eq!(codes(&stage.fire()["diagnostics"]), ["timeout-clamped"]);
    stage.write(".rightnow/hooks/ok.json", json!({"hooks": {"PreToolUse": [{"hooks": [handler("sleep 60", 1e-4)]}]}}).to_string());
    assert_eq!(fates(&stage.fire()), ["timed_out"]);
}

/// Fault 22: a value that holds a reference, one of a megabyte, and a brace that is never closed.
#[test]
fn what_cannot_be_expanded_is_not_run() {
    let stage =
        Stage::with(&[direct(Path::new("$A/true")), direct(Path::new("$HUGE/true")), handler("echo ${A", 60.0), handler("$NONE", 60.0)]);
    let mut command = stage.command(&["fire", "pre-tool-use", "--dialect", "rightnow", "--json"]);
    command.env("A", "$HOME").env("HUGE", "x".repeat(100_000));
    let document = crate::stage::finish(command, b"").document();
    assert_eq!(fates(&document), ["not_started", "not_started", "refused", "refused"], "{document:#}");
}
