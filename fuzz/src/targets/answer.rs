//! From a reply to every other agent's answer: what was refused is never allowed on the way, and nobody is allowed what nobody allowed.

use serde_json::{Map, Value};
use snell_core::interpret::listen;
use snell_core::merge::{Part, merge};
use snell_core::outcome::{Action, Opinion};
use snell_core::{Completion, End, Event, EventKind, answer};

use super::reply::{PIECES, completion, grants, seeds};
use crate::{Target, traits};

pub(super) const TARGET: Target = Target { name: "answer", seeds, pieces: PIECES, check };

fn check(input: &[u8]) -> u64 {
    let completion = completion(input);
    let mut seen = Vec::new();
    for from in snell_dialects::all() {
        for kind in [EventKind::PreToolUse, EventKind::PostToolUse, EventKind::UserPromptSubmit, EventKind::Stop] {
            let Some(row) = from.event(kind) else { continue };
            let Ok(verdict) = listen(from, row, &completion) else { continue };
            let (blocks, allows) = (verdict.decision.is_some_and(|decision| decision > snell_core::Decision::Ask), grants(&verdict));
            let silent = Part { hook: "silent", verdict: None };
            let parts = [silent.clone(), Part { hook: "one", verdict: Some(verdict) }, silent];
            let accepts = |_: &Map<String, Value>| Ok(());
            let outcome = merge(row, &parts[1..2], &accepts);
            let beside = merge(row, &parts, &accepts);
            assert_eq!(beside.action, outcome.action, "who was not heard changed the action");
            assert!(!(row.is_gate() && blocks) || outcome.action.blocks() || outcome.action == Action::End, "{}: {outcome:?}", from.name);
            for to in snell_dialects::all() {
                let Some(row) = to.event(kind) else { continue };
                let answered = answer::answer(to, row, &Event::new(kind), &outcome);
                let text = answered.text();
                assert!(text.lines().count() <= 1 && (text.is_empty() || serde_json::from_str::<Value>(&text).is_ok()), "{text:?}");
                let heard = Completion {
                    stdout: text.as_str().into(),
                    stderr: answered.stderr.as_str().into(),
                    ..Completion::of(End::Exited(answered.exit))
                };
                let heard = listen(to, row, &heard);
                let allowed = heard.as_ref().is_ok_and(grants);
                assert!(!allowed || allows || outcome.input.is_some(), "{} to {}: {text:?}", from.name, to.name);
                assert!(!allowed || !matches!(outcome.opinion, Opinion::Denied), "{} to {}: a refusal became {text:?}", from.name, to.name);
                seen.push((format!("{:?}", outcome.action), allowed, answered.losses.len()));
            }
        }
    }
    traits(seen)
}
