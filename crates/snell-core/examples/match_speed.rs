//! What a thousand matchers cost: to read, to ask for the first time, and to ask again.
//!
//! `cargo run --release -p snell-core --example match_speed`

use std::hint::black_box;
use std::time::{Duration, Instant};

use snell_core::dialect::{Lists, Matchers};
use snell_core::matcher::Matcher;

const MATCHERS: usize = 1000;
const ROUNDS: usize = 200;
const NAMES: &[&str] = &["mcp__server7__list_events", "run_terminal_command", "Bash", "NotebookEdit"];

fn main() {
    let rules = Matchers { lists: Lists::Bars, ..Matchers::PATTERNS };
    let written: Vec<String> = (0..MATCHERS).map(written).collect();
    println!("{MATCHERS} matchers, median of {ROUNDS} rounds");
    show("read them", || (), |()| read(&written, &rules));
    show("ask one name, first time", || read(&written, &rules), |matchers| ask(&matchers, NAMES[0]));
    let matchers = read(&written, &rules);
    for name in NAMES {
        ask(&matchers, name);
        show(&format!("ask `{name}` again"), || (), |()| ask(&matchers, name));
    }
    let engine = || written.iter().map(|text| regex::Regex::new(if text == "*" { "" } else { text }).unwrap()).collect::<Vec<_>>();
    let start = Instant::now();
    let compiled = engine();
    println!("{:>12} for comparison: compile every one", micros(start.elapsed()));
    show("for comparison: ask compiled ones", || (), |()| compiled.iter().filter(|regex| regex.is_match(NAMES[0])).count());
}

/// Sixty in a hundred are patterns, and half of those need an engine.
fn written(n: usize) -> String {
    match n % 10 {
        0 => "*".to_owned(),
        1 => "Bash".to_owned(),
        2 => format!("Edit|Write|Tool{n}"),
        3 => format!("server{n}__tool_{n}"),
        4 => format!("^mcp__server{n}__"),
        5 => format!("mcp__server{n}__.*"),
        6 => format!("^(?:Bash|Edit|Tool{n})$"),
        7 => format!("mcp__server{n}__(get|list)_.+"),
        8 => format!(r"(?i)^(bash|shell)_{n}\b"),
        _ => format!("Notebook.*|Tool{n}[A-Z]+"),
    }
}

fn read(written: &[String], rules: &Matchers) -> Vec<Matcher> {
    written.iter().map(|text| Matcher::read(Some(text), rules).expect("every one is usable")).collect()
}

fn ask(matchers: &[Matcher], name: &str) -> usize {
    matchers.iter().filter(|matcher| matcher.accepts(&[name])).count()
}

fn show<S, R>(what: &str, setup: impl Fn() -> S, work: impl Fn(S) -> R) {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let state = setup();
            let start = Instant::now();
            black_box(work(state));
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    println!("{:>12} {what}", micros(times[ROUNDS / 2]));
}

fn micros(time: Duration) -> String {
    format!("{:.1} µs", time.as_secs_f64() * 1e6)
}
