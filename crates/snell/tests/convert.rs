//! A converted matcher misses no call that it saw before, unless that is told: every agent, under every other, with many matchers.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use snell::convert::convert;
use snell::core::dialect::Grade;
use snell::core::select::sees;
use snell::{Dialect, Engine, EventKind, dialects};

const CALLS: [&str; 9] = ["Bash", "Edit", "Write", "Read", "WebFetch", "Grep", "mcp__github__create_issue", "mcp__other__x", "MyTool"];
const MATCHERS: [&str; 30] = [
    "Bash",
    "Edit",
    "Write",
    "Edit|Write",
    "Bash|Read",
    "^Bash$",
    "^(Bash|Edit)$",
    "(Edit|Write)",
    "bash",
    "MyTool",
    "",
    "*",
    ".*",
    ".+",
    "B.*h",
    "[EW].*",
    "Web.*",
    "Edit.*|Bash",
    "^(?!mcp__)",
    "mcp__.*",
    "mcp__github",
    "mcp__github__.*",
    "mcp__github__create_issue",
    "mcp__.*__create.*",
    "Read|mcp__other__.*",
    "run_shell_command|replace",
    "run_terminal_command",
    "Shell|MCP:.*",
    "Execute|github___.*",
    "github-.*",
];

/// The text of a file in which one hook has this matcher.
fn text(dialect: &Dialect, matcher: &str) -> String {
    let event = dialect.event(EventKind::PreToolUse).expect("every agent has it").name();
    let at_top = dialect.host.as_ref().is_some_and(|host| host.events_at.is_empty());
    let groups = json!([{ "matcher": matcher, "hooks": [{ "type": "command", "command": "exit 2" }] }]);
    if at_top { json!({ event: groups }) } else { json!({ "hooks": { event: groups } }) }.to_string()
}

fn engine(dialect: &Dialect, home: &Path, text: &str) -> Engine {
    let file = home.join("hooks.json");
    fs::write(&file, text).unwrap();
    Engine::builder(dialect).home(home).cwd(home).root(home).environment([]).only(file).build()
}

/// Which of the calls the engine's hooks see.
fn seen(engine: &Engine) -> Vec<&'static str> {
    let (dialect, hooks) = (engine.dialect(), engine.hooks());
    let sees = |call: &&str| hooks.hooks().iter().any(|hook| sees(dialect, dialect.row_of(hook).unwrap(), &hook.matcher, call));
    CALLS.into_iter().filter(sees).collect()
}

#[test]
fn no_call_is_missed_that_was_seen_before() {
    let home = tempfile::tempdir().unwrap();
    let (mut pairs, mut conversions) = (0, 0);
    for from in dialects::all() {
        for to in dialects::all().into_iter().filter(|to| to.name != from.name) {
            pairs += 1;
            // Each pair gets a third of them, which is all of them for each agent.
            for matcher in MATCHERS.iter().skip(pairs % 3).step_by(3) {
                let before = engine(from, home.path(), &text(from, matcher));
                if before.hooks().hooks().iter().any(|hook| hook.matcher.is_broken()) {
                    continue;
                }
                let converted = convert(&before, to, None);
                let is_less = |grade: &Grade| matches!(grade, Grade::Weaker(_) | Grade::Dead(_));
                let losses = converted.hooks.iter().flat_map(|hook| &hook.losses);
                let is_told = losses.into_iter().any(|lost| lost.code == "PreToolUse.matcher" && is_less(&lost.grade));
                let was = seen(&before);
                let after = engine(to, home.path(), &without_comments(&converted.text()));
                let is = seen(&after);
                let missed: Vec<_> = was.iter().filter(|call| !is.contains(call)).collect();
                assert!(missed.is_empty() || is_told, "{} to {}, `{matcher}`: {missed:?}\n{}", from.name, to.name, converted.text());
                conversions += 1;
            }
        }
    }
    assert!(conversions > 600, "{conversions}");
}

/// And what is read there has nothing wrong with it.
#[test]
fn the_agent_reads_the_file_without_a_word() {
    let home = tempfile::tempdir().unwrap();
    for from in dialects::all() {
        for to in dialects::all().into_iter().filter(|to| to.name != from.name) {
            let before = engine(from, home.path(), &text(from, "Bash"));
            let after = engine(to, home.path(), &without_comments(&convert(&before, to, None).text()));
            let found: Vec<String> = after.hooks().diagnostics.iter().map(|found| found.message.clone()).collect();
            assert_eq!((after.hooks().hooks().len(), found), (1, vec![]), "{} to {}", from.name, to.name);
        }
    }
}

fn without_comments(text: &str) -> String {
    let plain: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    serde_json::from_str::<Value>(&plain.join("\n")).expect("JSON").to_string()
}
