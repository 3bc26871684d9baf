//! What we write to an agent, against what it was seen to heed: every answer has the shape of one that was measured at that event, says
//! nothing that nobody said, and is heard as it was meant.

mod agents;

use std::collections::BTreeSet;

use agents::AGENTS;
use serde_json::{Map, Value, json};
use snell_core::answer::{Answer, answer};
use snell_core::completion::{Captured, Completion, End};
use snell_core::dialect::{Effect, Event as Row, Gate, Grade};
use snell_core::interpret::listen;
use snell_core::merge::{Part, merge};
use snell_core::outcome::{Action, Feedback, FeedbackKind, Outcome};
use snell_core::{Decision, Dialect, Event, EventKind, Fact, Verdict};
use snell_dialects as dialects;

/// Answers whose shape was not measured at that event, with the reason why they are written.
const UNMEASURED: &[(&str, &[&str], &str)] = &[
    ("claude", &["PreToolUse.allow"], "measured with a reason beside it"),
    ("claude", &["PreToolUse.end"], "its halves were measured, each by itself"),
    ("claude", &["Stop.end", "SubagentStop.end"], "measured with a block beside it, which it outranks"),
    ("claude", &["PermissionRequest.end", "PermissionRequest.rewrite"], "measured with a decision's other keys beside it"),
    (
        "claude",
        &["PostToolUseFailure.end", "PreCompact.ask", "PreCompact.deny", "PreCompact.end"],
        "the same words as at the events where they were measured",
    ),
    (
        "claude",
        &["UserPromptExpansion.ask", "UserPromptExpansion.context", "UserPromptExpansion.deny", "UserPromptExpansion.end"],
        "the same words as at UserPromptSubmit",
    ),
    ("codex", &["Stop.end", "SubagentStop.end"], "measured with a block beside it, which it outranks"),
    ("gemini", &["BeforeModel.end"], "the same words as at BeforeTool"),
    (
        "qwen",
        &[
            "PermissionRequest.rewrite",
            "PostToolBatch.block",
            "PostToolBatch.context",
            "PostToolUseFailure.block",
            "PostToolUseFailure.context",
            "SubagentStart.block",
            "SubagentStart.context",
            "SubagentStop.block",
        ],
        "documented, and told as not measured",
    ),
    (
        "qwen",
        &["UserPromptExpansion.ask", "UserPromptExpansion.context", "UserPromptExpansion.deny", "UserPromptExpansion.end"],
        "documented, and told as not measured",
    ),
    (
        "copilot",
        &["notification.block", "notification.context", "permissionRequest.end", "postToolUseFailure.block", "postToolUseFailure.context"],
        "documented, and told as not measured",
    ),
    ("copilot", &["subagentStart.block", "subagentStart.context", "subagentStop.block"], "documented, and told as not measured"),
    ("droid", &["PreToolUse.allow"], "measured with a reason beside it"),
];

/// Outcomes of one effect each.
fn outcomes() -> Vec<(Effect, Outcome)> {
    let reason = Some("a reason".to_owned());
    let with = |effect, change: &dyn Fn(&mut Outcome)| {
        let mut outcome = Outcome::proceed();
        change(&mut outcome);
        (effect, outcome)
    };
    vec![
        with(Effect::Block, &|outcome| (outcome.action, outcome.reason) = (Action::Deny, reason.clone())),
        with(Effect::Block, &|outcome| {
            outcome.action = Action::Continue;
            outcome.feedback = vec![Feedback { kind: FeedbackKind::Block, text: "a reason".to_owned() }];
        }),
        with(Effect::Block, &|outcome| outcome.feedback = vec![Feedback { kind: FeedbackKind::Block, text: "a reason".to_owned() }]),
        with(Effect::Ask, &|outcome| (outcome.action, outcome.reason) = (Action::Ask, reason.clone())),
        with(Effect::Allow, &|outcome| outcome.grants = true),
        with(Effect::End, &|outcome| (outcome.action, outcome.reason) = (Action::End, reason.clone())),
        with(Effect::Input, &|outcome| outcome.input = Some(Map::from_iter([("command".to_owned(), "another".into())]))),
        with(Effect::Output, &|outcome| outcome.output = Some("an output".into())),
        with(Effect::Context, &|outcome| outcome.context = vec!["a context".to_owned()]),
    ]
}

