//! Hooks of other agents, run by their own rules: where they are found, what they are told, where and how they start, who is chosen.

mod stage;

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use snell::core::invocation::Action as Task;
use snell::core::select::Why;
use snell::core::trace::State;
use snell::core::{Code, Status};
use snell::system::Scripted;
use snell::{Action, Builder, Dialect, Engine, Event, EventKind, Fact, Opinion, Trust, dialects};

use stage::{Stage, envelope, exit, saying};

fn shell(command: &str) -> Event {
    Event::new(EventKind::PreToolUse).with(Fact::ToolName, "Bash").with(Fact::ToolInput, json!({ "command": command }))
}

fn silent() -> Arc<Scripted> {
    saying("")
}

fn built(stage: &Stage, dialect: &Dialect, run: &Arc<Scripted>) -> Engine {
    builder(stage, dialect).runner(run.clone()).build()
}

/// Without the variables that move an agent's files.
fn builder(stage: &Stage, dialect: &Dialect) -> Builder {
    stage.builder(dialect).environment([("PATH".into(), "/usr/bin:/bin".into())])
}

fn command(event: &str, command: &str) -> String {
    json!({ "hooks": { event: [{ "hooks": [{ "type": "command", "command": command }] }] } }).to_string()
}

/// What ran: the last word of each command line.
fn ran(run: &Scripted) -> Vec<String> {
    let text = |task: &Task| match task {
        Task::Run { args, .. } => args.last().unwrap().to_string_lossy().into_owned(),
        Task::Post { url, .. } => url.clone(),
    };
    run.seen().iter().map(|invocation| text(&invocation.action)).collect()
}

#[test]
fn hooks_are_found_where_their_agent_finds_them() {
    let toml = "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"two\"\n\n[hooks.state]\nx = 1\n";
    let top = r#"{"PreToolUse": [{"hooks": [{"type": "command", "command": "one"}]}]}"#;
    let flat = r#"{"version": 1, "hooks": {"preToolUse": [{"bash": "one", "timeoutSec": 5}, {"type": "command", "command": "two"}]}}"#;
    let cursor = r#"{"version": 1, "hooks": {"beforeShellExecution": [{"command": "one"}], "preToolUse": [{"command": "two"}]}}"#;
    for (dialect, files, expected) in [
        (
            dialects::claude(),
            vec![
                ("home/.claude/settings.json", command("PreToolUse", "one")),
                ("repo/.claude/settings.json", command("PreToolUse", "two")),
                ("repo/.claude/settings.local.json", command("PreToolUse", "three")),
            ],
            vec!["one", "two", "three"],
        ),
        (
            dialects::codex(),
            vec![("home/.codex/hooks.json", command("PreToolUse", "one")), ("repo/.codex/config.toml", toml.to_owned())],
            vec!["one", "two"],
        ),
        (dialects::gemini(), vec![("repo/.gemini/settings.json", command("BeforeTool", "one"))], vec!["one"]),
        (dialects::qwen(), vec![("home/.qwen/settings.json", command("PreToolUse", "one"))], vec!["one"]),
        (dialects::copilot(), vec![("repo/.github/hooks/a.json", flat.to_owned())], vec!["one", "two"]),
        (
            dialects::droid(),
            vec![("home/.factory/hooks.json", top.to_owned()), ("repo/.factory/settings.json", command("PreToolUse", "two"))],
            vec!["one", "two"],
        ),
        (dialects::cursor(), vec![("repo/.cursor/hooks.json", cursor.to_owned())], vec!["one", "two"]),
    ] {
        let (stage, run) = (Stage::new(), silent());
        for (path, text) in &files {
            stage.write(path, text);
        }
        let engine = built(&stage, dialect, &run);
        engine.fire(&shell("ls"));
        assert_eq!(ran(&run), expected, "{}", dialect.name);
        assert!(engine.hooks().diagnostics.is_empty(), "{}: {:?}", dialect.name, engine.hooks().diagnostics);
    }
}

