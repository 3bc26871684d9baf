//! What real agents did with what a hook answered, measured, against the tables: our reading of each answer, through what is known of how well
//! the agent heeds it, foretells what the agent was seen to do. The model of an agent that this needs is small, and stands here alone.

mod agents;

use std::collections::BTreeSet;

use agents::{AGENTS, Agent};
use serde_json::Value;
use snell_core::completion::{Captured, Completion, End};
use snell_core::dialect::{Effect, Event as Row, ExitCode, ExitRow, Gate, Grade, Heeds, Meaning, Naming, PlainText, Reading, Says, Then};
use snell_core::interpret::listen;
use snell_core::{Decision, Dialect, EventKind, Verdict};

/// What our tables do not foretell, with the reason. A row that is foretold after all may not stand here.
const NOT_FORETOLD: &[(&str, &str, &str)] = &[
    ("claude", "askrule-pre-allow", "the agent's own rules outrank a hook's `allow`"),
    ("claude", "denyrule-pre-allow", "the agent's own rules outrank a hook's `allow`"),
    ("claude", "post-updatedMCPToolOutput", "a result must have the tool's own shape, which only the agent can check"),
    ("claude", "post-updatedToolOutput-text", "a result must have the tool's own shape, which only the agent can check"),
    ("claude", "pre-defer", "the run ends with the call put off, which is more than asking"),
    ("claude", "pre-rewrite-badshape", "the tool itself refuses an input of the wrong shape"),
    ("codex", "cmd-async", "the hook is configured to run beside the agent"),
    ("codex", "pre-rewrite-badshape", "the tool itself refuses an input of the wrong shape"),
    ("codex", "pre-rewrite-notobject", "the tool itself refuses an input of the wrong shape"),
    ("gemini", "approval-default-allow", "without approval the agent does not offer the tool at all"),
    ("gemini", "model-request", "rewriting a model request is not in our tables"),
    ("gemini", "post-tailcall", "asking for another call is not in our tables"),
    ("gemini", "pre-ask", "a headless run hangs: it neither runs the tool nor goes on"),
    ("gemini", "pre-rewrite-badtype", "the tool itself refuses an input of the wrong shape"),
    ("qwen", "perm-allow", "a headless run refuses without firing the event"),
    ("qwen", "perm-deny", "a headless run refuses without firing the event"),
    ("copilot", "ups-modify", "rewriting a prompt is not in our tables: hardly any agent can"),
    ("droid", "pre-exit1", "the stderr of a failed hook gets into the tool's result, which is nobody's intention"),
    ("droid", "pre-rewrite-ask", "an `ask` that is not heeded takes the rewrite with it"),
    ("droid", "pre-rewrite-badshape", "the agent merges, and what it does not know changes nothing"),
    ("droid", "pre-rewrite-nodecision", "the rewritten call needs approval, and a headless run ends"),
    ("droid", "ups-block", UNFIRED),
    ("droid", "ups-continue-false", UNFIRED),
    ("droid", "ups-ctx", UNFIRED),
    ("droid", "ups-exit2", UNFIRED),
    ("droid", "ups-malformed", UNFIRED),
    ("droid", "ups-text", UNFIRED),
];

const UNFIRED: &str = "a headless run never fires the event";

/// Cases that no single answer explains.
fn is_out_of_reach(case: &Value) -> Option<&'static str> {
    let name = case["case"].as_str().unwrap();
    match &case["hooks"] {
        Value::Null => Some("no answer, or a setting of the agent's own"),
        Value::Object(hooks) if hooks.len() > 1 => Some("several hooks: the agent's own way to merge"),
        Value::Object(hooks) if hooks.values().any(|hook| hook.as_array().is_some_and(|answers| answers.len() > 1)) => {
            Some("several answers")
        }
        _ if name.ends_with("-always") => Some("the agent's limit, not an answer"),
        _ => None,
    }
}