/// Whether an outcome of this action comes about at such a gate.
fn fits(gate: Gate, outcome: &Outcome) -> bool {
    match outcome.action {
        Action::Deny | Action::Ask | Action::InvalidInput => matches!(gate, Gate::Call | Gate::Prompt),
        Action::Continue => gate == Gate::Turn,
        Action::End => gate != Gate::Observes,
        Action::Proceed => true,
    }
}

fn call(kind: EventKind) -> Event {
    Event::new(kind).with(Fact::ToolName, "Bash").with(Fact::ToolInput, json!({ "command": "echo hi" })).with(Fact::ToolResult, "hi")
}

fn heard(dialect: &Dialect, row: &Row, answer: &Answer) -> Verdict {
    let completion = Completion {
        stdout: Captured::from(answer.text().as_str()),
        stderr: Captured::from(answer.stderr.as_str()),
        ..Completion::of(End::Exited(answer.exit))
    };
    listen(dialect, row, &completion).unwrap_or_else(|failure| panic!("{} {}: {failure:?} from {answer:?}", dialect.name, row.name()))
}

#[test]
fn every_answer_has_a_shape_that_was_measured() {
    for agent in AGENTS.iter() {
        let name = agent.dialect.name.as_ref();
        let mut unmeasured = BTreeSet::new();
        for row in first_rows(agent.dialect).filter(|row| is_shared(row.kind)) {
            let measured = measured_shapes(&agent.reactions(), row);
            for (effect, outcome) in outcomes().into_iter().filter(|(_, outcome)| fits(row.gate, outcome)) {
                let answer = answer(agent.dialect, row, &call(row.kind), &outcome);
                let Some(object) = &answer.stdout else { continue };
                if !measured.contains(&shape(&Value::Object(object.clone()))) {
                    unmeasured.insert(format!("{}.{}", row.name(), effect.word(row.gate)));
                }
            }
        }
        let listed: BTreeSet<String> = UNMEASURED
            .iter()
            .filter(|(agent, ..)| *agent == name)
            .flat_map(|(_, what, _)| what.iter().map(|what| (*what).to_owned()))
            .collect();
        assert_eq!(unmeasured, listed, "{name}");
    }
}

/// Whether several agents have such an event, so that there is something to bridge.
fn is_shared(kind: EventKind) -> bool {
    dialects::all().into_iter().filter(|dialect| dialect.event(kind).is_some()).count() > 1
}

/// The rows that a bridge listens to.
fn first_rows(dialect: &Dialect) -> impl Iterator<Item = &Row> {
    dialect.events.iter().filter(|row| dialect.event(row.kind) == Some(row))
}

/// The shapes of what was tried at an event: texts are all alike, and so is what a tool gets or gave.
fn measured_shapes(reactions: &[Value], row: &Row) -> BTreeSet<String> {
    let answers = reactions.iter().filter_map(|case| case["hooks"].as_object()).flatten();
    let at_event = answers.filter(|(event, _)| row.names.iter().any(|name| *name == event.split('/').next().unwrap_or_default()));
    at_event.map(|(_, answer)| &answer.get(0).unwrap_or(answer)["stdout"]).filter(|stdout| stdout.is_object()).map(shape).collect()
}

