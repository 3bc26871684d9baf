//! Choosing among a thousand hooks.

use std::cell::Cell;

use serde_json::json;
use snell::{Engine, Event, EventKind, Fact};
use snell_core::select::select;

use crate::memory;
use crate::pairs::{median, median_of, micros};
use crate::stage::{Stage, command};
use crate::table::Row;

const HOOKS: usize = 1000;
const ROUNDS: usize = 201;

pub(crate) fn rows() -> Vec<Row> {
    let stage = thousand();
    let engine = stage.engine();
    assert_eq!(engine.hooks().hooks().len(), HOOKS);
    vec![
        Row::time("an event among 1,000 hooks that concerns none of them, warm", 1.0, warm(&engine)),
        Row::time("choosing among 1,000 hooks for a tool never seen before", 100.0, anew(&engine)),
        Row::time("choosing among 1,000 hooks, the first time after loading", 100.0, first(&stage)),
        for_comparison(),
        memory::per_hook(),
    ]
}

/// A thousand hooks, sixty in a hundred with a true pattern and half of those in need of an engine.
fn thousand() -> Stage {
    let stage = Stage::new();
    let groups: Vec<_> = (0..HOOKS)
        .map(|index| json!({ "matcher": matcher(index), "hooks": [command(&format!("node hooks/check-{index}.mjs"))] }))
        .collect();
    stage.write("home/.rightnow/hooks/bench.json", &json!({ "hooks": { "PreToolUse": groups } }).to_string());
    stage
}

fn matcher(index: usize) -> String {
    match index % 10 {
        0 => format!("Task{index}"),
        1 => "Glob".to_owned(),
        2 => format!("Edit|Write|Tool{index}"),
        3 => format!("server{index}__tool_{index}"),
        4 => format!("^mcp__server{index}__"),
        5 => format!("mcp__server{index}__.*"),
        6 => format!("^(?:Agent|Edit|Tool{index})$"),
        7 => format!("mcp__server{index}__(get|list)_.+"),
        8 => format!(r"(?i)^(bash|shell)_{index}\b"),
        _ => format!("Notebook.*|Tool{index}[A-Z]+"),
    }
}

fn call(tool: &str) -> Event {
    Event::new(EventKind::PreToolUse).with(Fact::ToolName, tool).with(Fact::ToolInput, json!({ "query": "hooks" }))
}

/// The whole of `fire`, a hundred at a time, as the clock itself takes a part of a microsecond.
fn warm(engine: &Engine) -> f64 {
    let event = call("web_search");
    assert!(engine.fire(&event).trace.steps.len() == HOOKS);
    median_of(ROUNDS, || (0..100).map(|_| engine.fire(&event).trace.steps.len()).sum::<usize>()) / 100.0
}

/// The selection alone, without memory of any other; the patterns that a name needs have been compiled before.
fn anew(engine: &Engine) -> f64 {
    let (hooks, dialect) = (engine.hooks(), engine.dialect());
    let row = dialect.event(EventKind::PreToolUse).expect("it is an event");
    let number = Cell::new(0);
    median((0..ROUNDS).map(|_| {
        number.set(number.get() + 1);
        let event = call(&format!("mcp_other__tool_{}", number.get()));
        micros(|| select(dialect, row, &hooks, &event, 0))
    }))
}

/// The same where no pattern was ever compiled.
fn first(stage: &Stage) -> f64 {
    median((0..21).map(|_| {
        let engine = stage.engine();
        let (hooks, dialect) = (engine.hooks(), engine.dialect());
        let row = dialect.event(EventKind::PreToolUse).expect("it is an event");
        let event = call("mcp_other__tool");
        micros(|| select(dialect, row, &hooks, &event, 0))
    }))
}

/// What an agent pays that compiles its patterns for each event.
fn for_comparison() -> Row {
    let written: Vec<String> = (0..HOOKS).map(matcher).collect();
    let compile = || written.iter().filter(|text| regex::Regex::new(text).is_ok_and(|regex| regex.is_match("web_search"))).count();
    Row::told("for comparison: compiling a thousand patterns and asking each", crate::table::time(median_of(5, compile)))
}
