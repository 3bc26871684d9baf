//! What others wrote cannot command the terminal of whoever reads it, and secrets of urls are not shown.

use crate::stage::{Stage, complained};

const ESCAPE: &str = "\u{1b}]0;owned\u{7}\u{202e}";

/// Nothing but our own words, in which every strange character is spelt out.
#[track_caller]
fn assert_harmless(text: &str) {
    let bad: Vec<char> = text.chars().filter(|letter| letter.is_control() && *letter != '\n' || *letter == '\u{202e}').collect();
    assert!(bad.is_empty(), "{bad:?} in {text:?}");
}

#[test]
fn no_text_of_a_hook_or_a_file_reaches_the_terminal_as_it_is() {
    let command = serde_json::json!(format!("x{ESCAPE}"));
    let hooks = format!(
        r#"{{"hooks":{{"PreToolUse":[{{"matcher":{command},"hooks":[{{"type":"command","command":{command}}}]}},{{"hooks":[{{"type":"command","command":{command}}}]}}],{command}:[]}}}}"#
    );
    let file = format!(".rightnow/hooks/a{ESCAPE}.json");
    let stage = || Stage::with(&[(&file, &hooks)]).scripted([complained(2, ESCAPE), complained(1, ESCAPE)]);
    let input = serde_json::json!({ "command": ESCAPE }).to_string();
    let call = ["pre-tool-use", "--trust", "--tool", ESCAPE, "--input", &input];
    for arguments in
        [[&["fire"], &call[..]].concat(), [&["explain"], &call[..]].concat(), vec!["list"], vec!["check"], vec!["fire", ESCAPE]]
    {
        let said = stage().run(&arguments);
        assert!(!said.out.is_empty() || !said.err.is_empty());
        assert_harmless(&said.out);
        assert_harmless(&said.err);
    }
}

#[test]
fn a_url_s_secrets_are_not_shown() {
    let hooks = r#"{"hooks":{"Stop":[{"hooks":[{"type":"http","url":"http://me:hunter2@hooks.example.com/?key=hunter2"}]}]}}"#;
    let stage = Stage::with(&[(".rightnow/hooks/a.json", hooks)]);
    for arguments in [&["explain", "stop", "--trust"][..], &["list"], &["fire", "stop", "--trust"], &["fire", "stop", "--trust", "--json"]]
    {
        let said = stage.run(arguments);
        assert!(!said.out.contains("hunter2"), "{arguments:?}: {}", said.out);
    }
}
