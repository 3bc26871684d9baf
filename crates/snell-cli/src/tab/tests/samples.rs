//! Sample events: each is one that its hook wants to see.

use serde_json::json;
use snell::core::trace::State;
use snell::{Call, Dialect, Engine, Event, Fact, Trust, dialects};

use super::stage::Stage;
use crate::tab::sample::sample;

/// The sample for the only hook there is.
fn of(dialect: &Dialect, event: &str, matcher: Option<&str>) -> (Engine, Option<Event>) {
    let mut group = json!({ "hooks": [{ "type": "command", "command": "true" }] });
    if let Some(matcher) = matcher {
        group["matcher"] = matcher.into();
    }
    let stage = Stage::with("{}");
    let file = if *dialect.name == *"rightnow" { ".rightnow/hooks/a.json" } else { ".reforma/hooks/hooks.json" };
    stage.write(&format!("home/repo/{file}"), &json!({ "hooks": { event: [group] } }).to_string());
    let engine = stage.builder(dialect).trust(Trust::Trusted).build();
    let hooks = engine.hooks();
    let event = sample(&engine, &hooks.hooks()[0]);
    (engine, event)
}

#[test]
fn a_tool_hook_gets_a_tool_that_its_matcher_accepts() {
    for (dialect, matcher, tool) in [
        (dialects::rightnow(), None, "Bash"),
        (dialects::rightnow(), Some("*"), "Bash"),
        (dialects::rightnow(), Some("Bash"), "Bash"),
        (dialects::rightnow(), Some("run_terminal_command"), "Bash"),
        (dialects::rightnow(), Some("Edit|Write"), "Edit"),
        (dialects::rightnow(), Some("^(Wr|Re)"), "Read"),
        (dialects::rightnow(), Some("^github__"), "mcp__github__sample"),
        (dialects::rightnow(), Some("own_tool"), "own_tool"),
        (dialects::reforma(), Some("mcp__.*__delete"), "mcp__sample__delete"),
        (dialects::reforma(), Some("Bash"), "Bash"),
    ] {
        let (engine, event) = of(dialect, "PreToolUse", matcher);
        let event = event.unwrap_or_else(|| panic!("{matcher:?} has no sample"));
        let trace = engine.explain(&event, &Call::default());
        assert_eq!(trace.steps[0].state, State::WouldRun, "{matcher:?}");
        assert_eq!(event.text(Fact::ToolName), Some(tool), "{matcher:?}");
        assert!(event.get(Fact::ToolInput).is_some_and(serde_json::Value::is_object));
    }
}

#[test]
fn other_events_get_what_their_matcher_is_tested_against() {
    for (event, matcher, fact, value) in [
        ("SessionStart", Some("resume|startup"), Fact::Source, "resume"),
        ("Notification", Some("permission_prompt"), Fact::NotificationType, "permission_prompt"),
        ("SubagentStop", Some("^explore$"), Fact::SubagentType, "explore"),
    ] {
        let (engine, sample) = of(dialects::rightnow(), event, matcher);
        let sample = sample.unwrap_or_else(|| panic!("{matcher:?} has no sample"));
        assert_eq!(sample.text(fact), Some(value), "{event}");
        assert_eq!(engine.explain(&sample, &Call::default()).steps[0].state, State::WouldRun);
    }
    for event in ["Stop", "UserPromptSubmit", "SessionEnd", "PreCompact"] {
        let (engine, sample) = of(dialects::rightnow(), event, None);
        let sample = sample.unwrap_or_else(|| panic!("{event} has no sample"));
        assert_eq!(engine.explain(&sample, &Call::default()).steps[0].state, State::WouldRun, "{event}");
    }
}

#[test]
fn a_matcher_that_nothing_known_fits_has_no_sample() {
    let (_, sample) = of(dialects::rightnow(), "PreToolUse", Some("^[0-9]{7}$"));
    assert!(sample.is_none());
}
