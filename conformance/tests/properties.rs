//! What holds of every set of verdicts: the fold looks at configured order alone, a refusal is never loosened, and who said nothing has no
//! part in it (N6.3, N6.13, N6.14, N7.8, R7.7).

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use snell::core::dialect::Event as Row;
use snell::core::merge::{Part, merge};
use snell::core::{Completion, Decision, End, Invocation, Verdict};
use snell::system::{Cancel, Run, Watch};
use snell::{Action, Engine, Event, EventKind, Fact, Outcome, dialects};

/// The gates of both seeds.
fn rows() -> Vec<&'static Row> {
    use EventKind::{PostToolUse, PreToolUse, Stop, SubagentStop, UserPromptSubmit};
    let of =
        |dialect: &'static snell::Dialect, kinds: &[EventKind]| kinds.iter().filter_map(|kind| dialect.event(*kind)).collect::<Vec<_>>();
    [
        of(dialects::rightnow(), &[PreToolUse, Stop, SubagentStop]),
        of(dialects::reforma(), &[PreToolUse, PostToolUse, UserPromptSubmit, Stop]),
    ]
    .concat()
}

fn verdict() -> impl Strategy<Value = Verdict> {
    let decision = prop_oneof![
        3 => Just(None),
        2 => Just(Some(Decision::Allow)),
        2 => Just(Some(Decision::Block)),
        1 => Just(Some(Decision::End)),
    ];
    let input = |n: u8| json!({ "command": n.to_string() }).as_object().cloned();
    (decision, prop::option::of(0..4u8), prop::option::of(0..4u8), prop::option::of("[a-c]{1,3}")).prop_map(
        move |(decision, rewrite, output, context)| Verdict {
            decision,
            reason: decision.filter(|decision| *decision >= Decision::Block).map(|_| "no".to_owned()),
            input: rewrite.and_then(input),
            output: output.map(Value::from),
            context,
        },
    )
}

fn verdicts() -> impl Strategy<Value = Vec<Option<Verdict>>> {
    prop::collection::vec(prop::option::weighted(0.8, verdict()), 0..6)
}

fn folded(row: &Row, verdicts: &[Option<Verdict>]) -> Outcome {
    let names: Vec<String> = (0..verdicts.len()).map(|index| format!("h{index}")).collect();
    named(row, &names, verdicts)
}

fn named(row: &Row, names: &[String], verdicts: &[Option<Verdict>]) -> Outcome {
    let parts: Vec<Part<'_>> = names.iter().zip(verdicts).map(|(hook, verdict)| Part { hook, verdict: verdict.clone() }).collect();
    merge(row, &parts, &|_: &Map<String, Value>| Ok(()))
}

/// The outcome without what it says of those who were not heard.
fn effect(outcome: Outcome) -> Outcome {
    Outcome { opinion: snell::Opinion::None, ..outcome }
}

/// Ends the hooks of an event in another order than they were given, and says so to who looks on.
struct Shuffled(Vec<usize>);

impl Run for Shuffled {
    fn run(&self, invocations: &[Invocation], watch: &dyn Watch, _: &Cancel) -> Vec<Completion> {
        let reply = |index: usize| match index % 4 {
            0 => json!({ "hookSpecificOutput": { "updatedInput": { "command": index.to_string() } } }).to_string(),
            1 => "not json".to_owned(),
            2 => String::new(),
            _ => json!({ "decision": "allow" }).to_string(),
        };
        let completion = |index| Completion { stdout: reply(index).as_str().into(), ..Completion::of(End::Exited(0)) };
        let done: Vec<Completion> = (0..invocations.len()).map(completion).collect();
        for index in self.0.iter().copied().filter(|index| *index < done.len()) {
            watch.started(index);
            watch.finished(index, &done[index]);
        }
        done
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn adding_a_block_never_loosens_an_outcome(verdicts in verdicts(), at in 0..7usize) {
        for row in rows() {
            let before = folded(row, &verdicts);
            let mut more = verdicts.clone();
            more.insert(at.min(verdicts.len()), Some(Verdict::block("added")));
            let after = folded(row, &more);
            prop_assert!(after.input.is_none() && after.output.is_none(), "a replacement beside a block: {after:?}");
            match before.action {
                Action::End => prop_assert_eq!(after.action, Action::End),
                _ if row.is_gate() => prop_assert!(after.action.blocks(), "{after:?}"),
                _ => prop_assert!(after.feedback.iter().any(|said| said.text == "added")),
            }
        }
    }

    #[test]
    fn who_said_nothing_or_was_not_heard_changes_no_effect(verdicts in verdicts(), at in 0..7usize, heard: bool) {
        for row in rows() {
            let mut names: Vec<String> = (0..verdicts.len()).map(|index| format!("h{index}")).collect();
            let before = named(row, &names, &verdicts);
            let at = at.min(verdicts.len());
            names.insert(at, "silent".to_owned());
            let mut more = verdicts.clone();
            more.insert(at, heard.then(Verdict::default));
            let after = named(row, &names, &more);
            if heard {
                prop_assert_eq!(&after, &before);
            }
            prop_assert_eq!(effect(after), effect(before));
        }
    }

    #[test]
    fn the_order_in_which_hooks_end_decides_nothing(order in Just((0..8usize).collect::<Vec<_>>()).prop_shuffle()) {
        let home = tempfile::tempdir().expect("a directory");
        std::fs::create_dir_all(home.path().join(".rightnow/hooks")).expect("a directory");
        let hooks: Vec<Value> = (0..8).map(|index| json!({ "type": "command", "command": format!("true {index}") })).collect();
        let file = json!({ "hooks": { "PreToolUse": [{ "hooks": hooks }] } });
        std::fs::write(home.path().join(".rightnow/hooks/a.json"), file.to_string()).expect("a file");
        let fired = |order: Vec<usize>| {
            let engine = Engine::builder(dialects::rightnow()).home(home.path()).cwd(home.path()).runner(Arc::new(Shuffled(order))).build();
            engine.fire(&Event::new(EventKind::PreToolUse).with(Fact::ToolName, "Bash")).outcome
        };
        let outcome = fired(order);
        prop_assert_eq!(&outcome, &fired((0..8).collect()));
        prop_assert_eq!(outcome.input, json!({ "command": "4" }).as_object().cloned());
    }
}
