//! What cannot be done exits 3, with words that say what to do. Nothing but a block exits 2.

use crate::stage::{Stage, complained, exited};

const HOOKS: &str =
    r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x"}]}],"Stop":[{"hooks":[{"type":"command","command":"y"}]}]}}"#;

fn stage() -> Stage {
    Stage::with(&[(".rightnow/hooks/a.json", HOOKS)])
}

#[test]
fn usage_errors_exit_3_and_print_nothing_on_stdout() {
    let nowhere = "/no/such/file";
    for (arguments, words) in [
        (&[][..], "Usage: snell"),
        (&["fly"], "unrecognized subcommand 'fly'"),
        (&["fire"], "which event?"),
        (&["fire", "lunch"], "RightNow Agent has no event `lunch`"),
        (&["fire", "pretooluze"], "did you mean `PreToolUse`?"),
        (&["fire", "install"], "RightNow Agent has no event `install`"),
        (&["fire", "stop", "--set", "x"], "`--set x` has no `=`"),
        (&["fire", "stop", "--set", "=x"], "`--set =x` names no field"),
        (&["fire", "stop", "--var", "s3cret"], "`--var` has no `=`"),
        (&["fire", "stop", "--var", "=s3cret"], "`--var` names no variable"),
        (&["fire", "Install", "--set", "plugin=zz", "--dialect", "reforma"], "no plugin `zz`"),
        (&["fire", "stop", "--co\u{202e}ntinue\u{1b}[31m"], "unexpected argument '--co\\u{202e}ntinue"),
        (&["fire", "stop", "--continuations", "\u{202e}"], "invalid value '\\u{202e}'"),
        (&["fire", "pre-tool-use", "--input", "[]"], "`--input` is not a JSON object"),
        (&["fire", "pre-tool-use", "--input", "{"], "`--input` is not JSON"),
        (&["fire", "--event", nowhere], "the event `/no/such/file`"),
        (&["fire", "stop", "--ca", nowhere], "`--ca /no/such/file`"),
        (&["fire", "stop", "--plugin", nowhere], "`--plugin /no/such/file` is not a directory"),
        (&["fire", "stop", "--tool-schema", nowhere], "the tool schema `/no/such/file`"),
        (&["fire", "stop", "--continuations", "often"], "invalid value 'often'"),
        (&["fire", "stop", "--dialect", "nope"], "no dialect `nope`"),
        (&["check", nowhere], "`/no/such/file` does not exist"),
        (&["schema", "lunch"], "no document `lunch`"),
        (&["completions", "cmd"], "invalid value 'cmd'"),
        (&["dialects", "--dialect", "nope"], "no dialect `nope`"),
    ] {
        let said = stage().run(arguments);
        assert_eq!((said.code, said.out.as_str()), (3, ""), "{arguments:?}");
        assert!(said.err.contains(words), "{arguments:?}: {}", said.err);
        assert!(!said.err.contains("s3cret"), "what may be a secret is not repeated");
    }
}

#[test]
fn an_envelope_that_cannot_be_used() {
    for (text, words) in [
        ("", "is not JSON"),
        ("[]", "is not a JSON object"),
        ("{}", "which event?"),
        (r#"{"hookEventName":"lunch"}"#, "RightNow Agent has no event `lunch`"),
    ] {
        let stage = stage();
        stage.write("event.json", text);
        let said = stage.run(&["fire", "--event", stage.home().join("event.json").to_str().unwrap()]);
        assert_eq!((said.code, said.out.as_str()), (3, ""), "{text}");
        assert!(said.err.contains(words), "{text}: {}", said.err);
    }
}

#[test]
fn a_plugin_s_own_event_needs_its_plugin() {
    let stage = Stage::with(&[(".reforma/hooks/hooks.json", "{}")]);
    let said = stage.run(&["fire", "install"]);
    assert_eq!(said.code, 3);
    assert!(said.err.contains("which plugin?") && said.err.contains("--plugin DIR"), "{}", said.err);
}

#[test]
fn only_a_block_exits_2() {
    let fire = |event: &'static str, completion, more: &[&str]| {
        stage().scripted([completion]).run(&[&["fire", event, "--trust", "--json"], more].concat()).code
    };
    assert_eq!(fire("pre-tool-use", exited(0, ""), &[]), 0);
    assert_eq!(fire("pre-tool-use", complained(2, "no"), &[]), 2);
    assert_eq!(fire("pre-tool-use", complained(1, "no"), &[]), 0);
    assert_eq!(fire("stop", complained(2, "no"), &[]), 2);
    assert_eq!(fire("stop", exited(0, r#"{"continue":false}"#), &[]), 0);
    assert_eq!(fire("stop", complained(2, "no"), &["--continuations", "8"]), 0);
    assert_eq!(stage().run(&["explain", "stop", "--trust"]).code, 0);
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in [&["--help"][..], &["-h"], &["help"], &["help", "fire"], &["fire", "--help"], &["--version"], &["check", "-h"]] {
        let said = Stage::new().bare(arguments);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{arguments:?}");
        assert!(!said.out.is_empty(), "{arguments:?}");
    }
    assert_eq!(Stage::new().bare(&["--version"]).out, format!("snell {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_command_shows_examples() {
    for command in ["fire", "explain", "list", "check", "dialects", "schema", "completions"] {
        let said = Stage::new().bare(&[command, "--help"]);
        assert!(said.out.contains(&format!("Examples:\n  snell {command}")), "{command}: {}", said.out);
    }
}

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let said = Stage::new().bare(&["completions", shell]);
        assert_eq!(said.code, 0);
        assert!(said.out.contains("pre-tool-use") || said.out.contains("explain"), "{shell}");
    }
}
