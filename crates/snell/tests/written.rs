//! What Snell itself writes in a dialect's words, and reads back (R7.3, N6.1, N7.1 to N7.3); how each fact of an event is spelt (N3, R6.1).

mod stage;

use serde_json::{Value, json};
use snell::core::answer::say;
use snell::core::{Decision, Verdict};
use snell::dialects;
use snell::{Dialect, Event, EventKind, Fact};
use stage::{Stage, saying, told};

fn deny() -> Verdict {
    Verdict::block("no")
}

fn allow() -> Verdict {
    Verdict { decision: Some(Decision::Allow), ..Verdict::default() }
}

fn end() -> Verdict {
    Verdict { decision: Some(Decision::End), reason: Some("enough".to_owned()), ..Verdict::default() }
}

fn context() -> Verdict {
    Verdict { context: Some("x".to_owned()), ..Verdict::default() }
}

fn input() -> Verdict {
    let fields = json!({ "command": "ls" });
    Verdict { input: fields.as_object().cloned(), ..Verdict::default() }
}

fn output() -> Verdict {
    Verdict { output: Some(json!([1])), ..Verdict::default() }
}

fn written(dialect: &Dialect, kind: EventKind, verdict: &Verdict) -> Option<Value> {
    let row = dialect.event(kind).expect("the dialect has the event");
    say(dialect, row, verdict).map(Value::Object)
}

#[test]
fn r7_3_reforma_is_written_in_the_flat_spellings() {
    use EventKind as E;
    let cases = [
        (E::PreToolUse, deny(), Some(json!({ "permissionDecision": "deny", "reason": "no" }))),
        (E::PreToolUse, allow(), Some(json!({ "permissionDecision": "allow" }))),
        (E::PreToolUse, input(), Some(json!({ "updatedInput": { "command": "ls" } }))),
        (E::PreToolUse, context(), Some(json!({ "additionalContext": "x" }))),
        (E::PreToolUse, output(), None),
        (E::PreToolUse, end(), None),
        (E::PostToolUse, output(), Some(json!({ "updatedToolOutput": [1] }))),
        (E::PostToolUse, input(), None),
        (E::SessionStart, context(), Some(json!({ "additionalContext": "x" }))),
        (E::PostToolUseFailure, context(), Some(json!({ "additionalContext": "x" }))),
        (E::SessionStart, deny(), None),
        (E::SessionEnd, context(), None),
        (E::Stop, end(), Some(json!({ "continue": false, "stopReason": "enough" }))),
        (E::Stop, context(), None),
        (E::Install, context(), None),
    ];
    for (kind, verdict, expected) in cases {
        assert_eq!(written(dialects::reforma(), kind, &verdict), expected, "{kind:?} {verdict:?}");
    }
}

#[test]
fn n7_1_rightnow_is_written_in_the_words_of_its_page() {
    use EventKind as E;
    let cases = [
        (E::PreToolUse, deny(), Some(json!({ "decision": "deny", "reason": "no" }))),
        (E::PreToolUse, allow(), Some(json!({ "decision": "allow" }))),
        (E::PreToolUse, input(), Some(json!({ "hookSpecificOutput": { "hookEventName": "…", "updatedInput": { "command": "ls" } } }))),
        (E::PreToolUse, context(), None),
        (E::Stop, deny(), Some(json!({ "decision": "block", "reason": "no" }))),
        (E::SubagentStop, deny(), Some(json!({ "decision": "block", "reason": "no" }))),
        (E::Stop, context(), Some(json!({ "hookSpecificOutput": { "hookEventName": "…", "additionalContext": "x" } }))),
        (E::Stop, end(), Some(json!({ "continue": false, "stopReason": "enough" }))),
        (E::Stop, allow(), None),
        (E::UserPromptSubmit, deny(), None),
        (E::PostToolUse, output(), None),
    ];
    for (kind, verdict, expected) in cases {
        let unnamed = |reply: Option<Value>| {
            reply.map(|mut reply| {
                reply.pointer_mut("/hookSpecificOutput").and_then(Value::as_object_mut).map(|object| object.remove("hookEventName"));
                reply
            })
        };
        assert_eq!(unnamed(written(dialects::rightnow(), kind, &verdict)), unnamed(expected), "{kind:?} {verdict:?}");
    }
}

