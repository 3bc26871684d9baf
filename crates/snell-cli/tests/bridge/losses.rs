//! B3: what is left of each hook is said before anything is installed.

use serde_json::Value;

use crate::stage::{AGENTS, Stage, schema};

const CLAUDE: &str = "home/.claude/settings.json";
const FOUR: &str = r#"{"hooks":{
  "PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"guard"}]}],
  "Stop":[{"hooks":[{"type":"command","command":"hold"}]}],
  "Notification":[{"hooks":[{"type":"command","command":"ring"}]}],
  "SubagentStop":[{"hooks":[{"type":"command","command":"watch"}]}]
}}"#;

fn report(stage: &Stage, arguments: &[&str]) -> (i32, Value) {
    let (code, out, err) = stage.bridge(&[&["losses", "--json"], arguments].concat());
    assert_eq!(err, "");
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert!(schema("bridge-losses").is_valid(&document), "{document:#}");
    (code, document)
}

fn grades(document: &Value) -> Vec<String> {
    let hooks = document["hooks"].as_array().expect("hooks");
    hooks.iter().map(|hook| format!("{} {}", hook["event"].as_str().unwrap(), hook["grade"].as_str().unwrap())).collect()
}

#[test]
fn every_hook_is_told_what_is_kept_too() {
    let stage = Stage::new();
    stage.write(CLAUDE, FOUR);
    let (code, document) = report(&stage, &["--to", "gemini"]);
    assert_eq!(code, 1);
    assert_eq!(grades(&document), ["PreToolUse weaker", "Stop kept", "Notification kept", "SubagentStop dead"]);
    assert_eq!(document["summary"]["unguarded"], 1);
}

#[test]
fn a_hook_that_never_runs_has_one_loss() {
    let stage = Stage::new();
    stage.write(CLAUDE, FOUR);
    let (_, document) = report(&stage, &["--to", "gemini"]);
    let losses = &document["hooks"][3]["losses"];
    assert_eq!(losses.as_array().unwrap().len(), 1);
    assert_eq!(losses[0]["code"], "SubagentStop.observe");
    assert_eq!(losses[0]["how"], "Gemini CLI has no such event");
}

#[test]
fn a_page_for_a_person() {
    let stage = Stage::new();
    stage.write(CLAUDE, FOUR);
    let (code, out, _) = stage.bridge(&["losses", "--to", "qwen", "--from", "claude"]);
    assert_eq!(code, 1);
    for line in [
        "claude  ~/.claude/settings.json",
        "  ✗ user/settings:stop[0].hooks[0]  Stop: weaker",
        "      weaker[Stop.block]: Qwen Code stops listening after 7 times",
        "  ✓ user/settings:notification[0].hooks[0]  Notification: kept",
    ] {
        assert!(out.lines().any(|shown| shown == line), "{line}\n{out}");
    }
    assert!(out.lines().last().unwrap().starts_with("4 hooks under Qwen Code: "), "{out}");
}

#[test]
fn no_hook_loses_nothing() {
    for (agent, ..) in AGENTS {
        let (code, out, err) = Stage::new().bridge(&["losses", "--to", agent]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.starts_with("0 hooks under ") && out.contains("nothing to lose"), "{out}");
    }
}

#[test]
fn a_hook_for_tools_that_are_never_told_is_dead() {
    let stage = Stage::new();
    stage.write(CLAUDE, r#"{"hooks":{"PreToolUse":[{"matcher":"WebFetch","hooks":[{"type":"command","command":"x"}]}]}}"#);
    let (code, document) = report(&stage, &["--to", "codex"]);
    assert_eq!((code, grades(&document)), (1, vec!["PreToolUse dead".to_owned()]));
    assert_eq!(document["hooks"][0]["losses"][0]["how"], "Codex tells no hook of calls of WebFetch");
}

/// It stands for every command that is begun; what is typed into one later, no hook of Codex's own hears of either.
#[test]
fn a_use_of_a_tool_that_is_never_told_is_named_and_refuses_nothing() {
    let hook = |matcher: &str| format!(r#"{{"matcher":"{matcher}","hooks":[{{"type":"command","command":"x"}}]}}"#);
    for (matcher, is_told) in [("Bash", true), ("", true), ("Edit|Write", false)] {
        let stage = Stage::new();
        stage.write(CLAUDE, &format!(r#"{{"hooks":{{"PreToolUse":[{}]}}}}"#, hook(matcher)));
        let (_, document) = report(&stage, &["--to", "codex"]);
        let losses = document["hooks"][0]["losses"].as_array().unwrap();
        let typed = losses.iter().find(|loss| loss["how"].as_str().unwrap().contains("write_stdin"));
        assert_eq!(typed.is_some(), is_told, "{matcher}");
        assert!(typed.is_none_or(|loss| loss["code"] == "PreToolUse.observe" && loss["unguards"] == false), "{losses:?}");
    }
}

#[test]
fn what_the_agent_reads_itself_loses_nothing_and_is_named() {
    let stage = Stage::new();
    let text = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}"#;
    stage.write("repo/.claude/settings.json", text);
    let (code, document) = report(&stage, &["--to", "copilot"]);
    assert_eq!(code, 0);
    assert_eq!(document["hooks"], serde_json::json!([]));
    assert_eq!(document["left"], serde_json::json!([stage.path("repo/.claude/settings.json")]));
}

#[test]
fn a_hook_of_an_untrusted_project_is_told_as_such() {
    let stage = Stage::new();
    stage.write("repo/.gemini/settings.json", r#"{"hooks":{"BeforeTool":[{"hooks":[{"type":"command","command":"x"}]}]}}"#);
    let (_, document) = report(&stage, &["--to", "codex"]);
    assert_eq!(document["hooks"][0]["status"], "untrusted");
}

#[test]
fn an_agent_runs_its_own_hooks() {
    let (code, _, err) = Stage::new().bridge(&["losses", "--to", "codex", "--from", "codex"]);
    assert!(code == 3 && err.contains("Codex runs its own hooks itself"), "{err}");
}