#[test]
fn a_variable_moves_an_agents_files() {
    let stage = Stage::new();
    stage.write("elsewhere/settings.json", &command("PreToolUse", "moved"));
    stage.write("home/.claude/settings.json", &command("PreToolUse", "left"));
    let run = silent();
    let moved = [("CLAUDE_CONFIG_DIR".into(), stage.path("elsewhere").into())];
    stage.builder(dialects::claude()).environment(moved).runner(run.clone()).build().fire(&shell("ls"));
    assert_eq!(ran(&run), ["moved"]);
}

/// A Claude hook under Gemini CLI sees `Edit` and its fields when Gemini calls `replace`.
#[test]
fn a_hook_is_told_in_its_own_words() {
    let native = json!({
        "session_id": "s", "cwd": "/repo", "hook_event_name": "BeforeTool", "timestamp": "2026-12-01T10:00:00Z",
        "tool_name": "replace", "tool_input": { "file_path": "a.rs", "old_string": "x", "new_string": "y", "allow_multiple": true }
    });
    let event = snell::core::hear::hear(dialects::gemini(), native.as_object().unwrap()).unwrap();
    let (stage, run) = (Stage::new(), silent());
    stage.write(
        "home/.claude/settings.json",
        r#"{"hooks": {"PreToolUse": [{"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "x"}]}]}}"#,
    );
    built(&stage, dialects::claude(), &run).fire(&event);
    let told = envelope(&run.seen()[0]);
    assert_eq!((&told["tool_name"], &told["hook_event_name"]), (&json!("Edit"), &json!("PreToolUse")));
    assert_eq!(told["tool_input"], json!({ "file_path": "a.rs", "old_string": "x", "new_string": "y", "replace_all": true }));
    assert_eq!(told["session_id"], "s");
}

/// A patch of two files is two calls: a guard of either path sees its own.
#[test]
fn a_patch_is_one_call_for_each_file_that_it_touches() {
    let patch = "*** Begin Patch\n*** Add File: a.txt\n+new\n*** Update File: secrets.env\n@@\n-x\n+y\n*** End Patch";
    let native = json!({ "hook_event_name": "PreToolUse", "tool_name": "apply_patch", "tool_input": { "command": patch } });
    let codex = dialects::codex();
    let event = snell::core::hear::hear(codex, native.as_object().unwrap()).unwrap();
    let told = |call: &Event, dialect: &Dialect| snell::core::envelope::encode(dialect, dialect.event(call.kind).unwrap(), call);
    let calls = snell::core::hear::calls(&event);
    let files: Vec<Value> = calls.iter().map(|call| told(call, dialects::claude())["tool_input"]["file_path"].clone()).collect();
    assert_eq!(files, [json!("a.txt"), json!("secrets.env")]);
    let tools: Vec<Value> = calls.iter().map(|call| told(call, dialects::claude())["tool_name"].clone()).collect();
    assert_eq!(tools, [json!("Write"), json!("Edit")]);
    assert_eq!(told(&event, codex)["tool_input"], json!({ "command": patch }), "to Codex's own hooks it is the patch that it was");
}

/// Both spellings of an event are of one kind; each hook is told and read in its own.
#[test]
fn copilot_hooks_are_told_by_how_their_event_is_written() {
    let (stage, run) = (Stage::new(), silent());
    let text = r#"{"version": 1, "hooks": {"preToolUse": [{"bash": "camel"}], "PreToolUse": [{"bash": "pascal"}]}}"#;
    stage.write("repo/.github/hooks/a.json", text);
    built(&stage, dialects::copilot(), &run).fire(&shell("ls"));
    let (camel, pascal) = (envelope(&run.seen()[0]), envelope(&run.seen()[1]));
    assert_eq!((&camel["toolName"], &camel["toolArgs"]["command"]), (&json!("bash"), &json!("ls")));
    assert_eq!((&pascal["tool_name"], &pascal["tool_input"]["command"]), (&json!("Bash"), &json!("ls")));
    assert_eq!((camel.get("hook_event_name"), &pascal["hook_event_name"]), (None, &json!("PreToolUse")));
    assert!(camel["timestamp"].is_number());
}

