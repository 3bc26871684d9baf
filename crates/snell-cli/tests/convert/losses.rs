//! What converted hooks lose is told, hook by hook; a guard that would be lost is an exit code.

use serde_json::Value;

use crate::stage::{Stage, claude, file, losses};

const SETTINGS: &str = "home/.claude/settings.json";

/// The losses of one hook, and the exit code.
fn told(to: &str, event: &str, matcher: Option<&str>, handler: &str) -> (i32, Vec<String>) {
    let stage = Stage::new();
    stage.write(SETTINGS, &claude(event, matcher, handler));
    let (code, document) = stage.converts("claude", to, &[]);
    (code, losses(&document))
}

/// A hook that runs a script of this text.
fn script(to: &str, matcher: &str, text: &str) -> (i32, Vec<String>) {
    let stage = Stage::new();
    stage.write("home/guard.py", text);
    stage.write(SETTINGS, &claude("PreToolUse", Some(matcher), r#""command":"python3 ~/guard.py""#));
    let (code, document) = stage.converts("claude", to, &[]);
    (code, losses(&document))
}

#[test]
fn what_a_script_says_and_the_agent_does_not_understand() {
    let words = r#"print(json.dumps({"hookSpecificOutput": {"permissionDecision": "deny"}}))"#;
    assert_eq!(script("gemini", "Bash", words), (1, vec!["PreToolUse.deny dead".to_owned()]));
    assert_eq!(script("codex", "Bash", words), (0, vec![]));
    assert_eq!(script("gemini", "Bash", "sys.exit(2)"), (0, vec![]));
    assert_eq!(script("gemini", "Bash", &format!("{words}\nsys.exit(2)")), (1, vec!["PreToolUse.deny weaker".to_owned()]));
}

/// `decision` is part of `permissionDecision`, and another key.
#[test]
fn what_is_not_understood_is_told_by_its_own_key() {
    let stage = Stage::new();
    let guard = r#""command":"echo '{\"hookSpecificOutput\":{\"permissionDecision\":\"deny\"}}'""#;
    stage.write("home/.qwen/settings.json", &claude("PreToolUse", Some("run_shell_command"), guard));
    let (code, document) = stage.converts("qwen", "gemini", &[]);
    let losses = document["hooks"][0]["losses"].as_array().unwrap();
    assert_eq!((code, losses.len(), &losses[0]["grade"]), (1, 1, &Value::from("dead")), "{losses:?}");
    let how = "`hookSpecificOutput.permissionDecision: deny` is not understood there; `decision: block` would do";
    assert_eq!(losses[0]["how"], how);
}

#[test]
fn what_a_script_looks_for_and_is_called_otherwise() {
    let one = |code: &str| (1, vec![format!("PreToolUse.{code} weaker")]);
    assert_eq!(script("gemini", "Bash", "if event['tool_name'] == 'Bash': sys.exit(2)"), one("tool_name"));
    assert_eq!(script("cursor", "Read", "p = event['tool_input']['offset']\nsys.exit(2)"), (0, vec![]));
    let (code, told) = script("copilot", "Write", "p = event['tool_input']['file_path']\nprint('permissionDecision deny')");
    assert_eq!((code, told), (1, vec!["PreToolUse.failure stricter".to_owned(), "PreToolUse.tool_input weaker".to_owned()]));
    assert_eq!(script("rightnow", "Bash", "c = event['tool_input']['command']\nsys.exit(2)"), one("payload"));
    // A patch may write a file as well as edit it.
    let (code, told) = script("codex", "Edit", "new = event['tool_input']['new_string']\nsys.exit(2)");
    assert_eq!((code, told), (1, vec!["PreToolUse.tool_input weaker".to_owned(), "PreToolUse.matcher stricter".to_owned()]));
    assert_eq!(script("qwen", "Bash", "c = event['tool_input']['command']\nsys.exit(2)"), (0, vec![]));
}

/// Under Copilot any failure refuses; its users write `exit 1`.
#[test]
fn an_exit_code_that_refuses_here_and_not_there() {
    let stage = Stage::new();
    let guard = r#"{"version":1,"hooks":{"PreToolUse":[{"type":"command","matcher":"Bash","bash":"grep -q rm && exit 1; exit 0"}]}}"#;
    stage.write("home/.copilot/hooks/a.json", guard);
    let (code, document) = stage.converts("copilot", "claude", &[]);
    assert_eq!((code, losses(&document)), (1, vec!["PreToolUse.deny dead".to_owned(), "PreToolUse.failure weaker".to_owned()]));
    assert!(document["hooks"][0]["losses"][0]["how"].as_str().unwrap().contains("exit 1 "), "{document:#}");
}

#[test]
fn every_script_that_a_command_names_is_read() {
    let stage = Stage::new();
    stage.write("home/a.sh", "exit 0");
    stage.write("repo/b.sh", "jq -r .tool_input.command | grep rm && exit 2");
    stage.write(SETTINGS, &claude("PreToolUse", Some("Bash"), r#""command":"sh ~/a.sh && sh \"$CLAUDE_PROJECT_DIR\"/b.sh""#));
    let (_, document) = stage.converts("claude", "rightnow", &[]);
    assert_eq!(losses(&document), ["PreToolUse.payload weaker"]);
}

#[test]
fn of_a_script_that_cannot_be_read_everything_is_told() {
    let (code, losses) = told("rightnow", "PreToolUse", Some("Bash"), r#""command":"/opt/guard""#);
    assert_eq!(code, 1);
    for loss in ["PreToolUse.deny weaker", "PreToolUse.payload weaker", "PreToolUse.tool_name weaker"] {
        assert!(losses.iter().any(|told| told == loss), "{loss}: {losses:?}");
    }
}

#[test]
fn an_event_that_is_not_there_leaves_nothing() {
    assert_eq!(told("gemini", "SubagentStop", None, r#""command":"exit 2""#), (1, vec!["SubagentStop.observe dead".to_owned()]));
    assert_eq!(told("codex", "Notification", None, r#""command":"exit 2""#), (0, vec!["Notification.observe dead".to_owned()]));
}

#[test]
fn what_a_handler_says_of_itself_and_has_no_meaning_there() {
    let guard = |more: &str| format!(r#""command":"exit 2",{more}"#);
    let of = |to: &str, more: &str| told(to, "PreToolUse", Some("Bash"), &guard(more));
    assert_eq!(of("codex", r#""if":"Bash(git *)""#), (0, vec!["PreToolUse.condition stricter".to_owned()]));
    assert_eq!(of("droid", r#""async":true"#), (0, vec!["PreToolUse.async stricter".to_owned()]));
    assert_eq!(of("codex", r#""onFailure":"block""#), (1, vec!["PreToolUse.failure weaker".to_owned()]));
    assert_eq!(of("rightnow", r#""onFailure":"block""#), (0, vec![]));
    assert_eq!(of("cursor", r#""onFailure":"block""#), (0, vec![]));
    let ends = told("codex", "SessionEnd", None, r#""command":"exit 0","timeout":90"#);
    assert_eq!(ends, (0, vec!["SessionEnd.timeout weaker".to_owned()]));
}

#[test]
fn a_matcher_that_sees_less_or_more() {
    let of = |to: &str, matcher: &str| told(to, "PreToolUse", Some(matcher), r#""command":"exit 2""#);
    assert_eq!(of("cursor", "mcp__github__.*"), (0, vec!["PreToolUse.matcher stricter".to_owned()]));
    assert_eq!(of("gemini", "E.*t"), (1, vec!["PreToolUse.matcher weaker".to_owned()]));
    assert_eq!(of("codex", "WebFetch"), (1, vec!["PreToolUse.observe dead".to_owned()]));
    assert_eq!(of("gemini", "*"), (0, vec![]));
    assert_eq!(of("gemini", "MyTool"), (0, vec![]));
}

#[test]
fn a_variable_that_is_not_set_there() {
    let of = |to: &str| told(to, "PreToolUse", Some("Bash"), r#""command":"cd \"$CLAUDE_PROJECT_DIR\" && exit 2""#);
    assert_eq!(of("codex"), (1, vec!["PreToolUse.environment weaker".to_owned()]));
    assert_eq!(of("gemini"), (0, vec![]));
}

#[test]
fn what_is_left_out_is_told() {
    let stage = Stage::new();
    stage.write(SETTINGS, &claude("Stop", None, r#""command":"exit 2","statusMessage":"x""#));
    stage.write("repo/.claude/settings.json", "{ \"hooks\": oops }");
    let (code, _, err) = stage.snell(&["convert", "--from", "claude", "--to", "gemini"]);
    assert_eq!(code, 1);
    assert!(err.contains("error[syntax]: ") && err.contains("repo/.claude/settings.json:1: "), "{err}");
    assert!(err.contains("note: user/settings:stop[0].hooks[0]: `statusMessage` has no meaning there"), "{err}");
}

#[test]
fn a_broken_hook_and_an_https_hook_that_cannot_be_there_are_lost() {
    let stage = Stage::new();
    let group = |handler: &str| format!(r#"{{"hooks":[{handler}]}}"#);
    let handlers = [r#"{"type":"command"}"#, r#"{"type":"http","url":"https://a.example/x"}"#].map(group).join(",");
    stage.write(SETTINGS, &format!(r#"{{"hooks":{{"PreToolUse":[{handlers}]}}}}"#));
    let (code, document) = stage.converts("claude", "gemini", &[]);
    assert_eq!((code, losses(&document)), (1, vec!["PreToolUse.observe dead".to_owned(); 2]));
    assert_eq!(file(&document)["hooks"], serde_json::json!({}));
    let (_, document) = stage.converts("claude", "qwen", &[]);
    assert_eq!(file(&document)["hooks"]["PreToolUse"][0]["hooks"][0]["url"], "https://a.example/x");
}

#[test]
fn without_hooks_there_is_nothing_to_convert() {
    let stage = Stage::new();
    let (code, out, err) = stage.snell(&["convert", "--from", "claude", "--to", "codex"]);
    assert!(code == 3 && out.is_empty() && err.contains("there are no hooks of Claude Code here"), "{err}");
    let (code, _, err) = stage.snell(&["convert", "--from", "codex", "--to", "codex"]);
    assert!(code == 3 && err.contains("the hooks are Codex's already"), "{err}");
    let (code, _, err) = stage.snell(&["convert", "--from", "claude", "--to", "codex", "gone.json"]);
    assert!(code == 3 && err.contains("gone.json` is no file"), "{err}");
}

#[test]
fn the_document_fits_the_published_schema() {
    let stage = Stage::new();
    stage.write(SETTINGS, &claude("Stop", None, r#""command":"exit 2""#));
    let schema: Value = serde_json::from_str(&stage.snell(&["schema", "convert"]).1).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for to in ["codex", "qwen", "cursor", "rightnow", "reforma"] {
        let (_, document) = stage.converts("claude", to, &[]);
        assert!(validator.is_valid(&document), "{document:#}");
    }
}
