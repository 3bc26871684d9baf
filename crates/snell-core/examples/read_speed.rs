//! How long reading 1,000 handlers takes, as a ratio to what `serde_json` and `toml` take for the same bytes without spans.
//!
//! `cargo run --release -p snell-core --example read_speed`

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use snell_core::config::{json, toml};

const HANDLERS: usize = 1000;
const ROUNDS: usize = 101;

fn main() {
    let (json_text, toml_text) = (json_layer(), toml_layer());
    let reply = r#"{"decision":"deny","reason":"no"}"#;
    println!("{HANDLERS} handlers, median of {ROUNDS} interleaved rounds");
    compare(
        "JSON",
        json_text.len(),
        || json::read(&json_text),
        "serde_json::Value",
        || serde_json::from_str::<serde_json::Value>(&json_text),
    );
    compare("TOML", toml_text.len(), || toml::read(&toml_text), "toml::Table", || ::toml::from_str::<::toml::Table>(&toml_text));
    compare("TOML", toml_text.len(), || toml::read(&toml_text), "DeTable::parse", || ::toml::de::DeTable::parse(&toml_text));
    compare("reply", reply.len(), || json::read_strict(reply), "serde_json::Value", || serde_json::from_str::<serde_json::Value>(reply));
}

fn compare<A, B>(what: &str, bytes: usize, ours: impl Fn() -> A, other: &str, theirs: impl Fn() -> B) {
    let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        our_times.push(timed(&ours));
        their_times.push(timed(&theirs));
    }
    let (ours, theirs) = (median(our_times), median(their_times));
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    println!("{what} ({bytes} bytes): {ours:?} against {theirs:?} for {other}: {ratio:.2}");
}

fn timed<T>(run: impl Fn() -> T) -> Duration {
    let start = Instant::now();
    let result = black_box(run());
    let time = start.elapsed();
    drop(result);
    time
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn json_layer() -> String {
    let group = |index| {
        let command = format!("node \"$HOME/hooks/check-{index}.mjs\" --strict");
        serde_json::json!({"matcher": format!("Bash|mcp__server{index}__.*"), "hooks": [{"type": "command", "command": command, "timeout": 10}]})
    };
    let groups: Vec<_> = (0..HANDLERS).map(group).collect();
    serde_json::to_string_pretty(&serde_json::json!({"hooks": {"PreToolUse": groups}})).unwrap_or_default()
}

fn toml_layer() -> String {
    let mut text = String::new();
    for index in 0..HANDLERS {
        let _ = write!(
            text,
            "[[hooks.PreToolUse]]\nmatcher = \"Bash|mcp__server{index}__.*\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = 'node \"$HOME/hooks/check-{index}.mjs\" --strict'\ntimeout = 10\n\n"
        );
    }
    text
}
