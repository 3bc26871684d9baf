//! What is too long for a page: large payloads, told and read (N5.3, N5.4, R6.2; HK-013, HK-050, HK-064).

mod stage;

use std::sync::Arc;

use serde_json::{Value, json};
use snell::core::FailureKind;
use snell::dialects;
use snell::system::Scripted;
use snell::{Action, Dialect, Event, EventKind, Fact};
use stage::{Stage, saying, told};

/// Bytes of serialised JSON that are told whole.
const LIMIT: usize = 131_072;

/// An engine of either dialect with one hook for this event.
fn engine(stage: &Stage, dialect: &Dialect, event: &str, command: &str, run: &Arc<Scripted>) -> snell::Engine {
    stage.hooks("home/.rightnow/hooks/a.json", event, &[command]);
    stage.hooks("repo/.reforma/hooks/hooks.json", event, &[command]);
    stage.builder(dialect).runner(run.clone()).build()
}

/// What the only hook was told under this key.
fn one(stage: &Stage, dialect: &Dialect, event: &Event, key: &str, flag: &str) -> (Value, Value) {
    let run = saying("");
    engine(stage, dialect, &format!("{:?}", event.kind), "look", &run).fire(event);
    (told(&run, key).remove(0), told(&run, flag).remove(0))
}

/// A JSON string that is so many bytes long, its quotes included.
fn text_of(bytes: usize) -> Value {
    Value::from("x".repeat(bytes - 2))
}

#[test]
fn r6_2_a_response_is_whole_up_to_the_limit_and_a_cut_text_above() {
    let stage = Stage::new();
    let fire = |value: &Value| {
        let event = Event::new(EventKind::PostToolUse).with(Fact::ToolResult, value.clone());
        one(&stage, dialects::reforma(), &event, "tool_response", "tool_response_truncated")
    };
    assert_eq!(fire(&text_of(LIMIT)), (text_of(LIMIT), Value::Null));
    let (cut, flag) = fire(&text_of(LIMIT + 1));
    assert_eq!(flag, json!(true));
    assert_eq!(cut, format!("\"{} [truncated]", "x".repeat(LIMIT - 1)), "the serialised prefix, as a string");
}

#[test]
fn n5_3_in_rightnow_the_flag_is_always_there() {
    let stage = Stage::new();
    let fire = |value: &Value| {
        let event = Event::new(EventKind::PostToolUse).with(Fact::ToolResult, value.clone());
        one(&stage, dialects::rightnow(), &event, "toolResult", "toolResultTruncated")
    };
    assert_eq!(fire(&text_of(LIMIT)), (text_of(LIMIT), json!(false)));
    let (cut, flag) = fire(&json!({ "a": "x".repeat(LIMIT) }));
    assert_eq!(flag, json!(true));
    assert_eq!(cut, format!("{{\"a\":\"{} [truncated]", "x".repeat(LIMIT - 6)));
}

#[test]
fn n5_3_a_value_is_cut_between_characters() {
    let stage = Stage::new();
    let event = Event::new(EventKind::PostToolUse).with(Fact::ToolResult, "ü".repeat(LIMIT));
    let (cut, _) = one(&stage, dialects::rightnow(), &event, "toolResult", "toolResultTruncated");
    assert_eq!(cut, format!("\"{} [truncated]", "ü".repeat((LIMIT - 1) / 2)));
}

#[test]
fn r6_2_an_input_is_cut_after_the_call_and_whole_before_it() {
    let stage = Stage::new();
    let input = json!({ "command": format!("{}; rm -rf build", " ".repeat(2 * LIMIT)), "description": "d\0\u{1b}" });
    for (dialect, key, flag) in
        [(dialects::reforma(), "tool_input", "tool_input_truncated"), (dialects::rightnow(), "toolInput", "toolInputTruncated")]
    {
        let event = |kind| Event::new(kind).with(Fact::ToolInput, input.clone());
        let (whole, told) = one(&stage, dialect, &event(EventKind::PreToolUse), key, flag);
        assert_eq!(whole, input, "a guard is not blinded by padding ({})", dialect.name);
        assert_ne!(told, json!(true));
        for kind in [EventKind::PostToolUse, EventKind::PostToolUseFailure] {
            let (cut, told) = one(&stage, dialect, &event(kind), key, flag);
            assert_eq!((cut.as_str().map(str::len), told), (Some(LIMIT + " [truncated]".len()), json!(true)));
        }
    }
}

