//! Loading a thousand handlers beside what `serde_json` and `toml` take for the same bytes without spans and without understanding them.

use std::fmt::Write;
use std::fs;
use std::sync::Arc;

use serde_json::{Value, json};
use snell::{Engine, dialects};
use snell_core::Status;
use snell_core::config::{self, json as own_json};
use snell_core::dialect::{Base, Format};
use snell_core::hook::Source;

use crate::pairs::{alternated, micros};
use crate::stage::Stage;
use crate::table::Row;

const HANDLERS: usize = 1000;
const TURNS: usize = 51;

pub(crate) fn rows() -> Vec<Row> {
    let (json, toml) = (json_file(), toml_layer());
    let parse_json = || micros(|| serde_json::from_str::<Value>(&json));
    let parse_toml = || micros(|| toml::from_str::<toml::Table>(&toml));
    let (json_stage, toml_stage) = (Stage::new(), Stage::new());
    json_stage.write("home/.rightnow/hooks/bench.json", &json);
    fs::write(toml_stage.path("home/.rightnow/config.toml"), &toml).expect("a file");
    let reply = r#"{"decision":"deny","reason":"no"}"#;
    vec![
        Row::ratio(
            "1,000 handlers from JSON text to hooks / `serde_json`",
            3.0,
            &alternated(TURNS, || read(&json, Format::Json), parse_json),
        ),
        Row::ratio("1,000 handlers from TOML text to hooks / `toml`", 3.0, &alternated(TURNS, || read(&toml, Format::Toml), parse_toml)),
        Row::ratio("an engine with them, from the file on / `serde_json`", 3.0, &alternated(TURNS, || built(&json_stage), parse_json)),
        Row::ratio("an engine with them, from the layer on / `toml`", 3.0, &alternated(TURNS, || built(&toml_stage), parse_toml)),
        Row::ratio(
            "a reply / `serde_json`",
            3.0,
            &alternated(
                201,
                || micros(|| (0..100).filter(|_| own_json::read_strict(reply).is_ok()).count()),
                || micros(|| (0..100).filter(|_| serde_json::from_str::<Value>(reply).is_ok()).count()),
            ),
        ),
    ]
}

/// Text to hooks: validation, places and findings included.
fn read(text: &str, format: Format) -> f64 {
    let dialect = dialects::rightnow();
    let row = dialect.sources.iter().find(|row| row.format == format && row.base == Base::Home).expect("such a source");
    let source = Arc::new(Source {
        scope: row.scope.to_string(),
        path: std::path::Path::new("/home/me/hooks").into(),
        of_project: false,
        words: row.words,
        switch: None,
        directory: row.directory,
        plugin: None,
    });
    micros(|| {
        let loaded = config::read(dialect, row, &source, Status::Ready, text);
        assert_eq!((loaded.hooks.len(), loaded.diagnostics.len()), (HANDLERS, 0));
        loaded
    })
}

/// The whole of what a host pays when it starts.
fn built(stage: &Stage) -> f64 {
    micros(|| {
        let engine: Engine = stage.engine();
        assert_eq!(engine.hooks().hooks().len(), HANDLERS);
        engine
    })
}

fn json_file() -> String {
    let group = |index| {
        let command = format!("node \"$HOME/hooks/check-{index}.mjs\" --strict");
        json!({ "matcher": format!("Bash|mcp__server{index}__.*"), "hooks": [{ "type": "command", "command": command, "timeout": 10 }] })
    };
    let groups: Vec<_> = (0..HANDLERS).map(group).collect();
    serde_json::to_string_pretty(&json!({ "hooks": { "PreToolUse": groups } })).unwrap_or_default()
}

fn toml_layer() -> String {
    let mut text = String::new();
    for index in 0..HANDLERS {
        let _ = write!(
            text,
            "[[hooks.PreToolUse]]\nmatcher = \"Bash|mcp__server{index}__.*\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\n\
             command = 'node \"$HOME/hooks/check-{index}.mjs\" --strict'\ntimeout = 10\n\n"
        );
    }
    text
}