#[test]
fn what_is_written_is_read_back_as_it_was_meant() {
    for dialect in [dialects::rightnow(), dialects::reforma()] {
        for row in dialect.events.iter() {
            for verdict in [deny(), allow(), end(), context(), input(), output()] {
                let Some(reply) = say(dialect, row, &verdict) else { continue };
                let stage = Stage::new();
                stage.hooks("home/.rightnow/hooks/a.json", row.name(), &["hook"]);
                stage.hooks("home/.reforma/plugins/demo/hooks/hooks.json", row.name(), &["hook"]);
                let engine = stage.builder(dialect).runner(saying(&Value::Object(reply).to_string())).build();
                let fired = engine.fire(&Event::new(row.kind).with(Fact::Plugin, "demo"));
                assert_eq!(fired.trace.steps[0].verdict.as_ref(), Some(&verdict), "{} {}", dialect.name, row.name());
            }
        }
    }
}

#[test]
fn n5_2_a_permission_mode_that_is_not_known_is_the_default() {
    let stage = Stage::new();
    for (mode, told_as) in [("plan", "plan"), ("auto", "auto"), ("bypassPermissions", "bypassPermissions"), ("yolo", "default")] {
        let run = saying("");
        let engine = stage.rightnow("PreToolUse", &["look"], &run);
        engine.fire(&Event::new(EventKind::PreToolUse).with(Fact::PermissionMode, mode));
        assert_eq!(told(&run, "permissionMode"), [json!(told_as)]);
    }
}

/// Fires one event with one fact, and gives what the hook was told of it.
fn spelt(dialect: &Dialect, kind: EventKind, fact: Fact, key: &str) -> Value {
    let (stage, run) = (Stage::new(), saying(""));
    let name = dialect.event(kind).expect("the dialect has the event").name();
    stage.hooks("home/.rightnow/hooks/a.json", name, &["look"]);
    stage.hooks("home/.reforma/plugins/demo/hooks/hooks.json", name, &["look"]);
    let engine = stage.builder(dialect).runner(run.clone()).build();
    let plugin = if fact == Fact::Plugin { "demo" } else { "" };
    let event = Event::new(kind).with(Fact::Plugin, "demo").with(fact, if plugin.is_empty() { "marker" } else { plugin });
    engine.fire(&event);
    told(&run, key).into_iter().next().unwrap_or_default()
}

#[test]
fn r6_1_every_fact_has_its_key() {
    use EventKind as E;
    use Fact as F;
    let rows = [
        (E::SessionStart, F::SessionId, "session_id"),
        (E::SessionStart, F::Cwd, "cwd"),
        (E::SessionStart, F::Source, "source"),
        (E::SessionEnd, F::Reason, "reason"),
        (E::UserPromptSubmit, F::Prompt, "prompt"),
        (E::PreToolUse, F::ToolName, "tool_name"),
        (E::PreToolUse, F::ToolUseId, "tool_use_id"),
        (E::PreToolUse, F::ToolInput, "tool_input"),
        (E::PostToolUse, F::ToolName, "tool_name"),
        (E::PostToolUse, F::ToolUseId, "tool_use_id"),
        (E::PostToolUse, F::ToolInput, "tool_input"),
        (E::PostToolUse, F::ToolResult, "tool_response"),
        (E::PostToolUseFailure, F::ToolName, "tool_name"),
        (E::PostToolUseFailure, F::ToolUseId, "tool_use_id"),
        (E::PostToolUseFailure, F::ToolInput, "tool_input"),
        (E::PostToolUseFailure, F::Error, "error"),
        (E::PostToolUseFailure, F::Denied, "denied"),
        (E::Stop, F::StopHookActive, "stop_hook_active"),
        (E::Install, F::Source, "source"),
        (E::Install, F::SessionId, "session_id"),
        (E::Install, F::Cwd, "cwd"),
        (E::Uninstall, F::Cwd, "cwd"),
    ];
    for (kind, fact, key) in rows {
        assert_eq!(spelt(dialects::reforma(), kind, fact, key), "marker", "{kind:?} {fact:?}");
    }
    assert_eq!(spelt(dialects::reforma(), E::Install, F::Plugin, "plugin"), "demo");
    assert_eq!(spelt(dialects::reforma(), E::Uninstall, F::Plugin, "plugin"), "demo");
}