#[test]
fn each_hook_is_heard_by_its_own_row() {
    let stage = Stage::new();
    let text = r#"{"version": 1, "hooks": {"preToolUse": [{"bash": "camel"}], "PreToolUse": [{"bash": "pascal"}]}}"#;
    stage.write("repo/.github/hooks/a.json", text);
    let nested = r#"{"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}"#;
    let fired = built(&stage, dialects::copilot(), &saying(nested)).fire(&shell("ls"));
    assert_eq!((fired.outcome.action, fired.outcome.by.len()), (Action::Deny, 1));
    assert!(fired.outcome.by[0].contains("pascal") || fired.outcome.by[0].contains("PreToolUse") || fired.outcome.by[0].contains("[1]"));
}

#[test]
fn a_cursor_hook_for_the_shell_is_matched_by_the_command() {
    let (stage, run) = (Stage::new(), saying("{}"));
    let hooks = r#"{"version": 1, "hooks": {"beforeShellExecution": [{"command": "guard", "matcher": "^rm "}]}}"#;
    stage.write("repo/.cursor/hooks.json", hooks);
    let engine = built(&stage, dialects::cursor(), &run);
    for command in ["rm -r build", "ls", "rm x"] {
        engine.fire(&shell(command));
    }
    let told: Vec<Value> = run.seen().iter().map(|invocation| envelope(invocation)["command"].clone()).collect();
    assert_eq!(told, [json!("rm -r build"), json!("rm x")]);
}

#[test]
fn a_permission_rule_chooses_by_what_the_call_is_about() {
    let (stage, run) = (Stage::new(), silent());
    let hooks = r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "if": "Bash(git *)"}]}]}}"#;
    stage.write("home/.claude/settings.json", hooks);
    let engine = built(&stage, dialects::claude(), &run);
    for command in ["ls", "git push", "ls && git push"] {
        engine.fire(&shell(command));
    }
    assert_eq!(run.seen().len(), 2);
}

#[test]
fn matchers_are_read_as_each_agent_reads_them() {
    let group = |event: &str, matcher: &str| json!({ "hooks": { event: [{ "matcher": matcher, "hooks": [{ "type": "command", "command": "x" }] }] } });
    for (dialect, file, event, matcher, runs) in [
        (dialects::claude(), "home/.claude/settings.json", "PreToolUse", "Edit, Bash", true),
        (dialects::claude(), "home/.claude/settings.json", "PreToolUse", "Ba", false),
        (dialects::claude(), "home/.claude/settings.json", "PreToolUse", "^(?!mcp__).*", true),
        (dialects::claude(), "home/.claude/settings.json", "PreToolUse", "^(?!Bash$).*", false),
        (dialects::codex(), "home/.codex/hooks.json", "PreToolUse", "Edit, Bash", false),
        (dialects::codex(), "home/.codex/hooks.json", "PreToolUse", "shell", false),
        (dialects::gemini(), "home/.gemini/settings.json", "BeforeTool", "run_shell_command", true),
        (dialects::gemini(), "home/.gemini/settings.json", "BeforeTool", "shell", true),
        (dialects::gemini(), "home/.gemini/settings.json", "BeforeTool", "Bash", false),
        (dialects::qwen(), "home/.qwen/settings.json", "PreToolUse", "Bash", true),
        (dialects::qwen(), "home/.qwen/settings.json", "PreToolUse", "^Bash$", false),
        (dialects::droid(), "home/.factory/settings.json", "PreToolUse", "Execute", true),
        (dialects::droid(), "home/.factory/settings.json", "PreToolUse", "Bash", false),
        (dialects::copilot(), "home/.copilot/hooks/a.json", "preToolUse", "ba", false),
        (dialects::copilot(), "home/.copilot/hooks/a.json", "preToolUse", "ba.*", true),
        (dialects::copilot(), "home/.copilot/hooks/a.json", "PreToolUse", "Bash", true),
    ] {
        let (stage, run) = (Stage::new(), silent());
        stage.write(file, &group(event, matcher).to_string());
        built(&stage, dialect, &run).fire(&shell("ls"));
        assert_eq!(!run.seen().is_empty(), runs, "{} {event} `{matcher}`", dialect.name);
    }
}

