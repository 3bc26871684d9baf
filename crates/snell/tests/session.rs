//! A session over its turns: ids, and how often hooks keep a turn (RightNow) or a run (Reforma) going (N7.6, N7.7, R2.2; HK-058).

mod stage;

use std::sync::Arc;

use serde_json::{Value, json};
use snell::core::select::Why;
use snell::core::trace::State;
use snell::system::Scripted;
use snell::{Action, Event, EventKind, Fact, Fired, Opinion, Session};
use stage::{Stage, exit, saying, told};

const BLOCK: &str = r#"{"decision":"block","reason":"more"}"#;
const CONTEXT: &str = r#"{"hookSpecificOutput":{"additionalContext":"tests are red"}}"#;

fn stop(session: &mut Session) -> Fired {
    session.fire(Event::new(EventKind::Stop))
}

fn prompt(session: &mut Session) {
    session.fire(Event::new(EventKind::UserPromptSubmit).with(Fact::Prompt, "go on"));
}

fn subagent_stop(session: &mut Session, id: &str) -> Action {
    session.fire(Event::new(EventKind::SubagentStop).with(Fact::SubagentId, id)).outcome.action
}

/// Stops until a stop is no longer held. Gives how often it was held, and the last round.
fn rounds(session: &mut Session) -> (u32, Fired) {
    for held in 0..100 {
        let fired = stop(session);
        if fired.outcome.action != Action::Continue {
            return (held, fired);
        }
    }
    panic!("the turn never ends");
}

#[test]
fn n7_6_a_turn_is_kept_going_exactly_eight_times() {
    let (stage, run) = (Stage::new(), saying(BLOCK));
    let mut session = stage.rightnow("Stop", &["first", "second"], &run).session();
    let (held, last) = rounds(&mut session);
    assert_eq!(held, 8, "rounds count, not hooks");
    assert_eq!(run.seen().len(), 16, "on the forced stop nobody is asked");
    assert_eq!((last.outcome.action, last.outcome.opinion), (Action::Proceed, Opinion::Unheard));
    assert!(last.trace.steps.iter().all(|step| step.state == State::Skipped(Why::Limit)));
    assert_eq!(last.trace.steps.len(), 2);
}

#[test]
fn n7_7_a_hook_is_told_that_it_keeps_the_turn_going() {
    let (stage, run) = (Stage::new(), saying(BLOCK));
    let mut session = stage.rightnow("Stop", &["guard"], &run).session();
    rounds(&mut session);
    let active = told(&run, "stopHookActive");
    assert_eq!(active[0], json!(false));
    assert!(active[1..].iter().all(|active| *active == json!(true)), "{active:?}");
}

#[test]
fn n7_6_a_prompt_sets_the_count_back_and_tool_calls_do_not() {
    let (stage, run) = (Stage::new(), saying(BLOCK));
    let mut session = stage.rightnow("Stop", &["guard"], &run).session();
    for _ in 0..5 {
        stop(&mut session);
        session.fire(Event::new(EventKind::PreToolUse));
        session.fire(Event::new(EventKind::PostToolUse));
    }
    assert_eq!(session.continuations(), 5);
    prompt(&mut session);
    assert_eq!(session.continuations(), 0);
    assert_eq!(rounds(&mut session).0, 8);
    assert_eq!(told(&run, "stopHookActive")[5], json!(false), "the next turn starts anew");
}

#[test]
fn n7_6_contexts_and_exit_2_count_as_blocks_do() {
    let stage = Stage::new();
    let answers = [exit(0, CONTEXT, ""), exit(2, "", "red"), exit(0, BLOCK, "")];
    let run = Arc::new(Scripted::in_order((0..9).map(|round| answers[round % 3].clone())));
    let mut session = stage.rightnow("Stop", &["guard"], &run).session();
    assert_eq!(rounds(&mut session).0, 8);
}

#[test]
fn n7_6_every_subagent_is_counted_apart() {
    let (stage, run) = (Stage::new(), saying(BLOCK));
    let engine = stage.rightnow("SubagentStop", &["guard"], &run);
    let mut session = engine.session();
    for id in ["one", "two"] {
        for _ in 0..8 {
            assert_eq!(subagent_stop(&mut session, id), Action::Continue);
        }
    }
    assert_eq!(session.continuations(), 0, "the main agent's turn is another");
    assert_eq!(subagent_stop(&mut session, "one"), Action::Proceed);
    assert_eq!(subagent_stop(&mut session, "two"), Action::Proceed);
    assert_eq!(told(&run, "stopHookActive").iter().filter(|active| **active == json!(false)).count(), 2);
}

#[test]
fn n7_6_a_subagent_without_an_id_is_not_the_main_agent() {
    let (stage, run) = (Stage::new(), saying(BLOCK));
    let mut session = stage.rightnow("SubagentStop", &["guard"], &run).session();
    session.fire(Event::new(EventKind::SubagentStop));
    assert_eq!(session.continuations(), 0);
}

#[test]
fn r2_2_a_run_is_kept_going_exactly_three_times() {
    let (stage, run) = (Stage::new(), saying(BLOCK));
    let mut session = stage.reforma("Stop", &["first", "second"], &run).session();
    let (held, last) = rounds(&mut session);
    assert_eq!(held, 3, "rounds count, not hooks");
    assert_eq!(run.seen().len(), 6);
    assert_eq!(last.outcome.opinion, Opinion::Unheard);
    assert!(last.trace.steps.iter().all(|step| step.state == State::Skipped(Why::Limit)));
    let active: Vec<Value> = told(&run, "stop_hook_active");
    assert_eq!(active, [false, false, true, true, true, true].map(Value::from));
}

