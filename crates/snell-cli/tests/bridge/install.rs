//! B3, B4, B5, B7: what is put into a native file, and when it is not.

use std::fs;

use serde_json::Value;

use crate::stage::{AGENTS, Stage, schema};

/// The handler of an event, and its timeout in seconds.
fn handler(agent: &str, file: &Value, event: &str) -> (Value, f64) {
    let events = if agent == "droid" { file } else { &file["hooks"] };
    let item = &events[event][0];
    let handler = if ["copilot", "cursor"].contains(&agent) { item.clone() } else { item["hooks"][0].clone() };
    let timeout = handler["timeout"].as_f64().or(handler["timeoutSec"].as_f64()).expect("an explicit timeout");
    let seconds = if ["gemini", "qwen"].contains(&agent) { timeout / 1000.0 } else { timeout };
    (handler, seconds)
}

/// The native names of the three events that every agent gets.
fn events(agent: &str) -> [&'static str; 3] {
    match agent {
        "gemini" => ["BeforeAgent", "BeforeTool", "AfterAgent"],
        "copilot" => ["userPromptSubmitted", "preToolUse", "agentStop"],
        "cursor" => ["beforeSubmitPrompt", "preToolUse", "stop"],
        _ => ["UserPromptSubmit", "PreToolUse", "Stop"],
    }
}

#[test]
fn one_entry_an_event_with_a_timeout_that_the_command_knows() {
    for (agent, user, project) in AGENTS {
        for (scope, path) in [("user", user), ("project", project)] {
            let stage = Stage::new();
            stage.does(&["install", agent, "--scope", scope]);
            let file = stage.json(path);
            for event in events(agent) {
                let (handler, seconds) = handler(agent, &file, event);
                let command = handler["command"].as_str().or(handler["bash"].as_str()).expect("a command");
                let program = fs::canonicalize(env!("CARGO_BIN_EXE_snell")).unwrap();
                assert_eq!(command, format!("{} bridge run {agent} {event} --within {seconds}", program.display()));
                assert!(seconds >= 60.0, "{agent} {event}: {seconds}");
                assert_eq!(handler.get("matcher"), None);
            }
            assert_eq!(file["version"] == 1, ["copilot", "cursor"].contains(&agent));
        }
    }
}

#[test]
fn an_entry_gets_more_than_its_longest_hook() {
    let stage = Stage::new();
    stage.write("home/.claude/settings.json", r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x","timeout":90}]}]}}"#);
    stage.does(&["install", "codex", "--from", "claude"]);
    let file = stage.json("home/.codex/hooks.json");
    let seconds = ["PreToolUse", "Stop", "SessionEnd"].map(|event| handler("codex", &file, event).1.to_string());
    assert_eq!(seconds, ["92", "60", "3"], "at the end of a session the agent gives no more");
    let command = handler("codex", &file, "PreToolUse").0["command"].clone();
    assert!(command.as_str().unwrap().ends_with("--within 92 --from claude"), "{command}");
}

#[test]
fn a_second_time_changes_nothing() {
    for (agent, user, _) in AGENTS {
        let stage = Stage::new();
        stage.does(&["install", agent]);
        let first = stage.read(user);
        assert!(stage.does(&["install", agent]).starts_with("installed already"));
        assert_eq!(stage.read(user), first);
    }
}

#[test]
fn cursor_gets_no_entry_for_one_kind_of_operation() {
    let stage = Stage::new();
    stage.does(&["install", "cursor"]);
    let file = stage.json("home/.cursor/hooks.json");
    for event in ["beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "afterShellExecution", "afterFileEdit"] {
        assert_eq!(file["hooks"].get(event), None);
    }
}

#[test]
fn a_weaker_guard_is_refused_until_its_loss_is_accepted() {
    let stage = Stage::new();
    stage.write("home/.claude/settings.json", r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}"#);
    let (code, out, _) = stage.bridge(&["install", "qwen"]);
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("weaker[Stop.block]: user/settings:stop[0].hooks[0] (claude)") && out.contains("--accept-loss Stop.block"),
        "{out}"
    );
    assert!(!stage.path("home/.qwen").exists());
    stage.does(&["install", "qwen", "--accept-loss", "Stop.block"]);
    assert!(stage.path("home/.qwen/settings.json").exists());
}

#[test]
fn a_dry_run_shows_the_change_and_writes_nothing() {
    let stage = Stage::new();
    let out = stage.does(&["install", "codex", "--dry-run"]);
    assert!(out.contains("\n+  \"hooks\": {\n"), "{out}");
    assert!(!stage.path("home/.codex").exists() && !stage.path("home/.local").exists());
}

#[test]
fn what_cannot_be_parsed_is_never_overwritten() {
    for (agent, user, _) in AGENTS {
        for text in ["{ \"a\": 1,\n  oops }", "[]", "// nothing", "{\"a\" 1}"] {
            let stage = Stage::new();
            stage.write(user, text);
            let (code, _, err) = stage.bridge(&["install", agent]);
            assert_eq!(code, 3, "{err}");
            let place = format!("{}:{}", stage.path(user).display(), if text.contains("oops") { 2 } else { 1 });
            assert!(err.contains(&place) && err.contains("help: repair the file first; nothing was changed"), "{err}");
            assert_eq!(stage.read(user), text);
            assert_eq!(stage.bridge(&["uninstall", agent]).0, 3);
            assert_eq!(stage.read(user), text);
        }
    }
}

#[test]
fn both_scopes_at_once_would_run_every_hook_twice() {
    let stage = Stage::new();
    stage.does(&["install", "codex"]);
    let (code, _, err) = stage.bridge(&["install", "codex", "--scope", "project"]);
    assert!(code == 3 && err.contains("twice"), "{err}");
}

#[test]
fn what_the_user_must_approve_is_said() {
    let out = Stage::new().does(&["install", "codex"]);
    assert!(out.contains("Codex asks you to approve: each entry"), "{out}");
}

#[test]
fn the_documents_fit_the_published_schema() {
    let stage = Stage::new();
    let validator = schema("bridge-install");
    let actions =
        [(&["install", "codex", "--dry-run"][..], "planned"), (&["install", "codex"], "installed"), (&["install", "codex"], "unchanged")];
    for (arguments, action) in actions.into_iter().chain([(&["uninstall", "codex"][..], "uninstalled")]) {
        let document: Value = serde_json::from_str(&stage.does(&[arguments, &["--json"]].concat())).unwrap();
        assert!(validator.is_valid(&document), "{document:#}");
        assert_eq!(document["action"], action);
    }
}
