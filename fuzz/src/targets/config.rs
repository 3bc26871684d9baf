//! Files of hooks, of every dialect, in every place.

use std::path::Path;
use std::sync::Arc;

use snell_core::config::{Lines, harmless, read};
use snell_core::dialect::Format;
use snell_core::hook::Source;
use snell_core::{Dialect, Status};

use crate::{Target, texts, traits};

const PIECES: &[&str] = &[
    "\"hooks\":",
    "\"PreToolUse\":",
    "\"preToolUse\":",
    "\"Stop\":",
    "\"matcher\":",
    "\"type\":",
    "\"command\"",
    "\"command\":",
    "\"http\"",
    "\"url\":",
    "\"timeout\":",
    "\"env\":",
    "\"args\":",
    "\"id\":",
    "\"onFailure\":",
    "\"block\"",
    "\"async\":",
    "\"if\":",
    "[",
    "]",
    "{",
    "}",
    ",",
    "null",
    "true",
    "\"\"",
    "1",
    "\"Bash(git *)\"",
    "\"version\":1",
    "\u{1b}",
    "\u{202e}",
    "\n[[hooks.Stop]]\n",
    "[[hooks.Stop.hooks]]\n",
    "command = \"x\"\n",
];

pub(super) const TARGET: Target = Target {
    name: "config",
    seeds: || {
        texts(&[
            r#"{"hooks":{"PreToolUse":[{"matcher":"Bash|Edit","hooks":[{"type":"command","command":"sh x","timeout":9,"env":{"A":"1"}}]}]}}"#,
            r#"{"hooks":{"Stop":[{"hooks":[{"type":"http","url":"https://a.example/$X","onFailure":"block","id":"mine"}]}]}}"#,
            r#"{"version":1,"hooks":{"preToolUse":[{"command":"./x.sh","matcher":"Shell"}],"stop":[{"command":"y","args":["z"]}]}}"#,
            r#"{"hooks":{"BeforeTool":[{"sequential":true,"hooks":[{"name":"n","command":"x","timeout":5000,"async":true,"if":"Bash(git *)"}]}]}}"#,
            "[[hooks.PreToolUse]]\nmatcher = \"^Bash$\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"x\"\n",
        ])
    },
    pieces: PIECES,
    check,
};

fn check(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    traits(snell_dialects::all().map(|dialect| check_dialect(dialect, &text)))
}

fn check_dialect(dialect: &Dialect, text: &str) -> u64 {
    let mut seen = Vec::new();
    for row in dialect.sources.iter() {
        if row.format == Format::Toml && text.trim_start().starts_with('{') {
            continue;
        }
        let source = Arc::new(Source {
            scope: "user".to_owned(),
            path: Path::new("/home/hooks/a.json").into(),
            of_project: row.path.len().is_multiple_of(2),
            words: row.words,
            switch: None,
            directory: row.directory,
            plugin: None,
        });
        let loaded = read(dialect, row, &source, Status::Ready, text);
        for found in &loaded.diagnostics {
            let place = found.place.as_ref().expect("a finding in a file has a place");
            assert!(text.get(place.span.clone()).is_some(), "{found:?} points at no piece");
            assert_eq!((place.line, place.column), Lines::of(text).place(place.span.start));
        }
        for hook in &loaded.hooks {
            assert!(text.get(hook.place.span.clone()).is_some());
            assert!(!hook.timeout.is_zero(), "a hook without time: {hook:?}");
            assert!(hook.name.chars().all(harmless), "{:?}", hook.name);
        }
        let codes: Vec<_> = loaded.diagnostics.iter().take(4).map(|found| found.code).collect();
        seen.push((codes, loaded.hooks.len().min(3), loaded.hooks.iter().filter(|hook| hook.status == Status::Broken).count().min(3)));
    }
    traits(seen)
}
