//! An engine is shared: between threads, between events, between agents.

mod stage;

use std::thread;

use serde_json::json;
use snell::{Action, Builder, Engine, Event, EventKind, Fact, Fired, HookSet, Session, dialects};
use stage::Stage;

const fn is_send<T: Send>() {}
const fn is_send_and_sync<T: Send + Sync>() {}

/// Compiling is the test.
const _: () = {
    is_send_and_sync::<Engine>();
    is_send_and_sync::<HookSet>();
    is_send_and_sync::<Event>();
    is_send_and_sync::<Fired>();
    is_send_and_sync::<snell::Trust>();
    is_send::<Builder>();
    is_send::<Session>();
};

#[test]
fn one_engine_fires_from_many_threads_at_once() {
    let stage = Stage::new();
    let echo = r#"read -r event; case $event in *'rm -rf'*) echo "{\"decision\":\"deny\",\"reason\":\"no\"}";; esac"#;
    stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &[echo]);
    let engine = stage.builder(dialects::rightnow()).build();
    let fire = |command: &str| engine.fire(&Event::new(EventKind::PreToolUse).with(Fact::ToolInput, json!({ "command": command })));
    thread::scope(|scope| {
        let threads: Vec<_> = (0..16)
            .map(|number| {
                scope.spawn(move || {
                    let (command, action) = if number % 2 == 0 { ("rm -rf x", Action::Deny) } else { ("ls", Action::Proceed) };
                    (fire(command).outcome.action, action)
                })
            })
            .collect();
        for thread in threads {
            let (got, wanted) = thread.join().expect("firing does not panic");
            assert_eq!(got, wanted);
        }
    });
}

#[test]
fn two_engines_of_two_dialects_live_in_one_process() {
    let stage = Stage::new();
    stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &["echo '{\"decision\":\"deny\"}'"]);
    stage.hooks("repo/.reforma/hooks/hooks.json", "PreToolUse", &["echo '{\"permissionDecision\":\"deny\"}'"]);
    let engines = [dialects::rightnow(), dialects::reforma()].map(|dialect| stage.builder(dialect).build());
    thread::scope(|scope| {
        for engine in &engines {
            scope.spawn(|| {
                let fired = engine.fire(&Event::new(EventKind::PreToolUse));
                assert_eq!((fired.outcome.action, fired.trace.steps.len()), (Action::Deny, 1));
            });
        }
    });
}