#[test]
fn a_source_is_matched_in_the_agents_own_word_for_it() {
    let (stage, run) = (Stage::new(), silent());
    let hooks = r#"{"hooks": {"SessionStart": [{"matcher": "startup", "hooks": [{"type": "command", "command": "x"}]}]}}"#;
    stage.write("home/.gemini/settings.json", hooks);
    let engine = built(&stage, dialects::gemini(), &run);
    engine.fire(&Event::new(EventKind::SessionStart).with(Fact::Source, "startup"));
    engine.fire(&Event::new(EventKind::SessionStart).with(Fact::Source, "resume"));
    assert_eq!(run.seen().len(), 1);
}

#[test]
fn timeouts_are_in_the_agents_unit() {
    let timed = |event: &str, timeout: Value| json!({ "hooks": { event: [{ "hooks": [{ "type": "command", "command": "x", "timeout": timeout }] }] } });
    for (dialect, file, event, written, seconds) in [
        (dialects::gemini(), "home/.gemini/settings.json", "BeforeTool", json!(1500), 1.5),
        (dialects::qwen(), "home/.qwen/settings.json", "PreToolUse", json!(5000), 5.0),
        (dialects::qwen(), "home/.qwen/settings.json", "PreToolUse", json!(90), 90.0),
        (dialects::claude(), "home/.claude/settings.json", "PreToolUse", json!(0.5), 0.5),
        (dialects::claude(), "home/.claude/settings.json", "SessionEnd", json!(300), 60.0),
        (dialects::claude(), "home/.claude/settings.json", "UserPromptSubmit", json!(null), 30.0),
        (dialects::codex(), "home/.codex/hooks.json", "SessionEnd", json!(null), 1.0),
        (dialects::copilot(), "home/.copilot/hooks/a.json", "preToolUse", json!(null), 30.0),
    ] {
        let stage = Stage::new();
        stage.write(file, &timed(event, written).to_string());
        let hooks = built(&stage, dialect, &silent()).hooks();
        assert_eq!(hooks.hooks()[0].timeout, Duration::from_secs_f64(seconds), "{} {event}", dialect.name);
    }
}

#[test]
fn hooks_start_where_and_as_their_agent_starts_them() {
    for (dialect, file, event, shell_path, directory) in [
        (dialects::claude(), "home/.claude/settings.json", "PreToolUse", "/bin/sh", "sub"),
        (dialects::codex(), "home/.codex/hooks.json", "PreToolUse", "/bin/zsh", "sub"),
        (dialects::gemini(), "home/.gemini/settings.json", "BeforeTool", "bash", "sub"),
        (dialects::copilot(), "home/.copilot/hooks/a.json", "preToolUse", "bash", ""),
    ] {
        let (stage, run) = (Stage::new(), silent());
        stage.write(file, &command(event, "x"));
        stage.write("repo/sub/keep", "");
        let engine = stage.builder(dialect).environment([("SHELL".into(), "/bin/zsh".into())]).runner(run.clone()).build();
        engine.fire(&shell("ls").with(Fact::Cwd, stage.path("repo/sub").to_string_lossy().into_owned()));
        let Task::Run { program, directory: started, .. } = &run.seen()[0].action else { panic!("a command") };
        assert_eq!((program.to_string_lossy().as_ref(), started), (shell_path, &stage.path("repo").join(directory)), "{}", dialect.name);
    }
}