#[test]
fn what_was_measured_is_foretold() {
    for agent in AGENTS.iter() {
        let name = agent.dialect.name.as_ref();
        let cases = cases(agent);
        let missed = missed(agent.dialect, &cases);
        let listed: BTreeSet<&str> = NOT_FORETOLD.iter().filter(|(agent, ..)| *agent == name).map(|(_, case, _)| *case).collect();
        let unlisted: Vec<_> = missed.iter().filter(|miss| !listed.contains(miss.split(':').next().unwrap())).collect();
        assert!(
            unlisted.is_empty(),
            "{name}, {} tried:\n{}",
            cases.len(),
            unlisted.iter().map(|miss| miss.as_str()).collect::<Vec<_>>().join("\n")
        );
        for case in listed {
            assert!(missed.iter().any(|miss| miss.starts_with(&format!("{case}:"))), "{name} {case}: foretold after all");
        }
    }
}

fn cases(agent: &Agent) -> Vec<Value> {
    agent.reactions().into_iter().filter(|case| is_out_of_reach(case).is_none()).collect()
}

/// The cases that a dialect's tables do not foretell, and how.
fn missed(dialect: &Dialect, cases: &[Value]) -> BTreeSet<String> {
    let differs = |case: &Value| Some(format!("{}: {}", case["case"].as_str().unwrap(), difference(dialect, case)?));
    cases.iter().filter_map(differs).collect()
}

/// How what was seen differs from what our reading foretells.
fn difference(dialect: &Dialect, case: &Value) -> Option<String> {
    let (event, answer) = case["hooks"].as_object().unwrap().iter().next().unwrap();
    let answer = answer.get(0).unwrap_or(answer);
    let Some(row) = dialect.event_named(event) else { return Some(format!("no event {event}")) };
    let verdict = heeded(row, listen(dialect, row, &completion(answer)).unwrap_or_default());
    let foretold = Foretold::of(row, &verdict, case);
    foretold.differs_from(case, &verdict)
}

