//! The TOML of configuration layers.

use snell_core::Code;
use snell_core::config::toml;

use super::json::{assert_placed, shape};
use crate::{Target, texts, traits};

pub(super) const PIECES: &[&str] = &[
    "[[a.b]]\n",
    "[a]\n",
    "a.b = {",
    "a = [",
    "\"\"\"",
    "'''",
    "=",
    ".",
    "#",
    "\n",
    "\r\n",
    "1979-05-27T07:32:00Z",
    "inf",
    "nan",
    "0x_1",
    "1_000",
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"",
    "'",
    "\\u00e9",
    "\\U0001F600",
    "é",
    "\0",
    "\u{202e}",
    "true",
    "a = 1\n",
    "a.a.a = 1\n",
];

pub(super) const TARGET: Target = Target {
    name: "toml",
    seeds: || {
        texts(&[
            "[[hooks.PreToolUse]]\nmatcher = \"Bash\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = '''x'''\ntimeout = 1.5\n",
            "a = {b = [1, 2, {c = \"\"\"\ntext\"\"\"}], d.e = 1979-05-27}\n[f.\"g h\"]\ni = inf # a comment\n",
            "x = 0xff\ny = [\n  true,\n]\n",
        ])
    },
    pieces: PIECES,
    check,
};

fn check(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let (node, findings) = toml::read(&text);
    assert_placed(&text, &findings);
    assert!(node.is_some() || !findings.is_empty(), "nothing is read, and nothing told");
    let theirs = ::toml::de::DeTable::parse(&text);
    assert!(theirs.is_ok() || node.is_none(), "toml refuses it");
    // What ours refuses beyond is depth.
    let deep = findings.iter().any(|finding| finding.code == Code::TooDeep);
    assert!(theirs.is_err() || node.is_some() || deep, "toml reads it, and {findings:?}");
    traits((findings.iter().map(|finding| (finding.code, kind(&finding.message))).collect::<Vec<_>>(), node.as_ref().map(shape)))
}

/// A message without what it repeats of the text.
fn kind(message: &str) -> String {
    message.split('`').step_by(2).collect()
}