#[test]
fn variables_of_other_agents_are_withheld_and_the_agents_own_are_set() {
    let (stage, run) = (Stage::new(), silent());
    stage.write("home/.gemini/settings.json", &command("BeforeTool", "x"));
    let host = [("FACTORY_PROJECT_DIR", "/f"), ("CLAUDE_PROJECT_DIR", "/c"), ("RIGHTNOW_SESSION_ID", "r"), ("HOME", "/h")];
    let engine =
        stage.builder(dialects::gemini()).environment(host.map(|(name, value)| (name.into(), value.into()))).runner(run.clone()).build();
    engine.fire(&shell("ls").with(Fact::SessionId, "s"));
    let Task::Run { env, .. } = &run.seen()[0].action else { panic!("a command") };
    let value = |name: &str| env.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string_lossy().into_owned());
    assert_eq!((value("FACTORY_PROJECT_DIR"), value("RIGHTNOW_SESSION_ID")), (None, None));
    assert_eq!((value("GEMINI_SESSION_ID").as_deref(), value("HOME").as_deref()), (Some("s"), Some("/h")));
    assert_eq!(value("CLAUDE_PROJECT_DIR"), Some(stage.path("repo").to_string_lossy().into_owned()));
}

#[test]
fn the_same_hook_runs_once_or_every_time_as_its_agent_has_it() {
    let twice = |event: &str| {
        let handler = json!({ "type": "command", "command": "x" });
        json!({ "hooks": { event: [{ "matcher": "", "hooks": [handler] }, { "matcher": ".*", "hooks": [handler] }] } }).to_string()
    };
    for (dialect, file, event, runs) in [
        (dialects::claude(), "home/.claude/settings.json", "PreToolUse", 1),
        (dialects::gemini(), "home/.gemini/settings.json", "BeforeTool", 1),
        (dialects::codex(), "home/.codex/hooks.json", "PreToolUse", 2),
        (dialects::copilot(), "home/.copilot/hooks/a.json", "preToolUse", 2),
    ] {
        let (stage, run) = (Stage::new(), silent());
        stage.write(file, &twice(event));
        let fired = built(&stage, dialect, &run).fire(&shell("ls"));
        assert_eq!(run.seen().len(), runs, "{}", dialect.name);
        let skipped = fired.trace.steps.iter().filter(|step| step.state == State::Skipped(Why::Duplicate)).count();
        assert_eq!(skipped, 2 - runs, "{}", dialect.name);
    }
}

#[test]
fn a_switch_turns_hooks_off_and_a_project_cannot_turn_off_the_users() {
    let off = |key: &str, value: bool| {
        let mut file: Value = serde_json::from_str(&command("PreToolUse", "project")).unwrap();
        file[key] = value.into();
        file.to_string()
    };
    let stage = Stage::new();
    stage.write("home/.claude/settings.json", &command("PreToolUse", "user"));
    stage.write("repo/.claude/settings.json", &off("disableAllHooks", true));
    let run = silent();
    built(&stage, dialects::claude(), &run).fire(&shell("ls"));
    assert_eq!(ran(&run), ["user"]);
    stage.write("home/.claude/settings.json", &off("disableAllHooks", true).replace("project", "user"));
    stage.write("repo/.claude/settings.json", &off("disableAllHooks", false));
    let (run, engine) = (silent(), builder(&stage, dialects::claude()));
    let engine = engine.runner(run.clone()).build();
    engine.fire(&shell("ls"));
    assert_eq!(ran(&run), ["project"]);
    assert_eq!(engine.hooks().hooks()[0].status, Status::SwitchedOff);
}

#[test]
fn a_hook_that_runs_beside_the_agent_decides_nothing() {
    let stage = Stage::new();
    let hooks = r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "async": true}]}]}}"#;
    stage.write("home/.claude/settings.json", hooks);
    let run = Arc::new(Scripted::by(|_, _| exit(2, "", "no")));
    let fired = built(&stage, dialects::claude(), &run).fire(&shell("ls"));
    assert_eq!((fired.outcome.action, fired.outcome.opinion), (Action::Proceed, Opinion::None));
    assert!(fired.trace.steps[0].notes.iter().any(|note| note.code == Code::NoEffectHere));
}

