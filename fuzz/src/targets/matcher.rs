//! Matchers: the first line is one, the second a tool's name.

use regex::RegexBuilder;
use snell_core::matcher::Matcher;

use crate::{Target, texts, traits};

const PIECES: &[&str] = &[
    "|",
    "*",
    "+",
    "?",
    ".",
    "^",
    "$",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\\",
    "\\w",
    "\\b",
    "\\p{L}",
    "{2,3}",
    "{1000}",
    "(?i)",
    "(?!",
    "(?<=",
    "\\1",
    "(?:",
    "a",
    "Bash",
    "mcp__.*",
    "Edit|Write",
    ",",
    " ",
    "\n",
    "é",
    "[^a-z]",
    "&&",
    "\\x{10ffff}",
    "\u{1b}",
];

pub(super) const TARGET: Target = Target {
    name: "matcher",
    seeds: || {
        texts(&[
            "Bash\nBash",
            "Edit|Write\nWrite",
            "^mcp__[^_]+__.*$\nmcp__a__b",
            "(a+)+$\naaaaaaaa!",
            "\\w{3,5}\\.(js|ts)x?\nabc.tsx",
            "[[:alpha:]&&[^x]]\ny",
            "(?!mcp__).*\nBash",
            "Bash, Edit\nEdit",
            "*\nx",
            "(?i-u:é|.)\nÉ",
        ])
    },
    pieces: PIECES,
    check,
};

fn check(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let (written, name) = text.split_once('\n').unwrap_or((&text, "Bash"));
    traits(snell_dialects::all().map(|dialect| match Matcher::read(Some(written), &dialect.matchers) {
        Ok(matcher) => {
            assert_eq!(matcher.written(), Some(written));
            let accepted = matcher.accepts(&[name]);
            assert!(matcher.accepts(&[]) && !matcher.is_broken() && (accepted || !matcher.is_all()));
            if matcher.is_pattern() && !name.is_empty() && !written.contains("(?!") && !written.contains("(?=") {
                let engine = RegexBuilder::new(written).size_limit(16 << 20).build();
                // Some dialects read a pattern as one for the whole name, or without its spaces.
                let theirs = engine.unwrap_or_else(|error| panic!("{written:?} was read and does not compile: {error}")).is_match(name);
                assert!(theirs || !accepted, "{}: {written:?} accepts {name:?}", dialect.name);
            }
            let remarks: String = matcher.remarks(&dialect.matchers).iter().map(|remark| remark.code.as_str()).collect();
            (true, accepted, matcher.is_pattern(), remarks)
        }
        Err(bad) => (false, false, false, bad.message.split('`').step_by(2).collect()),
    }))
}
