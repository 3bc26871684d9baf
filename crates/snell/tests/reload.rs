//! Reading the configuration again while a session runs (N1.15, R1.4; HK-048).

mod stage;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use snell::core::Status;
use snell::dialects;
use snell::{Code, Engine, Event, EventKind, Reload, Trust};
use stage::{Stage, saying};

const USER: &str = "home/.rightnow/hooks/a.json";

fn names(engine: &Engine) -> Vec<String> {
    engine.hooks().hooks().iter().map(|hook| hook.run().into_owned()).collect()
}

fn ran(engine: &Engine) -> Vec<String> {
    let fired = engine.fire(&Event::new(EventKind::PreToolUse));
    fired
        .trace
        .steps
        .iter()
        .filter(|step| matches!(step.state, snell::core::trace::State::Ran { .. }))
        .map(|step| step.run.clone())
        .collect()
}

#[test]
fn hk_048_an_edit_takes_effect_at_the_reload_and_not_before() {
    let (stage, run) = (Stage::new(), saying(""));
    let engine = stage.rightnow("PreToolUse", &["a"], &run);
    stage.hooks(USER, "PreToolUse", &["a", "b"]);
    assert_eq!(ran(&engine), ["a"], "a session works on a snapshot");
    assert_eq!(engine.reload().0, Reload::Swapped);
    assert_eq!(ran(&engine), ["a", "b"]);
}

#[test]
fn hk_048_a_bad_edit_keeps_the_last_good_set_and_reports() {
    let (stage, run) = (Stage::new(), saying(""));
    let engine = stage.rightnow("PreToolUse", &["a"], &run);
    stage.hooks("home/.rightnow/hooks/b.json", "PreToolUse", &["b"]);
    stage.write(USER, r#"{"hooks": {"PreToolUse": ["#);
    let (reload, found) = engine.reload();
    assert_eq!(reload, Reload::Kept);
    assert!(found.iter().any(|found| found.code == Code::Syntax && found.place.is_some()), "{found:?}");
    assert_eq!(ran(&engine), ["a"], "whole or not at all: the good new file waits too");

    stage.hooks(USER, "PreToolUse", &["a2"]);
    assert_eq!(engine.reload().0, Reload::Swapped);
    assert_eq!(ran(&engine), ["a2", "b"]);
}

#[test]
fn hk_048_a_file_that_was_never_good_holds_nothing_up() {
    let (stage, run) = (Stage::new(), saying(""));
    stage.write("home/.rightnow/hooks/broken.json", "{");
    let engine = stage.rightnow("PreToolUse", &["a"], &run);
    assert_eq!(ran(&engine), ["a"]);
    stage.hooks(USER, "PreToolUse", &["a2"]);
    let (reload, found) = engine.reload();
    assert_eq!(reload, Reload::Swapped);
    assert!(found.iter().any(|found| found.code == Code::Syntax), "it is still told: {found:?}");
    assert_eq!(ran(&engine), ["a2"]);
}

#[test]
fn hk_048_a_file_that_cannot_be_read_any_more_is_a_bad_edit() {
    let (stage, run) = (Stage::new(), saying(""));
    let engine = stage.rightnow("PreToolUse", &["a"], &run);
    std::fs::write(stage.path(USER), b"\xFF\xFE{\0}\0").expect("a file");
    assert_eq!(engine.reload().0, Reload::Kept);
    assert_eq!(ran(&engine), ["a"]);
}

#[test]
fn hk_048_a_file_that_was_removed_is_no_bad_edit() {
    let (stage, run) = (Stage::new(), saying(""));
    let engine = stage.rightnow("PreToolUse", &["a"], &run);
    std::fs::remove_file(stage.path(USER)).expect("it was there");
    assert_eq!(engine.reload().0, Reload::Swapped);
    assert!(names(&engine).is_empty());
}

#[test]
fn hk_048_a_disabled_hook_stays_disabled_wherever_it_moves() {
    let (stage, run) = (Stage::new(), saying(""));
    let hooks = |handlers: &str| format!(r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{handlers}]}}]}}}}"#);
    let disabled = r#"{"type": "command", "command": "off", "id": "quiet"}"#;
    let other = r#"{"type": "command", "command": "on"}"#;
    stage.write(USER, &hooks(disabled));
    stage.write("home/.rightnow/disabled-hooks", "quiet\n");
    let engine = stage.builder(dialects::rightnow()).runner(run.clone()).build();
    assert!(ran(&engine).is_empty());
    stage.write(USER, &hooks(&format!("{other}, {disabled}")));
    assert_eq!(engine.reload().0, Reload::Swapped);
    assert_eq!(ran(&engine), ["on"]);
}

#[test]
fn hk_048_a_spoiled_list_of_disabled_hooks_revives_nobody() {
    let (stage, run) = (Stage::new(), saying(""));
    stage.write("home/.rightnow/disabled-hooks", "user/a:pre_tool_use[0].hooks[0]\n");
    let engine = stage.rightnow("PreToolUse", &["off"], &run);
    assert!(ran(&engine).is_empty());
    std::fs::write(stage.path("home/.rightnow/disabled-hooks"), b"\xFF\xFFuser/a").expect("a file");
    assert_eq!(engine.reload().0, Reload::Kept);
    assert!(ran(&engine).is_empty());
}

#[test]
fn hk_048_project_changes_pass_trust_again() {
    let (stage, run) = (Stage::new(), saying(""));
    stage.hooks("repo/.rightnow/hooks/p.json", "PreToolUse", &["p"]);
    let (trusted, asked) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicUsize::new(0)));
    let ask = {
        let (trusted, asked) = (trusted.clone(), asked.clone());
        Trust::Ask(Arc::new(move |_| {
            asked.fetch_add(1, Ordering::SeqCst);
            trusted.load(Ordering::SeqCst)
        }))
    };
    let engine = stage.builder(dialects::rightnow()).trust(ask).runner(run.clone()).build();
    assert_eq!(ran(&engine), ["p"]);
    stage.hooks("repo/.rightnow/hooks/p.json", "PreToolUse", &["p2"]);
    trusted.store(false, Ordering::SeqCst);
    engine.reload();
    assert_eq!(asked.load(Ordering::SeqCst), 2);
    assert!(ran(&engine).is_empty());
    assert_eq!(engine.hooks().hooks()[0].status, Status::Untrusted);
}

#[test]
fn n1_15_an_event_goes_on_with_the_set_it_began_with() {
    let (stage, run) = (Stage::new(), saying(""));
    let engine = stage.rightnow("PreToolUse", &["a"], &run);
    let before = engine.hooks();
    stage.hooks(USER, "PreToolUse", &["b"]);
    engine.reload();
    assert_eq!(before.hooks()[0].run(), "a");
    assert_eq!(engine.clone().hooks().hooks()[0].run(), "b", "a clone is the same engine");
}
