//! What real agents tell their hooks, captured, against the tables: every payload is heard and told again as it came, and no key stands
//! outside the tables without a reason. Then the tables are damaged, one fact at a time, to see that this would be noticed.

mod agents;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use agents::{AGENTS, Agent, Capture};
use snell_core::dialect::{EnvValue, Event as Row};
use snell_core::envelope::{Circumstances, complete, encode};
use snell_core::event::{Event, Fact};
use snell_core::hear::{hear, hear_named};
use snell_core::{Dialect, EventKind};

/// Keys that no row maps, with the reason. They are passed on as they came, to hooks of every dialect that has no such key.
const UNMAPPED: &[(&str, &str, &[&str], &str)] = &[
    ("claude", "*", &["effort", "mcp_server"], "told by Claude Code alone; the server is taken from the second"),
    ("claude", "InstructionsLoaded", &["memory_type"], "told by two agents alike, under one name"),
    ("claude", "MessageDisplay", &["turn_id", "message_id", "index", "final", "delta"], "the event differs wherever it exists"),
    ("claude", "PostToolBatch", &["tool_calls"], "a list of calls in the agent's own words"),
    ("claude", "UserPromptExpansion", &["expansion_type", "command_args", "command_source"], "told by Claude Code alone"),
    ("claude", "PreCompact", &["custom_instructions"], "told by Claude Code alone"),
    ("claude", "CwdChanged", &["old_cwd", "new_cwd"], "no other agent has the event"),
    ("claude", "TaskCreated", &["task_id", "task_subject", "task_description"], "no other agent has the event"),
    ("claude", "TaskCompleted", &["task_id", "task_subject", "task_description"], "no other agent has the event"),
    ("claude", "PreModelSwitch", &["from_model", "requested_model", "source", "context_tokens"], "no other agent has the event"),
    (
        "claude",
        "PreModelSwitch",
        &["prompt_cache_warm", "cache_ttl", "estimated_cache_write_usd", "pricing"],
        "no other agent has the event",
    ),
    ("claude", "WorktreeCreate", &["name"], "no other agent has the event"),
    ("codex", "PreModelRequest", &["kind", "request_id", "attempt_number", "thread_id"], "no other agent tells the event alike"),
    ("codex", "PostModelRequest", &["kind", "request_id", "attempt_number", "thread_id"], "no other agent tells the event alike"),
    ("codex", "PostModelRequest", &["status", "error", "token_usage", "response_id"], "no other agent tells the event alike"),
    ("gemini", "BeforeModel", &["llm_request"], "no other agent tells the event alike"),
    ("gemini", "BeforeToolSelection", &["llm_request"], "no other agent has the event"),
    ("gemini", "AfterModel", &["llm_request", "llm_response"], "no other agent tells the event alike"),
    ("qwen", "*", &["tool_call_id"], "the model's own id of a call, beside the one that hooks see"),
    ("qwen", "UserPromptSubmit", &["submitted_prompt"], "told by Qwen Code alone"),
    ("qwen", "Stop", &["context_usage", "context_limit", "input_tokens"], "told by Qwen Code alone"),
    ("qwen", "InstructionsLoaded", &["memory_type"], "told by two agents alike, under one name"),
    ("qwen", "MessageDisplay", &["message_id", "displayed_text", "is_final"], "the event differs wherever it exists"),
    ("qwen", "PostToolBatch", &["tool_calls"], "a list of calls in the agent's own words"),
    ("copilot", "*", &["agentName", "parentAgentId"], "told by Copilot alone"),
    ("copilot", "sessionStart", &["initialPrompt"], "told by Copilot alone"),
    ("copilot", "SessionStart", &["initial_prompt"], "told by Copilot alone"),
    ("copilot", "errorOccurred", &["errorContext", "recoverable", "error"], "no other agent has the event"),
    ("droid", "SessionEnd", &["message_id", "session_duration_ms", "message_count"], "told by Droid alone"),
    ("droid", "Stop", &["message_id", "tool_execution_count", "elapsed_time"], "told by Droid alone"),
    ("droid", "SessionStart", &["CLAUDE_ENV_FILE"], "a file of Droid's, for variables of the session"),
];

/// Facts that only the agent itself knows, so that no other agent's event can be told with them.
const AGENTS_OWN: &[Fact] = &[
    Fact::TranscriptPath,
    Fact::SubagentTranscriptPath,
    Fact::Model,
    Fact::PromptId,
    Fact::PermissionMode,
    Fact::SubagentId,
    Fact::SubagentType,
    Fact::Duration,
    Fact::LastAssistantMessage,
    Fact::BackgroundTasks,
    Fact::Crons,
    Fact::PermissionSuggestions,
    Fact::FilePath,
    Fact::LoadReason,
    Fact::CommandName,
    Fact::ToModel,
    Fact::Message,
    Fact::Title,
    Fact::NotificationType,
    Fact::Prompt,
];