fn shape(value: &Value) -> String {
    const WORDS: [&str; 6] = ["decision", "permissionDecision", "behavior", "permission", "hookEventName", "continue"];
    const WHOLE: [&str; 5] = ["updatedInput", "modifiedArgs", "tool_input", "updatedToolOutput", "modifiedResult"];
    match value {
        Value::Object(fields) => {
            let mut parts: Vec<String> = fields
                .iter()
                .map(|(key, value)| match value {
                    _ if WHOLE.contains(&key.as_str()) => format!("{key}: …"),
                    Value::String(_) if !WORDS.contains(&key.as_str()) => format!("{key}: …"),
                    other => format!("{key}: {}", shape(other)),
                })
                .collect();
            parts.sort();
            format!("{{{}}}", parts.join(", "))
        }
        other => other.to_string(),
    }
}

/// An answer allows only where a hook did: Codex's `allow` beside a rewrite is none (`perm-pre-rewrite` was measured to be asked about).
#[test]
fn nothing_is_allowed_that_no_hook_allowed() {
    for dialect in dialects::all() {
        for row in first_rows(dialect) {
            for (effect, outcome) in outcomes().into_iter().filter(|(_, outcome)| fits(row.gate, outcome)) {
                let answer = answer(dialect, row, &call(row.kind), &outcome);
                let granted = heard(dialect, row, &answer).decision == Some(Decision::Grant);
                assert!(!granted || effect == Effect::Allow, "{} {} {effect:?}: {answer:?}", dialect.name, row.name());
            }
        }
    }
}

/// What we write is heard as what we say was used, with a reason for every refusal, at exit 0 unless there is no other word.
#[test]
fn an_answer_is_heard_as_it_was_meant() {
    for dialect in dialects::all() {
        for row in first_rows(dialect) {
            for (_, outcome) in outcomes().into_iter().filter(|(_, outcome)| fits(row.gate, outcome)) {
                let answer = answer(dialect, row, &call(row.kind), &outcome);
                let verdict = heard(dialect, row, &answer);
                let place = format!("{} {}: {answer:?} heard as {verdict:?}", dialect.name, row.name());
                let said = |effect: &Effect| match effect {
                    Effect::Observe => true,
                    Effect::Block => {
                        matches!(verdict.decision, Some(Decision::Block | Decision::End))
                            || row.gate == Gate::Turn && verdict.context.is_some()
                    }
                    Effect::Ask => verdict.decision == Some(Decision::Ask),
                    Effect::Allow => verdict.decision == Some(Decision::Grant),
                    Effect::End => verdict.decision == Some(Decision::End),
                    Effect::Input => verdict.input.is_some(),
                    Effect::Output => verdict.output.is_some(),
                    Effect::Context => verdict.context.is_some(),
                };
                assert!(answer.used.iter().all(said), "{place}");
                let refuses = matches!(verdict.decision, Some(Decision::Block | Decision::Ask | Decision::End));
                assert!(!refuses || verdict.reason.is_some_and(|reason| !reason.trim().is_empty()), "{place}");
                assert!(answer.exit == 0 || answer.stdout.is_none(), "{place}");
                assert!(!answer.used.iter().any(|used| matches!(row.strength(*used), Grade::Dead(_))), "{place}");
            }
        }
    }
}

#[test]
fn a_hook_that_says_nothing_leaves_the_agent_alone() {
    for dialect in dialects::all() {
        for row in first_rows(dialect) {
            let answer = answer(dialect, row, &call(row.kind), &Outcome::proceed());
            assert_eq!((answer.exit, answer.stderr.as_str()), (0, ""));
            assert_eq!(heard(dialect, row, &answer), Verdict::default(), "{} {}", dialect.name, row.name());
        }
    }
}

fn said(dialect: &Dialect, kind: EventKind, outcome: &Outcome) -> Value {
    let row = dialect.event(kind).unwrap();
    answer(dialect, row, &call(kind), outcome).stdout.map_or(Value::Null, Value::Object)
}

fn outcome(change: impl Fn(&mut Outcome)) -> Outcome {
    let mut outcome = Outcome::proceed();
    change(&mut outcome);
    outcome
}

