//! The JSON of files and replies.

use serde_json::Value;
use snell_core::config::{Finding, Lines, json};
use snell_core::tree::{Node, NodeKind};

use crate::{Target, assert_harmless, texts, traits};

pub(super) const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u12",
    "\\ud83d",
    "\\ude00",
    "//",
    "/*",
    "*/",
    "\n",
    "\t",
    "\0",
    "'",
    "1e999",
    "-0",
    "1.5e-9",
    "true",
    "nul",
    "é",
    "😀",
    "\u{feff}",
    "\u{a0}",
    "\u{202e}",
    "\u{1b}",
    "\"a\":",
    "{\"a\":1,\"a\":2}",
];

pub(super) const TARGET: Target = Target {
    name: "json",
    seeds: || {
        texts(&[
            r#"{"hooks": {"PreToolUse": [{"matcher": "Bash|Edit", "hooks": [{"type": "command", "command": "x", "timeout": 1.5}]}]}}"#,
            "{\n  // a comment\n  \"a\": [1, -2, 3e4, true, false, null,],\n  /* more */ \"b\": \"\\u00e9\\n\",\n}",
            "\"\\ud83d\\ude00\"",
            "[[[[[[[[]]]]]]]]",
        ])
    },
    pieces: PIECES,
    check,
};

fn check(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let (node, findings) = json::read(&text);
    assert_placed(&text, &findings);
    assert!(node.is_some() || !findings.is_empty(), "nothing is read, and nothing told");
    if let Some(node) = &node {
        assert_inside(&text, node);
    }
    let strict = json::read_strict(&text);
    if let Ok(strict) = &strict {
        let value = strict.to_value();
        match &node {
            Some(node) => assert_eq!(node.to_value(), value, "a file is read otherwise than a reply"),
            None => assert!(is_damaged(&text), "a reply is read, and the same as a file is not"),
        }
        let again = json::read_strict(&value.to_string()).expect("what was read can be written and read");
        assert_eq!(again.to_value(), value);
    }
    let theirs: Result<Value, _> = serde_json::from_str(&text);
    // What ours refuses beyond is depth, and it says so.
    assert!(theirs.is_err() || strict.is_ok() || text.matches(['[', '{']).count() > 64, "serde_json reads it");
    let codes: Vec<_> = findings.iter().take(8).map(|finding| finding.code).collect();
    traits((codes, strict.is_ok(), node.as_ref().map(shape)))
}

/// What costs a file, and of a reply only itself: control characters and lone surrogates inside a text.
fn is_damaged(text: &str) -> bool {
    text.contains(char::is_control) || text.to_ascii_lowercase().contains("\\ud")
}

/// Every finding points at a piece of the text, and its words are harmless.
#[track_caller]
pub(super) fn assert_placed(text: &str, findings: &[Finding]) {
    for finding in findings {
        assert!(text.get(finding.span.clone()).is_some(), "{finding:?} points at no piece");
        let (line, column) = Lines::of(text).place(finding.span.start);
        assert!(line >= 1 && column >= 1);
        assert_harmless(&finding.message);
        assert!(finding.message.len() < 1000, "{finding:?}");
    }
    assert!(findings.len() < 100 + text.len());
}

fn assert_inside(text: &str, node: &Node) {
    assert!(text.get(node.span.clone()).is_some());
    let inside = |inner: &Node| inner.span.start >= node.span.start && inner.span.end <= node.span.end;
    match &node.kind {
        NodeKind::List(items) => items.iter().for_each(|item| {
            assert!(inside(item));
            assert_inside(text, item);
        }),
        NodeKind::Table(members) => members.iter().for_each(|member| {
            assert!(inside(&member.value) && text.get(member.key_span.clone()).is_some());
            assert_inside(text, &member.value);
        }),
        _ => {}
    }
}

/// What a tree is made of, roughly.
pub(super) fn shape(node: &Node) -> u64 {
    match &node.kind {
        NodeKind::List(items) => traits(("[", items.iter().take(3).map(shape).collect::<Vec<_>>())),
        NodeKind::Table(members) => traits(("{", members.iter().take(3).map(|member| shape(&member.value)).collect::<Vec<_>>())),
        _ => traits(node.what()),
    }
}