fn completion(answer: &Value) -> Completion {
    let text = |key: &str| match &answer[key] {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let end = match (answer["sleep"].as_f64(), answer["signal"].as_i64(), answer["exit"].as_i64()) {
        (Some(_), ..) => End::TimedOut,
        (_, Some(signal), _) => End::Signalled(i32::try_from(signal).unwrap()),
        (.., code) => End::Exited(i32::try_from(code.unwrap_or(0)).unwrap()),
    };
    Completion { stdout: Captured::from(text("stdout").as_str()), stderr: Captured::from(text("stderr").as_str()), ..Completion::of(end) }
}

/// A verdict without what the agent is known not to heed.
fn heeded(row: &Row, verdict: Verdict) -> Verdict {
    let is_dead = |effect| matches!(row.strength(effect), Grade::Dead(_));
    let asks_in_vain = verdict.decision == Some(Decision::Ask) && is_dead(Effect::Ask);
    Verdict { decision: verdict.decision.filter(|_| !asks_in_vain), ..verdict }
}

/// What the agent should be seen to do.
#[derive(Debug, Default)]
struct Foretold {
    ran: Option<bool>,
    rewritten: Option<bool>,
    requests: Option<u64>,
    /// Words of the answer that the model sees.
    told: Vec<&'static str>,
    /// Words of the answer that it does not see.
    untold: Vec<&'static str>,
}

impl Foretold {
    fn of(row: &Row, verdict: &Verdict, case: &Value) -> Foretold {
        let ends = verdict.decision == Some(Decision::End);
        // An end that is weaker than it says lets the call through first.
        let refuses =
            matches!(verdict.decision, Some(Decision::Block | Decision::Ask)) || ends && *row.strength(Effect::End) == Grade::Kept;
        let name = case["case"].as_str().unwrap();
        let asked_first = name.starts_with("perm-") || name.starts_with("denyrule-") || name.starts_with("askrule-");
        let mut foretold = Foretold::default();
        match row.kind {
            EventKind::PreToolUse | EventKind::PermissionRequest => {
                // Where the agent asks first, and nobody is there to answer, only a grant lets the call through.
                let granted = !asked_first || verdict.decision == Some(Decision::Grant);
                let is_shell = !name.starts_with("mcp-");
                foretold.ran = Some(is_shell && granted && !refuses && verdict.input.is_none());
                foretold.rewritten = Some(is_shell && granted && !refuses && verdict.input.is_some());
                foretold.requests = Some(if ends { 1 } else { 2 });
            }
            EventKind::UserPromptSubmit | EventKind::SessionStart | EventKind::PreModelRequest => {
                foretold.requests = Some(if refuses { 0 } else { 2 });
            }
            EventKind::Stop => {
                foretold.requests = Some(if verdict.decision == Some(Decision::Block) || holds(row, verdict) { 3 } else { 2 });
            }
            EventKind::PostToolUse | EventKind::PostToolUseFailure | EventKind::PostToolBatch => {
                foretold.requests = Some(if ends { 1 } else { 2 });
            }
            _ => {}
        }
        foretold.tell(row, verdict);
        foretold
    }

    /// A reason reaches the model where it refuses a call, holds a turn or stands in for a result; a context wherever it is taken.
    fn tell(&mut self, row: &Row, verdict: &Verdict) {
        let reason_reaches = match row.gate {
            Gate::Call => row.kind != EventKind::PreModelRequest,
            Gate::Turn | Gate::Feedback | Gate::Replaces => true,
            Gate::Prompt | Gate::Observes => false,
        };
        let blocks = matches!(verdict.decision, Some(Decision::Block | Decision::Ask));
        let reason = verdict.reason.as_deref().filter(|_| blocks && reason_reaches).unwrap_or_default();
        let output = verdict.output.as_ref().map(ToString::to_string).unwrap_or_default();
        let context = verdict.context.as_deref().unwrap_or_default();
        let said = format!("{reason} {output} {context}");
        for mark in ["MARK_REASON", "MARK_ERR", "MARK_STOP", "MARK_CTX", "MARK_OUT"] {
            if said.contains(mark) { self.told.push(mark) } else { self.untold.push(mark) }
        }
    }

    fn differs_from(&self, case: &Value, verdict: &Verdict) -> Option<String> {
        let seen: Vec<&str> = case["model_saw"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let wrong_flag = |foretold: Option<bool>, key: &str| foretold.is_some_and(|foretold| case[key] != foretold);
        let mut differences = Vec::new();
        if wrong_flag(self.ran, "ran") || wrong_flag(self.rewritten, "rewritten") {
            differences.push(format!("ran {} rewritten {}", case["ran"], case["rewritten"]));
        }
        if self.requests.is_some_and(|requests| case["requests"] != requests) {
            differences.push(format!("{} requests", case["requests"]));
        }
        if self.told.iter().any(|mark| !seen.contains(mark)) || self.untold.iter().any(|mark| seen.contains(mark)) {
            differences.push(format!("the model saw {seen:?}"));
        }
        (!differences.is_empty()).then(|| format!("{}; foretold {self:?} from {verdict:?}", differences.join(", ")))
    }
}

fn holds(row: &Row, verdict: &Verdict) -> bool {
    row.gate == Gate::Turn && verdict.context.is_some()
}

/// Cells that no measured case depends on, with the reason why they stand.
const UNMEASURED: &[(&str, &[&str], &str)] = &[
    (
        "claude",
        &["PreToolUse /decision without Text(\"approve\")"],
        "the case runs with the tool allowed, so that nothing is left to grant",
    ),
    ("claude", &["PreToolUse exit 2 and what counts"], "its reason comes from the reply either way"),
    (
        "codex",
        &[
            "PostToolUse without /suppressOutput",
            "PreToolUse without /suppressOutput",
            "SessionStart without /suppressOutput",
            "Stop without /suppressOutput",
            "UserPromptSubmit without /suppressOutput",
            "PreToolUse without /continue",
            "Stop without /continue",
        ],
        "a key that is not known fails the hook, as its value does",
    ),
    (
        "gemini",
        &[
            "AfterAgent /decision without Text(\"allow\")",
            "AfterAgent /decision without Text(\"approve\")",
            "AfterTool /decision without Text(\"allow\")",
            "AfterTool /decision without Text(\"approve\")",
            "BeforeAgent /decision without Text(\"allow\")",
            "BeforeAgent /decision without Text(\"approve\")",
            "BeforeTool /decision without Text(\"approve\")",
        ],
        "an `allow` that grants nothing cannot be seen",
    ),
    (
        "gemini",
        &["AfterTool /decision without Text(\"block\")", "BeforeAgent /decision without Text(\"block\")"],
        "the same code as at the two events where it was measured",
    ),
    (
        "gemini",
        &["AfterAgent /continue without Flag(false)", "AfterAgent without /continue"],
        "a turn that is about to end ends either way",
    ),
    ("gemini", &["AfterAgent other plain text"], "not tried at this event"),
    ("gemini", &["braces", "the naming of events"], "not tried: no text counts, and every reply named its event"),
    (
        "qwen",
        &[
            "PreToolUse /decision without Text(\"allow\")",
            "PreToolUse /decision without Text(\"approve\")",
            "PreToolUse /hookSpecificOutput/permissionDecision without Text(\"allow\")",
        ],
        "an `allow` that grants nothing cannot be seen",
    ),
    ("qwen", &["PreToolUse /decision without Text(\"ask\")", "PreToolUse /decision without Text(\"deny\")"], "read in the agent's code"),
    (
        "copilot",
        &[
            "PreToolUse /hookSpecificOutput/permissionDecision without Text(\"allow\")",
            "PreToolUse /hookSpecificOutput/permissionDecision without Text(\"ask\")",
            "PreToolUse /permissionDecision without Text(\"allow\")",
            "PreToolUse /permissionDecision without Text(\"ask\")",
            "PreToolUse without /hookSpecificOutput/additionalContext",
            "PreToolUse other exits and what counts",
        ],
        "tried in the other spelling of the event",
    ),
    (
        "copilot",
        &["PreToolUse other plain text", "Stop other plain text", "agentStop other plain text", "postToolUse other plain text"],
        "not tried at this event",
    ),
    ("copilot", &["braces", "the naming of events"], "not tried: no text counts, and every reply named its event"),
    ("droid", &["PreToolUse exit 2 and what counts"], "its reason comes from the reply either way"),
    ("droid", &["PreToolUse exit 3 and what counts"], "not tried with a reply"),
];

/// Damage any cell that was measured, and a case is foretold otherwise.
#[test]
fn every_measured_cell_is_needed() {
    for agent in AGENTS.iter() {
        let name = agent.dialect.name.as_ref();
        let cases = cases(agent);
        let before = missed(agent.dialect, &cases);
        let unnoticed: BTreeSet<String> =
            damaged(agent, &cases).into_iter().filter(|(_, dialect)| missed(dialect, &cases) == before).map(|(what, _)| what).collect();
        let listed: BTreeSet<String> = UNMEASURED
            .iter()
            .filter(|(agent, ..)| *agent == name)
            .flat_map(|(_, what, _)| what.iter().map(|what| (*what).to_owned()))
            .collect();
        assert_eq!(unnoticed, listed, "{name}");
    }
}

/// The dialect with one cell changed, for every cell of an event that cases are about.
fn damaged(agent: &Agent, cases: &[Value]) -> Vec<(String, Dialect)> {
    let measured: BTreeSet<&str> = cases.iter().flat_map(|case| case["hooks"].as_object().unwrap().keys().map(String::as_str)).collect();
    let mut all = Vec::new();
    let kinds = [EventKind::PreToolUse, EventKind::UserPromptSubmit, EventKind::PostToolUse, EventKind::Stop, EventKind::SessionStart];
    let rows = agent.dialect.events.iter().enumerate().filter(|(_, row)| kinds.contains(&row.kind) && measured.contains(row.name()));
    for (at, row) in rows {
        let mut add = |what: String, damage: &dyn Fn(&mut Row)| {
            let mut dialect = agent.dialect.clone();
            damage(&mut dialect.events.to_mut()[at]);
            all.push((format!("{} {what}", row.name()), dialect));
        };
        for index in 0..row.replies.len() {
            let key = row.replies[index].at[0].clone();
            add(format!("without {key}"), &|row| drop(row.replies.to_mut().remove(index)));
            if row.replies[index].beside.is_some() {
                add(format!("{key} alone"), &|row| row.replies.to_mut()[index].beside = None);
            }
            damage_decision(row, index, &key, &mut add);
        }
        for index in (0..row.exits.len()).filter(|_| row.kind == EventKind::PreToolUse) {
            for (what, damage) in exit_damages(&row.exits[index]) {
                add(what, &|row| damage(&mut row.exits.to_mut()[index]));
            }
        }
        add("other plain text".to_owned(), &|row| {
            row.plain = if row.plain == PlainText::Context { PlainText::Nothing } else { PlainText::Context };
        });
    }
    all.extend(reading_damages(agent.dialect));
    all
}

type Add<'a> = dyn FnMut(String, &dyn Fn(&mut Row)) + 'a;

fn damage_decision(row: &Row, index: usize, key: &str, add: &mut Add<'_>) {
    let Says::Decision { words, .. } = &row.replies[index].says else { return };
    for word in 0..words.len() {
        if matches!(words[word].means, Meaning::Nothing | Meaning::Noted) {
            continue;
        }
        add(format!("{key} without {:?}", words[word].is), &|row| {
            if let Says::Decision { words, .. } = &mut row.replies.to_mut()[index].says {
                words.to_mut().remove(word);
            }
        });
    }
}

type Damage = fn(&mut ExitRow);

fn exit_damages(exit: &ExitRow) -> Vec<(String, Damage)> {
    let code = match exit.code {
        ExitCode::Is(code) => format!("exit {code}"),
        ExitCode::Any => "other exits".to_owned(),
    };
    let then: Damage = match exit.then {
        Then::Fail => |exit| exit.then = Then::Block,
        Then::Pass | Then::Block | Then::End => |exit| exit.then = Then::Fail,
        Then::BlockWithReason => |exit| exit.then = Then::Block,
    };
    let heeds: Damage = match exit.heeds {
        Heeds::Nothing => |exit| exit.heeds = Heeds::All,
        Heeds::All | Heeds::Blocks | Heeds::Decisions => |exit| exit.heeds = Heeds::Nothing,
    };
    let follows = (format!("{code} and what follows"), then);
    let counts = (format!("{code} and what counts"), heeds);
    // A hook that is content and one that failed look the same from outside.
    if exit.then == Then::Pass { vec![counts] } else { vec![follows, counts] }
}

/// What is damaged, and how.
type ReadingDamage = (&'static str, fn(&mut Reading));

fn reading_damages(dialect: &Dialect) -> Vec<(String, Dialect)> {
    let damages: [ReadingDamage; 4] = [
        ("the naming of events", |reading| reading.naming = if reading.naming == Naming::Unread { Naming::Own } else { Naming::Unread }),
        ("strictness", |reading| reading.strict = if reading.strict.is_some() { None } else { Some(vec![].into()) }),
        ("braces", |reading| reading.braces_bind = !reading.braces_bind),
        ("replies on stderr", |reading| reading.on_stderr = false),
    ];
    let damaged = |(what, damage): ReadingDamage| {
        let mut dialect = dialect.clone();
        damage(&mut dialect.reading);
        (what.to_owned(), dialect)
    };
    damages.into_iter().map(damaged).filter(|(_, other)| other != dialect).collect()
}