fn denied() -> Outcome {
    outcome(|outcome| (outcome.action, outcome.reason) = (Action::Deny, Some("no".to_owned())))
}

#[test]
fn a_denial_in_the_words_of_each_agent() {
    let nested =
        json!({ "hookSpecificOutput": { "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no" } });
    for (dialect, expected) in [
        (dialects::claude(), nested.clone()),
        (dialects::codex(), nested.clone()),
        (dialects::qwen(), nested.clone()),
        (dialects::droid(), nested),
        (dialects::gemini(), json!({ "decision": "deny", "reason": "no" })),
        (dialects::copilot(), json!({ "permissionDecision": "deny", "permissionDecisionReason": "no" })),
        (dialects::cursor(), json!({ "permission": "deny", "agent_message": "no" })),
        (dialects::rightnow(), json!({ "decision": "deny", "reason": "no" })),
        (dialects::reforma(), json!({ "permissionDecision": "deny", "reason": "no" })),
    ] {
        assert_eq!(said(dialect, EventKind::PreToolUse, &denied()), expected, "{}", dialect.name);
    }
}

#[test]
fn a_denial_without_a_reason_gets_one() {
    let silent = outcome(|outcome| outcome.action = Action::Deny);
    let said = said(dialects::codex(), EventKind::PreToolUse, &silent);
    assert!(!said["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap().is_empty());
}

#[test]
fn an_ask_where_nobody_can_be_asked_is_a_denial_that_says_so() {
    let asks = outcome(|outcome| (outcome.action, outcome.reason) = (Action::Ask, Some("a deploy".to_owned())));
    for (dialect, at) in [(dialects::gemini(), "/reason"), (dialects::codex(), "/hookSpecificOutput/permissionDecisionReason")] {
        let said = said(dialect, EventKind::PreToolUse, &asks);
        let reason = said.pointer(at).unwrap().as_str().unwrap();
        assert!(reason.contains("approved by the user") && reason.contains("a deploy"), "{reason}");
    }
    let claude = said(dialects::claude(), EventKind::PreToolUse, &asks);
    assert_eq!(claude["hookSpecificOutput"]["permissionDecision"], "ask");
}

#[test]
fn a_rewrite_is_laid_over_the_fields_that_only_the_agent_knows() {
    let rewrite = outcome(|outcome| outcome.input = Some(Map::from_iter([("command".to_owned(), "ls".into())])));
    let event = Event::new(EventKind::PreToolUse)
        .with(Fact::ToolName, "Bash")
        .with(Fact::ToolInput, json!({ "command": "rm", "riskLevel": "low", "timeout": 5 }));
    let droid = dialects::droid();
    let written = answer(droid, droid.event(EventKind::PreToolUse).unwrap(), &event, &rewrite).stdout.unwrap();
    // `timeout` is a field that the hook could have kept: its rewrite is the whole of what it knows.
    assert_eq!(written["hookSpecificOutput"]["updatedInput"], json!({ "command": "ls", "riskLevel": "low" }));
}

#[test]
fn a_rewrite_is_written_in_the_agents_own_field_names() {
    let edit = json!({ "file_path": "a", "old_string": "x", "new_string": "y" });
    let event = Event::new(EventKind::PreToolUse).with(Fact::ToolName, "Edit").with(Fact::ToolInput, edit.clone());
    let rewrite = outcome(|outcome| outcome.input = edit.as_object().cloned());
    let written = |dialect: &Dialect| answer(dialect, dialect.event(EventKind::PreToolUse).unwrap(), &event, &rewrite);
    let copilot = written(dialects::copilot()).stdout.unwrap();
    assert_eq!(copilot["modifiedArgs"], json!({ "path": "a", "old_str": "x", "new_str": "y" }));
    let codex = written(dialects::codex());
    assert_eq!((codex.stdout, codex.losses.len()), (None, 1), "a patch is not rewritten");
}

#[test]
fn codex_needs_an_allow_beside_a_rewrite_and_claude_does_not() {
    let rewrite = outcome(|outcome| outcome.input = Some(Map::from_iter([("command".to_owned(), "ls".into())])));
    let codex = said(dialects::codex(), EventKind::PreToolUse, &rewrite);
    assert_eq!(codex["hookSpecificOutput"]["permissionDecision"], "allow");
    let claude = said(dialects::claude(), EventKind::PreToolUse, &rewrite);
    assert_eq!(claude["hookSpecificOutput"].get("permissionDecision"), None);
}

#[test]
fn an_end_that_would_let_the_call_through_refuses_it_too() {
    let ends = outcome(|outcome| (outcome.action, outcome.reason) = (Action::End, Some("enough".to_owned())));
    let claude = said(dialects::claude(), EventKind::PreToolUse, &ends);
    assert_eq!((&claude["continue"], &claude["hookSpecificOutput"]["permissionDecision"]), (&json!(false), &json!("deny")));
    let gemini = said(dialects::gemini(), EventKind::PreToolUse, &ends);
    assert_eq!(gemini, json!({ "continue": false, "stopReason": "enough" }));
    // A turn that is about to end does so by itself; to Qwen Code the words would mean the opposite.
    assert_eq!(said(dialects::qwen(), EventKind::Stop, &ends), Value::Null);
}

/// What is told after the fact must not cost the model the tool's output.
#[test]
fn feedback_is_a_context_where_a_block_would_replace_the_output() {
    let tells = outcome(|outcome| outcome.feedback = vec![Feedback { kind: FeedbackKind::Block, text: "format it".to_owned() }]);
    let claude = said(dialects::claude(), EventKind::PostToolUse, &tells);
    assert_eq!(claude, json!({ "decision": "block", "reason": "format it" }));
    for dialect in [dialects::codex(), dialects::gemini(), dialects::droid()] {
        let said = said(dialect, EventKind::PostToolUse, &tells);
        assert_eq!(
            (&said["hookSpecificOutput"]["additionalContext"], said.get("decision")),
            (&json!("format it"), None),
            "{}",
            dialect.name
        );
    }
}

#[test]
fn an_output_is_replaced_in_the_shape_of_each_agent() {
    let replaces = outcome(|outcome| outcome.output = Some("another".into()));
    let claude = said(dialects::claude(), EventKind::PostToolUse, &replaces);
    assert_eq!(claude["hookSpecificOutput"]["updatedToolOutput"]["stdout"], "another");
    let copilot = said(dialects::copilot(), EventKind::PostToolUse, &replaces);
    assert_eq!(copilot["modifiedResult"], json!({ "resultType": "success", "textResultForLlm": "another" }));
    let codex = said(dialects::codex(), EventKind::PostToolUse, &replaces);
    assert_eq!(codex, json!({ "decision": "block", "reason": "another" }));
}

/// Adding an outcome never loosens the whole.
#[test]
fn several_outcomes_are_no_looser_than_the_strictest() {
    let row = dialects::claude().event(EventKind::PreToolUse).unwrap();
    let decisions = [None, Some(Decision::Allow), Some(Decision::Grant), Some(Decision::Ask), Some(Decision::Block), Some(Decision::End)];
    let of = |decision| {
        let verdict = Verdict { decision, reason: Some("r".to_owned()), ..Verdict::default() };
        merge(row, &[Part { hook: "h", verdict: Some(verdict) }], &|_| Ok(()))
    };
    for first in decisions {
        for second in decisions {
            let joined = Outcome::join([of(first), of(second)]);
            assert_eq!(joined.action, of(first).action.max(of(second).action), "{first:?} {second:?}");
            let refused = joined.action != Action::Proceed;
            assert!(!(joined.grants && refused), "{first:?} {second:?}");
        }
    }
}
