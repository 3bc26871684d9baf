//! The file that is printed: what a user would have written by hand, and what the other agent then does with it.

use serde_json::{Value, json};

use crate::stage::{Stage, claude, file, losses};

const AGENTS: [&str; 9] = ["rightnow", "reforma", "claude", "codex", "gemini", "qwen", "copilot", "droid", "cursor"];
const GUARD: &str = r"grep -q 'rm -rf' && { echo never >&2; exit 2; }; exit 0";

/// The file of an agent with one guard of the shell, and where it stands.
fn guarded(agent: &str) -> (&'static str, String) {
    let command = json!(GUARD);
    let grouped = |event: &str, matcher: &str| {
        format!(r#"{{"hooks":{{"{event}":[{{"matcher":"{matcher}","hooks":[{{"type":"command","command":{command}}}]}}]}}}}"#)
    };
    match agent {
        "rightnow" => ("home/.rightnow/hooks/a.json", grouped("PreToolUse", "run_terminal_command")),
        "reforma" => ("repo/.reforma/hooks/hooks.json", grouped("PreToolUse", "^Bash$")),
        "claude" => ("home/.claude/settings.json", grouped("PreToolUse", "Bash")),
        "codex" => ("home/.codex/hooks.json", grouped("PreToolUse", "Bash")),
        "gemini" => ("home/.gemini/settings.json", grouped("BeforeTool", "run_shell_command")),
        "qwen" => ("home/.qwen/settings.json", grouped("PreToolUse", "run_shell_command")),
        "copilot" => {
            let handler = format!(r#"{{"type":"command","matcher":"Bash","bash":{command}}}"#);
            ("home/.copilot/hooks/a.json", format!(r#"{{"version":1,"hooks":{{"PreToolUse":[{handler}]}}}}"#))
        }
        "droid" => {
            let group = format!(r#"{{"matcher":"Execute","hooks":[{{"type":"command","command":{command}}}]}}"#);
            ("home/.factory/hooks.json", format!(r#"{{"PreToolUse":[{group}]}}"#))
        }
        _ => ("home/.cursor/hooks.json", format!(r#"{{"version":1,"hooks":{{"beforeShellExecution":[{{"command":{command}}}]}}}}"#)),
    }
}

/// Whether the agent refuses a call of its shell, by its own rules.
fn refuses(stage: &Stage, agent: &str, command: &str) -> bool {
    let input = json!({ "command": command, "description": "x" }).to_string();
    let event = if agent == "gemini" { "BeforeTool" } else { "pre-tool-use" };
    let (code, _, err) = stage.snell(&["fire", event, "--dialect", agent, "--trust", "--tool", "Bash", "--input", &input, "--no-journal"]);
    assert!([0, 2].contains(&code), "{agent}: {err}");
    code == 2
}

#[test]
fn a_guard_that_loses_nothing_refuses_under_every_other_agent() {
    let mut kept = 0;
    for from in AGENTS {
        for to in AGENTS.iter().filter(|to| **to != from) {
            let stage = Stage::new();
            let (path, text) = guarded(from);
            stage.write(path, &text);
            assert!(refuses(&stage, from, "rm -rf /"), "{from}");
            let (_, document) = stage.converts(from, to, &[]);
            // Alone, so that nothing else refuses.
            std::fs::remove_file(stage.path(path)).unwrap();
            let there = std::path::PathBuf::from(document["path"].as_str().unwrap());
            let below = there.strip_prefix(stage.path("")).unwrap().to_str().unwrap().to_owned();
            stage.write(&below, document["text"].as_str().unwrap());
            let is_lost = losses(&document).iter().any(|loss| loss == "PreToolUse.deny dead");
            assert_eq!(refuses(&stage, to, "rm -rf /"), !is_lost, "{from} to {to}: {document:#}");
            assert!(!refuses(&stage, to, "ls"), "{from} to {to}");
            kept += u32::from(!is_lost);
        }
    }
    assert!(kept >= 64, "{kept} of 72");
}

#[test]
fn events_matchers_units_and_keys_are_the_other_agents() {
    let stage = Stage::new();
    let handler = r#""command":"exit 2","timeout":7"#;
    stage.write("home/.claude/settings.json", &claude("PreToolUse", Some("^(Bash|mcp__github__.*)$"), handler));
    let group = |event: &str, matcher: &str, timeout: u64| {
        let handler = json!({ "type": "command", "command": "exit 2", "timeout": timeout });
        json!({ "hooks": { event: [{ "matcher": matcher, "hooks": [handler] }] } })
    };
    let expected = [
        ("codex", group("PreToolUse", "^(Bash|mcp__github__.*)$", 7)),
        ("gemini", group("BeforeTool", "^(run_shell_command|mcp_github_.*)$", 7000)),
        ("qwen", group("PreToolUse", "^(run_shell_command|mcp__github__.*)$", 7000)),
        ("rightnow", group("PreToolUse", "^(run_terminal_command|github__.*)$", 7)),
    ];
    for (to, expected) in expected {
        assert_eq!(file(&stage.converts("claude", to, &[]).1), expected, "{to}");
    }
    let cursor = file(&stage.converts("claude", "cursor", &[]).1);
    assert_eq!(cursor["version"], 1);
    assert_eq!(cursor["hooks"]["preToolUse"][0]["matcher"], "^(Shell|MCP:.*)$");
    assert_eq!(file(&stage.converts("claude", "droid", &[]).1)["PreToolUse"][0]["matcher"], "^(Execute|github___.*)$");
}

#[test]
fn per_operation_events_become_a_matcher() {
    let stage = Stage::new();
    let text = r#"{"version":1,"hooks":{"beforeShellExecution":[{"command":"exit 2"}],"beforeMCPExecution":[{"command":"exit 2"}],
        "afterFileEdit":[{"command":"exit 0"}]}}"#;
    stage.write("repo/.cursor/hooks.json", text);
    let file = file(&stage.converts("cursor", "claude", &[]).1);
    let matchers =
        |event: &str| -> Vec<Value> { file["hooks"][event].as_array().unwrap().iter().map(|group| group["matcher"].clone()).collect() };
    assert_eq!(matchers("PreToolUse"), ["Bash", "^mcp__.*$"]);
    assert_eq!(matchers("PostToolUse"), ["Edit|MultiEdit|Write|NotebookEdit"]);
}

#[test]
fn variables_and_directories_are_the_other_agents() {
    let stage = Stage::new();
    stage.write(
        "repo/.reforma/hooks/hooks.json",
        r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"sh hooks/x.sh $REFORMA_PROJECT_DIR"}]}]}}"#,
    );
    let command = |to: &str, event: &str| file(&stage.converts("reforma", to, &[]).1)["hooks"][event][0]["hooks"][0]["command"].clone();
    assert_eq!(command("claude", "Stop"), r#"cd "$CLAUDE_PROJECT_DIR"/.reforma || exit 2; sh hooks/x.sh ${CLAUDE_PROJECT_DIR}"#);
    assert_eq!(command("gemini", "AfterAgent"), r#"cd "$GEMINI_PROJECT_DIR"/.reforma || exit 2; sh hooks/x.sh ${GEMINI_PROJECT_DIR}"#);
}

#[test]
fn a_program_beside_its_file_is_called_by_its_path() {
    let stage = Stage::new();
    stage.write(
        "repo/.rightnow/hooks/a.json",
        r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"./x.sh","env":{"A":"it's"}}]}]}}"#,
    );
    stage.write("repo/.rightnow/hooks/x.sh", "#!/bin/sh\n");
    let program = stage.path("repo/.rightnow/hooks/x.sh");
    let handler = |to: &str, event: &str| file(&stage.converts("rightnow", to, &[]).1)["hooks"][event][0]["hooks"][0].clone();
    assert_eq!(handler("claude", "Stop")["command"], format!("export A='it'\\''s'; {}", program.display()));
    let gemini = handler("gemini", "AfterAgent");
    assert_eq!((&gemini["command"], &gemini["env"]), (&json!(program), &json!({ "A": "it's" })));
}

