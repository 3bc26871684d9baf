//! What the command prints of a file of hooks, whatever stands in it.

use std::ffi::OsString;
use std::fs;
use std::sync::Arc;

use snell::system::Scripted;
use snell_cli::{Screen, World};
use snell_core::{Completion, End};

use crate::{Target, assert_harmless, texts, traits};

const PIECES: &[&str] = &[
    "\u{1b}[31m",
    "\u{1b}]0;x\u{7}",
    "\u{202e}",
    "\u{9b}",
    "\r",
    "\n",
    "\t",
    "\u{8}",
    "\u{7f}",
    "\\u001b",
    "\\u202e",
    "\\r",
    "\\n",
    "\"",
    ",",
    "{",
    "}",
    "[",
    "]",
    ":",
    "//",
    "é",
    "\u{200b}",
    "\"matcher\":",
    "\"command\":",
    "\"timeout\":",
    "\"http\"",
];

pub(super) const TARGET: Target = Target {
    name: "shown",
    seeds: || {
        texts(&[
            r#"{"hooks":{"PreToolUse":[{"matcher":"a|b","hooks":[{"type":"command","command":"x y","timeout":9,"id":"i"}]}]}}"#,
            "{\n  // one\n  \"hooks\": {\n    \"PreToolUse\": [{\"matcher\": \"[\", \"hooks\": [{\"type\": \"prompt\"}]}],\n    \"Stpo\": []\n  }\n}\n",
            r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"http","url":"https://a:b@c.example/?d"},{"type":"command","command":"\u001b[31m"}]}]}}"#,
        ])
    },
    pieces: PIECES,
    check,
};

fn check(input: &[u8]) -> u64 {
    let home = tempfile::tempdir().expect("a directory");
    let place = home.path().join(".rightnow/hooks");
    fs::create_dir_all(&place).expect("a directory");
    fs::write(place.join("a.json"), input).expect("a file");
    let codes = [
        &["check"][..],
        &["list"],
        &["explain", "pre-tool-use", "--tool", "a"],
        &["fire", "pre-tool-use", "--tool", "a", "--input", r#"{"command":"x"}"#],
    ];
    traits(codes.map(|arguments| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let said = String::from_utf8_lossy(input).into_owned();
        let end = Completion { stderr: said.as_str().into(), ..Completion::of(End::Exited(i32::from(input.len().is_multiple_of(2)) + 1)) };
        let environment = vec![(OsString::from("HOME"), home.path().into())];
        let mut world = World {
            run: Some(Arc::new(Scripted::in_order(vec![end; 50]))),
            environment: Some(environment),
            screen: Screen::default(),
            ..World::new(&mut out, &mut err)
        };
        let path = home.path().to_str().expect("UTF-8");
        let all = ["snell", "--home", path, "--cwd", path, "--dialect", "rightnow"].into_iter().chain(arguments.iter().copied());
        let code = snell_cli::run(all.map(OsString::from), &mut world);
        assert!(code <= 3);
        let lines = [out, err].map(|text| {
            let text = String::from_utf8(text).expect("what is printed is UTF-8");
            assert_harmless(&text);
            text.lines().count().min(30)
        });
        (code, lines)
    }))
}