#[test]
fn every_captured_payload_is_told_again_as_it_came() {
    for agent in AGENTS.iter() {
        let problems: Vec<String> = agent.captures().iter().flat_map(|capture| problems(agent.dialect, capture)).collect();
        assert!(problems.is_empty(), "{}:\n{}", agent.dialect.name, problems.join("\n"));
    }
}

#[test]
fn no_key_stands_outside_the_tables_without_a_reason() {
    let mut found: Vec<(&str, String, String)> = Vec::new();
    for agent in AGENTS.iter() {
        for capture in agent.captures() {
            let unlisted = unlisted(agent.dialect, &capture);
            assert_eq!(unlisted.first(), None, "{} {}: has no row and no reason", agent.dialect.name, capture.file);
            let strange = heard(agent.dialect, &capture).unmapped;
            found.extend(strange.keys().map(|key| (agent.dialect.name.as_ref(), capture.event.clone(), key.clone())));
        }
    }
    for (agent, event, keys, _) in UNMAPPED {
        for key in *keys {
            let stands = found.iter().any(|(name, at, known)| name == agent && (*event == "*" || at == event) && known == key);
            assert!(stands, "{agent} {event}: `{key}` is listed and stands nowhere");
        }
    }
}

#[test]
fn a_payload_that_names_its_event_is_heard_without_being_told_which() {
    for agent in AGENTS.iter() {
        for capture in agent.captures().iter().filter(|capture| capture.stdin.contains_key("hook_event_name")) {
            let alone = hear(agent.dialect, &capture.stdin).unwrap();
            assert_eq!(alone, heard(agent.dialect, capture), "{} {}", agent.dialect.name, capture.file);
        }
    }
}

/// What a hook is told of another agent's event has the keys that its own agent would send, less what only that agent can know.
#[test]
fn what_we_tell_has_the_keys_of_the_real_thing() {
    for agent in AGENTS.iter() {
        for capture in agent.captures() {
            let row = row(agent.dialect, &capture);
            let told: BTreeSet<String> = encode(agent.dialect, row, &bare(agent.dialect, row)).into_iter().map(|(key, _)| key).collect();
            let real: BTreeSet<String> = capture.stdin.keys().cloned().collect();
            let place = format!("{} {}", agent.dialect.name, capture.file);
            let invented: Vec<_> = told.difference(&real).collect();
            assert!(invented.is_empty(), "{place}: the agent does not send {invented:?}");
            let missing = real.difference(&told).filter(|key| !is_agents_own(agent.dialect, row, key));
            let missing: Vec<_> = missing.filter(|key| !is_listed(agent.dialect, &capture, key)).collect();
            assert!(missing.is_empty(), "{place}: not told: {missing:?}");
        }
    }
}

#[test]
fn a_shell_command_is_told_in_the_words_of_every_dialect() {
    let shell = |agent: &Agent| agent.captures().into_iter().find(|capture| capture.file == agent.shell_call).unwrap();
    for host in AGENTS.iter() {
        let event = heard(host.dialect, &shell(host));
        assert_eq!((event.kind, event.text(Fact::ToolName)), (EventKind::PreToolUse, Some("Bash")), "{}", host.dialect.name);
        for source in AGENTS.iter() {
            let (row, real) = (source.dialect.event(EventKind::PreToolUse).unwrap(), shell(source));
            let told = encode(source.dialect, row, &event);
            let (name, input) = source.call_keys;
            assert_eq!(told[name], real.stdin[name], "{} under {}", source.dialect.name, host.dialect.name);
            assert_eq!(told[input]["command"], real.stdin[input]["command"], "{} under {}", source.dialect.name, host.dialect.name);
        }
    }
}

#[test]
fn the_variables_that_we_set_are_those_that_the_agent_sets() {
    for agent in AGENTS.iter() {
        let Some(capture) = agent.captures().into_iter().find(|capture| capture.file == agent.shell_call) else { continue };
        for variable in agent.dialect.environment.iter() {
            let expected = match variable.value {
                EnvValue::Root | EnvValue::Cwd => "<WORKSPACE>".to_owned(),
                EnvValue::Fact(Fact::SessionId) => "<SESSION_ID>".to_owned(),
                EnvValue::Beside => format!("<HOME>/.{}/hooks", agent.dialect.name),
                _ => continue,
            };
            let real = capture.env.get(variable.name.as_ref());
            assert_eq!(real, Some(&expected), "{} {}", agent.dialect.name, variable.name);
        }
    }
}