#[test]
fn n5_3_the_last_message_is_cut_by_characters() {
    let stage = Stage::new();
    for (length, kept) in [(32_768, 32_768), (32_769, 32_768)] {
        let event = Event::new(EventKind::Stop).with(Fact::LastAssistantMessage, "😀".repeat(length));
        let (message, _) = one(&stage, dialects::rightnow(), &event, "lastAssistantMessage", "hookEventName");
        assert_eq!(message.as_str().map(|text| text.chars().count()), Some(kept));
    }
}

#[test]
fn hk_064_a_guard_finds_what_padding_pushes_out_of_view() {
    let stage = Stage::new();
    let guard = r"case $(cat) in *'rm -rf build'*) echo no >&2; exit 2;; esac";
    let input = json!({ "command": format!("{}; rm -rf build", " ".repeat(200 * 1024)), "description": "d" });
    stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &[guard]);
    stage.hooks("repo/.reforma/hooks/hooks.json", "PreToolUse", &[guard]);
    for dialect in dialects::detected() {
        let fired = stage.builder(dialect).build().fire(&Event::new(EventKind::PreToolUse).with(Fact::ToolInput, input.clone()));
        assert_eq!(fired.outcome.action, Action::Deny, "{}", dialect.name);
    }
}

#[test]
fn hk_050_a_hook_that_never_reads_is_heard_however_large_its_input_is() {
    let stage = Stage::new();
    let deny = r#"echo '{"decision":"deny","reason":"no"}'"#;
    let cases = [("exec 0<&-; exit 0", Action::Proceed), ("exec 0<&-; echo no >&2; exit 2", Action::Deny), (deny, Action::Deny)];
    for dialect in dialects::detected() {
        for (command, action) in cases {
            for size in [10, 2_000_000] {
                stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &[command]);
                stage.hooks("repo/.reforma/hooks/hooks.json", "PreToolUse", &[command]);
                let event = Event::new(EventKind::PreToolUse).with(Fact::ToolInput, json!({ "command": "x".repeat(size) }));
                let fired = stage.builder(dialect).build().fire(&event);
                assert_eq!(fired.outcome.action, action, "{}: {command}, {size} bytes", dialect.name);
                assert!(fired.trace.steps[0].failure.is_none());
            }
        }
    }
}

#[test]
fn hk_013_a_chatty_hook_is_drained_to_its_end_and_none_of_it_is_used() {
    let stage = Stage::new();
    let chatty = r#"head -c 30000000 /dev/zero | tr '\0' x; echo '{"decision":"deny","reason":"late"}'; echo done > said"#;
    let long = r#"printf '{"decision":"deny","reason":"'; head -c 3145728 /dev/zero | tr '\0' x; printf '"}'; echo done > said"#;
    for dialect in dialects::detected() {
        for command in [chatty, long] {
            stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &[command]);
            stage.hooks("repo/.reforma/hooks/hooks.json", "PreToolUse", &[command]);
            let fired = stage.builder(dialect).build().fire(&Event::new(EventKind::PreToolUse));
            let step = &fired.trace.steps[0];
            assert_eq!(fired.outcome.action, Action::Proceed, "{}", dialect.name);
            assert_eq!(step.failure.as_ref().map(|failure| failure.kind), Some(FailureKind::TooLarge), "{step:?}");
            let said = ["repo/said", "repo/.reforma/said"].map(|path| std::fs::remove_file(stage.path(path)).is_ok());
            assert!(said.contains(&true), "it came to its end");
        }
    }
}

#[test]
fn hk_013_an_ordinary_rewrite_of_a_large_file_fits() {
    let stage = Stage::new();
    let input = json!({ "content": "x".repeat(1_000_000), "file_path": "a" });
    let reply = json!({ "hookSpecificOutput": { "updatedInput": input } }).to_string();
    for dialect in dialects::detected() {
        let run = saying(&reply);
        let fired = engine(&stage, dialect, "PreToolUse", "rewrite", &run).fire(&Event::new(EventKind::PreToolUse));
        assert_eq!(fired.outcome.input.map(Value::Object), Some(input.clone()), "{}", dialect.name);
    }
}

#[test]
fn hk_007_a_path_that_is_no_text_is_told_lossily_and_never_half_written() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let stage = Stage::new();
    let cwd = stage.path("repo").join(OsStr::from_bytes(b"caf\xE9"));
    std::fs::create_dir_all(&cwd).expect("a directory");
    let run = saying("");
    stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &["look"]);
    let engine = stage.builder(dialects::rightnow()).cwd(&cwd).runner(run.clone()).build();
    engine.fire(&Event::new(EventKind::PreToolUse));
    let told = told(&run, "cwd").remove(0);
    assert!(told.as_str().is_some_and(|cwd| cwd.ends_with("caf\u{fffd}")), "{told}");
}
