//! Replies of hooks: the first byte is an exit code, the rest stdout.

use serde_json::Value;
use snell_core::completion::Captured;
use snell_core::dialect::{Event, Gate};
use snell_core::interpret::listen;
use snell_core::{Completion, Decision, End, Verdict, answer};

use crate::{Target, traits};

pub(super) const PIECES: &[&str] = &[
    "\"decision\":",
    "\"allow\"",
    "\"deny\"",
    "\"block\"",
    "\"approve\"",
    "\"ask\"",
    "\"reason\":",
    "\"continue\":",
    "false",
    "true",
    "\"stopReason\":",
    "\"hookSpecificOutput\":",
    "\"hookEventName\":",
    "\"PreToolUse\"",
    "\"permissionDecision\":",
    "\"permission\":",
    "\"permissionDecisionReason\":",
    "\"updatedInput\":",
    "\"additionalContext\":",
    "\"systemMessage\":",
    "{",
    "}",
    "[",
    "]",
    ",",
    "null",
    "\"\"",
    "\"x\"",
    "\n",
    "\0",
    "\u{1b}",
    "\u{fffd}",
    "\\ud800",
];

pub(super) const TARGET: Target = Target { name: "reply", seeds, pieces: PIECES, check };

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let replies = [
        (0, r#"{"decision":"deny","reason":"no"}"#),
        (0, r#"{"decision":"allow"}"#),
        (0, r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"x"}}}"#),
        (
            0,
            r#"{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"y","additionalContext":"z"},"continue":false,"stopReason":"s"}"#,
        ),
        (0, r#"{"permission":"deny","user_message":"a","agent_message":"b","continue":true}"#),
        (2, "because"),
        (1, r#"{"decision":"block"}"#),
        (0, "plain text"),
    ];
    replies.iter().map(|(code, text)| [&[*code], text.as_bytes()].concat()).collect()
}

/// The run that an input stands for.
pub(super) fn completion(input: &[u8]) -> Completion {
    let (code, stdout) = input.split_first().map_or((0, input), |(code, rest)| (i32::from(*code), rest));
    Completion {
        stdout: Captured { bytes: stdout.to_vec(), overflowed: false },
        stderr: if code == 2 { Captured { bytes: stdout.to_vec(), overflowed: false } } else { Captured::default() },
        ..Completion::of(End::Exited(code))
    }
}

pub(super) fn grants(verdict: &Verdict) -> bool {
    verdict.decision.is_some_and(|decision| matches!(decision, Decision::Allow | Decision::Grant))
}

/// A context that keeps a turn going is as good as a block.
fn holds(row: &Event, verdict: &Verdict) -> Option<Decision> {
    (row.gate == Gate::Turn && verdict.context.is_some()).then_some(Decision::Block)
}

fn check(input: &[u8]) -> u64 {
    let completion = completion(input);
    let text = String::from_utf8_lossy(&completion.stdout.bytes);
    let is_object = text.trim_start().trim_start_matches('\u{feff}').trim_start().starts_with('{');
    let cut = Completion { stdout: Captured { overflowed: true, ..completion.stdout.clone() }, ..completion.clone() };
    let mut seen = Vec::new();
    for dialect in snell_dialects::all() {
        for row in dialect.events.iter() {
            let heard = listen(dialect, row, &completion);
            if let Ok(verdict) = &heard {
                assert!(is_object || !grants(verdict), "{} {}: what is no object allows", dialect.name, row.name());
                let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
                assert!(length(&verdict.reason) + length(&verdict.context) <= 4 * text.len() + 200, "it says more than it was told");
                if let Some(words) = answer::say(dialect, row, verdict) {
                    let said = Value::Object(words).to_string();
                    let again = listen(dialect, row, &Completion { stdout: said.as_str().into(), ..Completion::of(End::Exited(0)) });
                    let weight = |verdict: &Verdict| verdict.decision.max(holds(row, verdict));
                    assert_eq!(
                        again.as_ref().map(weight),
                        Ok(weight(verdict)),
                        "{} {}: {said} is heard as {again:?}",
                        dialect.name,
                        row.name()
                    );
                }
            }
            let allows = |heard: &Result<Verdict, _>| heard.as_ref().is_ok_and(grants);
            assert!(!allows(&listen(dialect, row, &cut)), "{} {}: what was cut off allows", dialect.name, row.name());
            seen.push(
                heard.map(|verdict| (verdict.decision, verdict.input.is_some(), verdict.context.is_some())).map_err(|failure| failure.kind),
            );
        }
    }
    traits(format!("{seen:?}"))
}