#[test]
fn an_ask_is_an_outcome_of_its_own() {
    let stage = Stage::new();
    stage.write("home/.claude/settings.json", &command("PreToolUse", "x"));
    let asks = json!({ "hookSpecificOutput": { "hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "sure?" } });
    let outcome = built(&stage, dialects::claude(), &saying(&asks.to_string())).fire(&shell("ls")).outcome;
    assert_eq!((outcome.action, outcome.opinion, outcome.reason.as_deref()), (Action::Ask, Opinion::Asked, Some("sure?")));
    assert!(outcome.action.blocks() && !outcome.grants);
}

#[test]
fn a_codex_hook_after_tools_sees_failures_too() {
    let (stage, run) = (Stage::new(), silent());
    stage.write("home/.codex/hooks.json", &command("PostToolUse", "x"));
    let failure =
        Event::new(EventKind::PostToolUseFailure).with(Fact::ToolName, "Bash").with(Fact::ToolInput, json!({ "command": "false" }));
    built(&stage, dialects::codex(), &run).fire(&failure.with(Fact::Error, "Exit code 1"));
    let told = envelope(&run.seen()[0]);
    assert_eq!((&told["hook_event_name"], &told["tool_response"]), (&json!("PostToolUse"), &json!("Exit code 1")));
}

#[test]
fn a_failure_that_is_told_as_a_result_is_a_failure_to_others() {
    let native = json!({
        "hook_event_name": "AfterTool", "tool_name": "run_shell_command", "tool_input": { "command": "false" },
        "tool_response": { "llmContent": "x", "returnDisplay": "x", "error": { "message": "it broke" } }
    });
    let event = snell::core::hear::hear(dialects::gemini(), native.as_object().unwrap()).unwrap();
    let (stage, run) = (Stage::new(), silent());
    stage.write("home/.claude/settings.json", &command("PostToolUseFailure", "x"));
    built(&stage, dialects::claude(), &run).fire(&event);
    let told = envelope(&run.seen()[0]);
    assert_eq!((&told["hook_event_name"], &told["error"]), (&json!("PostToolUseFailure"), &json!("it broke")));
}

#[test]
fn a_tool_input_may_come_as_a_text_that_holds_json() {
    let native = json!({ "sessionId": "s", "toolName": "bash", "toolArgs": "{\"command\": \"ls\"}" });
    let event = snell::core::hear::hear_named(dialects::copilot(), "preToolUse", native.as_object().unwrap()).unwrap();
    assert_eq!(event.get(Fact::ToolInput), Some(&json!({ "command": "ls" })));
}

/// What an agent fires for reasons of its own is no event for anyone else.
#[test]
fn what_an_agent_repeats_for_itself_is_known() {
    let heard = |dialect: &Dialect, native: Value| {
        let event = snell::core::hear::hear(dialect, native.as_object().unwrap()).unwrap();
        snell::core::hear::is_repetition(dialect.event(event.kind).unwrap(), &event)
    };
    let qwen = |prompt: &str| heard(dialects::qwen(), json!({ "hook_event_name": "UserPromptSubmit", "prompt": prompt }));
    assert_eq!((qwen(""), qwen("say hi")), (true, false));
    let gemini = |trigger: &str| heard(dialects::gemini(), json!({ "hook_event_name": "PreCompress", "trigger": trigger }));
    assert_eq!((gemini("auto"), gemini("manual")), (true, false));
    assert!(!heard(dialects::claude(), json!({ "hook_event_name": "UserPromptSubmit", "prompt": "" })));
}

#[test]
fn what_an_untrusted_project_brings_is_not_run() {
    let (stage, run) = (Stage::new(), silent());
    stage.write("repo/.github/hooks/a.json", &command("preToolUse", "x"));
    builder(&stage, dialects::copilot()).trust(Trust::Untrusted).runner(run.clone()).build().fire(&shell("ls"));
    assert!(run.seen().is_empty());
}