#[test]
fn n5_1_every_fact_has_its_key() {
    use EventKind as E;
    use Fact as F;
    let common = [
        (F::SessionId, "sessionId"),
        (F::Cwd, "cwd"),
        (F::WorkspaceRoot, "workspaceRoot"),
        (F::Timestamp, "timestamp"),
        (F::PromptId, "promptId"),
        (F::TranscriptPath, "transcriptPath"),
        (F::ClientIdentifier, "clientIdentifier"),
        (F::SubagentId, "subagentId"),
        (F::SubagentType, "subagentType"),
    ];
    let own = [
        (E::SessionStart, &[(F::Source, "source"), (F::Model, "modelId"), (F::AgentType, "agentType")][..]),
        (E::UserPromptSubmit, &[(F::Prompt, "prompt")]),
        (E::PreToolUse, &[(F::ToolUseId, "toolUseId"), (F::ToolInput, "toolInput"), (F::ToolName, "toolName")]),
        (
            E::PostToolUse,
            &[
                (F::ToolUseId, "toolUseId"),
                (F::ToolInput, "toolInput"),
                (F::ToolName, "toolName"),
                (F::ToolResult, "toolResult"),
                (F::Duration, "durationMs"),
            ],
        ),
        (
            E::PostToolUseFailure,
            &[(F::ToolUseId, "toolUseId"), (F::ToolInput, "toolInput"), (F::ToolName, "toolName"), (F::Error, "error")],
        ),
        (E::PermissionDenied, &[(F::ToolUseId, "toolUseId"), (F::ToolInput, "toolInput"), (F::ToolName, "toolName")]),
        (E::Stop, &[(F::Reason, "reason"), (F::StopHookActive, "stopHookActive"), (F::LastAssistantMessage, "lastAssistantMessage")]),
        (E::StopFailure, &[(F::Error, "error"), (F::ErrorDetails, "errorDetails"), (F::LastAssistantMessage, "lastAssistantMessage")]),
        (E::StopCancelled, &[(F::Reason, "reason"), (F::CancelledBy, "cancelledBy"), (F::LastAssistantMessage, "lastAssistantMessage")]),
        (E::Notification, &[(F::NotificationType, "notificationType"), (F::Message, "message"), (F::Title, "title"), (F::Level, "level")]),
        (E::SubagentStart, &[(F::Description, "description")]),
        (
            E::SubagentStop,
            &[(F::Reason, "reason"), (F::StopHookActive, "stopHookActive"), (F::LastAssistantMessage, "lastAssistantMessage")],
        ),
        (E::PreCompact, &[(F::Source, "source")]),
        (E::PostCompact, &[(F::Source, "source")]),
        (E::SessionEnd, &[(F::Reason, "reason")]),
    ];
    for (kind, rows) in own {
        for (fact, key) in common.iter().chain(rows) {
            assert_eq!(spelt(dialects::rightnow(), kind, *fact, key), "marker", "{kind:?} {fact:?}");
        }
    }
}

#[test]
fn a_refusal_beside_a_rewrite_is_a_refusal_in_every_dialect() {
    for dialect in dialects::all() {
        for row in dialect.events.iter() {
            for refusal in [deny(), end()] {
                let both = Verdict { input: input().input, ..refusal.clone() };
                assert_eq!(say(dialect, row, &both), say(dialect, row, &refusal), "{} {}", dialect.name, row.name());
            }
        }
    }
}

#[test]
fn a_rewrite_never_turns_an_ask_into_the_allow_that_it_needs_beside_it() {
    let both = Verdict { decision: Some(Decision::Ask), reason: Some("sure?".to_owned()), ..input() };
    for dialect in dialects::all() {
        for row in dialect.events.iter() {
            let text = say(dialect, row, &both).map(|words| Value::Object(words).to_string()).unwrap_or_default();
            assert!(!text.contains("\"allow\""), "{} {}: {text}", dialect.name, row.name());
        }
    }
}