#[test]
fn r2_2_nothing_but_a_new_run_sets_the_count_back() {
    let (stage, run) = (Stage::new(), saying(BLOCK));
    let mut session = stage.reforma("Stop", &["guard"], &run).session();
    stop(&mut session);
    stop(&mut session);
    prompt(&mut session);
    session.fire(Event::new(EventKind::PostToolUse));
    assert_eq!(session.continuations(), 2);
    assert_eq!(rounds(&mut session).0, 1);
    assert_eq!(rounds(&mut session).0, 0, "a stop that went through sets nothing back either");
    session.new_run();
    assert_eq!(rounds(&mut session).0, 3);
}

#[test]
fn r2_2_a_round_that_was_not_held_does_not_forget_the_earlier_ones() {
    let stage = Stage::new();
    let run = Arc::new(Scripted::in_order([BLOCK, "", BLOCK, "", BLOCK, ""].map(|stdout| exit(0, stdout, ""))));
    let mut session = stage.reforma("Stop", &["guard"], &run).session();
    let actions: Vec<Action> = (0..6).map(|_| stop(&mut session).outcome.action).collect();
    assert_eq!(actions, [Action::Continue, Action::Proceed, Action::Continue, Action::Proceed, Action::Continue, Action::Proceed]);
    assert_eq!(run.seen().len(), 5, "the last round is over the limit");
}

#[test]
fn n7_3_an_end_is_no_continuation() {
    let (stage, run) = (Stage::new(), saying(r#"{"continue":false,"stopReason":"enough"}"#));
    let mut session = stage.rightnow("Stop", &["guard"], &run).session();
    assert_eq!(stop(&mut session).outcome.action, Action::End);
    assert_eq!(session.continuations(), 0);
}

#[test]
fn n3_4_the_stop_at_the_end_of_a_session_is_never_held() {
    let (stage, run) = (Stage::new(), saying(BLOCK));
    let mut session = stage.rightnow("Stop", &["guard"], &run).session();
    let fired = session.fire(Event::new(EventKind::Stop).with(Fact::Reason, "shutdown"));
    assert_eq!(fired.outcome.action, Action::Proceed);
    assert_eq!(session.continuations(), 0);
}

#[test]
fn n5_1_the_ids_of_a_session_and_of_its_turns_are_the_same_in_every_event() {
    let (stage, run) = (Stage::new(), saying(""));
    let mut session = stage.rightnow("PreToolUse", &["look"], &run).session();
    let call = || Event::new(EventKind::PreToolUse);
    session.fire(call());
    session.fire(call());
    prompt(&mut session);
    session.fire(call());
    let (sessions, turns, calls) = (told(&run, "sessionId"), told(&run, "promptId"), told(&run, "toolUseId"));
    assert!(sessions.iter().all(|id| id == session.id()), "{sessions:?}");
    assert_eq!(turns[0], turns[1]);
    assert_ne!(turns[1], turns[2], "a prompt begins a turn");
    assert_ne!(calls[0], calls[1]);
}

#[test]
fn r6_1_an_id_that_the_host_states_is_told_as_it_is() {
    let (stage, run) = (Stage::new(), saying(""));
    let mut session = stage.reforma("PreToolUse", &["look"], &run).session();
    session.fire(Event::new(EventKind::PreToolUse).with(Fact::SessionId, "s-1").with(Fact::ToolUseId, "t-1"));
    assert_eq!(told(&run, "session_id"), [json!("s-1")]);
    assert_eq!(told(&run, "tool_use_id"), [json!("t-1")]);
}

#[test]
fn r6_1_ids_that_nobody_states_are_fresh() {
    let (stage, run) = (Stage::new(), saying(""));
    let engine = stage.reforma("PreToolUse", &["look"], &run);
    for _ in 0..2 {
        engine.fire(&Event::new(EventKind::PreToolUse));
    }
    for key in ["session_id", "tool_use_id"] {
        let ids = told(&run, key);
        assert!(ids.iter().all(|id| id.as_str().is_some_and(|id| !id.is_empty())), "{ids:?}");
        assert_ne!(ids[0], ids[1], "{key}");
    }
}

#[test]
fn r6_1_install_and_uninstall_have_a_session_of_their_own() {
    let (stage, run) = (Stage::new(), saying(""));
    stage.hooks("home/.reforma/plugins/demo/hooks/hooks.json", "Install", &["setup"]);
    let mut session = stage.builder(snell::dialects::reforma()).cwd(stage.path("repo")).runner(run.clone()).build().session();
    for _ in 0..2 {
        session.fire(Event::new(EventKind::Install).with(Fact::Plugin, "demo"));
    }
    let ids = told(&run, "session_id");
    assert_eq!(ids.len(), 2);
    assert_ne!(ids[0], ids[1]);
    assert!(ids.iter().all(|id| id != session.id()));
}

#[test]
fn n3_6_events_after_the_call_carry_the_rewritten_input() {
    let stage = Stage::new();
    let run = saying(r#"{"hookSpecificOutput":{"updatedInput":{"command":"npm ci","description":"d"}}}"#);
    let mut session = stage.rightnow("PreToolUse", &["rewrite"], &run).session();
    let fired = session.fire(Event::new(EventKind::PreToolUse).with(Fact::ToolInput, json!({ "command": "npm i" })));
    let input = fired.outcome.input.expect("it is rewritten");
    assert_eq!(Value::Object(input.clone()), json!({ "command": "npm ci", "description": "d" }));

    stage.hooks("home/.rightnow/hooks/a.json", "PostToolUse", &["look"]);
    let after = stage.builder(snell::dialects::rightnow()).runner(run.clone()).build();
    after.fire(&Event::new(EventKind::PostToolUse).with(Fact::ToolInput, Value::Object(input)));
    assert_eq!(told(&run, "toolInput")[1], json!({ "command": "npm ci", "description": "d" }));
}