#[test]
fn one_file_can_be_named_and_one_scope() {
    let stage = Stage::new();
    stage.write("home/.claude/settings.json", &claude("Stop", None, r#""command":"user""#));
    stage.write("repo/.claude/settings.json", &claude("Stop", None, r#""command":"project""#));
    stage.write("repo/other.json", &claude("Stop", None, r#""command":"other""#));
    let commands = |more: &[&str]| -> (Vec<String>, Value) {
        let (_, document) = stage.converts("claude", "codex", more);
        let groups = file(&document)["hooks"]["Stop"].as_array().unwrap().clone();
        let handlers = groups.iter().flat_map(|group| group["hooks"].as_array().unwrap().clone());
        (handlers.map(|handler| handler["command"].as_str().unwrap().to_owned()).collect(), document["path"].clone())
    };
    let (user, project) = (json!(stage.path("home/.codex/hooks.json")), json!(stage.path("repo/.codex/hooks.json")));
    assert_eq!(commands(&[]), (vec!["user".to_owned(), "project".to_owned()], project.clone()));
    assert_eq!(commands(&["--scope", "user"]), (vec!["user".to_owned()], user));
    assert_eq!(commands(&["--scope", "project"]), (vec!["project".to_owned()], project));
    assert_eq!(commands(&["other.json"]).0, ["other"]);
}

#[test]
fn losses_are_comments_only_where_the_agent_reads_comments() {
    let stage = Stage::new();
    stage.write("home/.claude/settings.json", &claude("Stop", None, r#""command":"echo x; exit 2""#));
    let text = |to: &str| stage.snell(&["convert", "--from", "claude", "--to", to]).1;
    assert!(text("qwen").contains("      // Stop.block (weaker): Qwen Code stops listening after 7 times\n"), "{}", text("qwen"));
    for to in ["codex", "rightnow", "reforma"] {
        assert!(!text(to).contains("//"), "{to}");
    }
}

#[test]
fn nothing_is_written() {
    let stage = Stage::new();
    stage.write("home/.claude/settings.json", &claude("Stop", None, r#""command":"exit 2""#));
    let (_, _, err) = stage.snell(&["convert", "--from", "claude", "--to", "codex"]);
    assert!(err.ends_with("hooks.json; nothing was written\n"), "{err}");
    assert!(!stage.path("home/.codex").exists() && !stage.path("repo/.codex").exists());
}