/// Without any one fact of a captured event, the checks above would fail.
#[test]
fn every_fact_row_of_a_captured_event_is_needed() {
    for agent in AGENTS.iter() {
        let captures = agent.captures();
        for damaged in damaged(agent.dialect, &captures) {
            let noticed = captures
                .iter()
                .any(|capture| !unlisted(&damaged.dialect, capture).is_empty() || !problems(&damaged.dialect, capture).is_empty());
            assert!(noticed, "{}: nothing misses {}", agent.dialect.name, damaged.what);
        }
    }
}

fn row<'d>(dialect: &'d Dialect, capture: &Capture) -> &'d Row {
    dialect.event_named(&capture.event).unwrap_or_else(|| panic!("{} has no event {}", dialect.name, capture.event))
}

fn heard(dialect: &Dialect, capture: &Capture) -> Event {
    hear_named(dialect, &capture.event, &capture.stdin).unwrap()
}

fn problems(dialect: &Dialect, capture: &Capture) -> Vec<String> {
    let told = encode(dialect, row(dialect, capture), &heard(dialect, capture));
    let keys: BTreeSet<&String> = told.keys().chain(capture.stdin.keys()).collect();
    let differs = |key: &&&String| told.get(**key) != capture.stdin.get(**key);
    keys.iter()
        .filter(differs)
        .map(|key| format!("{}: `{key}` is {:?}, told as {:?}", capture.file, capture.stdin.get(*key), told.get(*key)))
        .collect()
}

fn is_listed(dialect: &Dialect, capture: &Capture, key: &str) -> bool {
    let fits = |agent: &str, event: &str| agent == dialect.name && (event == "*" || event == capture.event);
    UNMAPPED.iter().any(|(agent, event, keys, _)| fits(agent, event) && keys.contains(&key))
}

/// Keys without a row and without a reason.
fn unlisted(dialect: &Dialect, capture: &Capture) -> BTreeSet<String> {
    heard(dialect, capture).unmapped.into_iter().map(|(key, _)| key).filter(|key| !is_listed(dialect, capture, key)).collect()
}

/// An event about which nothing is known, told as it must be.
fn bare(dialect: &Dialect, row: &Row) -> Event {
    let mut event = Event::new(row.kind);
    let world =
        Circumstances { now: "2026-12-01T10:00:00Z", cwd: Path::new("/repo"), root: Path::new("/repo"), fresh_id: &|| "fresh".to_owned() };
    complete(dialect, row, &mut event, &world);
    event
}

fn is_agents_own(dialect: &Dialect, row: &Row, key: &str) -> bool {
    let mut rows = dialect.facts.iter().chain(row.facts.iter());
    rows.any(|fact| fact.key == key && AGENTS_OWN.contains(&fact.fact))
}

struct Damaged {
    what: String,
    dialect: Dialect,
}

/// The dialect without one fact row, for every row that a capture can tell of.
fn damaged(dialect: &Dialect, captures: &[Capture]) -> Vec<Damaged> {
    let told: BTreeMap<&str, BTreeSet<&str>> = captures.iter().fold(BTreeMap::new(), |mut told, capture| {
        told.entry(row(dialect, capture).name()).or_insert_with(BTreeSet::new).extend(capture.stdin.keys().map(String::as_str));
        told
    });
    let mut all = Vec::new();
    for (index, fact) in dialect.facts.iter().enumerate().filter(|(_, fact)| told.values().any(|keys| keys.contains(fact.key.as_ref()))) {
        let mut dialect = dialect.clone();
        dialect.facts.to_mut().remove(index);
        all.push(Damaged { what: fact.key.to_string(), dialect });
    }
    for (at, row) in dialect.events.iter().enumerate() {
        let Some(keys) = told.get(row.name()) else { continue };
        for (index, fact) in row.facts.iter().enumerate().filter(|(_, fact)| keys.contains(fact.key.as_ref())) {
            let is_common = dialect.facts.iter().any(|common| common.key == fact.key);
            let mut dialect = dialect.clone();
            dialect.events.to_mut()[at].facts.to_mut().remove(index);
            if !is_common {
                all.push(Damaged { what: format!("{}.{}", row.name(), fact.key), dialect });
            }
        }
    }
    assert!(all.len() > 10, "{}", dialect.name);
    all
}

#[test]
fn the_captures_are_of_the_versions_that_the_tables_were_held_against() {
    for agent in AGENTS.iter() {
        for capture in agent.captures() {
            assert!(agent.dialect.checked.contains(&capture.version), "{}: {} is of {}", agent.dialect.name, capture.file, capture.version);
        }
    }
    let total: usize = AGENTS.iter().map(|agent| agent.captures().len()).sum();
    assert_eq!(total, 110);
}
