//! Stops that hooks hold: bounded, counted from one call to the next, forgotten with a new prompt (B4).

use serde_json::json;

use crate::stage::Stage;

#[test]
fn a_turn_is_held_as_often_as_the_hooks_own_dialect_allows() {
    let stage = Stage::new();
    stage.claude("Stop", "", &["echo 'run the tests' >&2; exit 2"]);
    let stop = || stage.call("gemini", "AfterAgent", &json!({ "session_id": "s", "hook_event_name": "AfterAgent" }));
    let held = (0..12).take_while(|_| stop().stdout.contains("run the tests")).count();
    assert_eq!(held, 8);
    let other = stage.call("gemini", "AfterAgent", &json!({ "session_id": "other", "hook_event_name": "AfterAgent" }));
    assert_eq!(other.json()["decision"], "deny", "another session counts for itself");
}

#[test]
fn a_new_prompt_begins_a_new_count() {
    let stage = Stage::new();
    stage.rightnow("Stop", &json!({ "type": "command", "command": "cat >> told; echo again >&2; exit 2" }));
    let stop =
        || stage.call("gemini", "AfterAgent", &json!({ "session_id": "s", "hook_event_name": "AfterAgent" })).stdout.contains("again");
    let held = (0..12).take_while(|_| stop()).count();
    assert!(held < 12);
    stage.call("gemini", "BeforeAgent", &json!({ "session_id": "s", "hook_event_name": "BeforeAgent", "prompt": "more" })).assert_silent();
    assert_eq!((0..12).take_while(|_| stop()).count(), held);
    let told = stage.read("told");
    let active: Vec<bool> = told.lines().map(|line| line.contains("\"stopHookActive\":true")).collect();
    assert_eq!(active.iter().filter(|active| !**active).count(), 2, "the first of each turn alone is told that nobody held it: {told}");
}

/// Gemini CLI tells its hooks what held the turn as if the user had written it.
#[test]
fn what_held_the_turn_is_no_new_prompt() {
    let stage = Stage::new();
    stage.claude("Stop", "", &["echo 'run the tests' >&2; exit 2"]);
    let stop = || stage.call("gemini", "AfterAgent", &json!({ "session_id": "s", "hook_event_name": "AfterAgent" })).stdout;
    let prompt = |text: &str| {
        stage
            .call("gemini", "BeforeAgent", &json!({ "session_id": "s", "hook_event_name": "BeforeAgent", "prompt": text }))
            .assert_silent();
    };
    let mut held = 0;
    while held < 12 && stop().contains("run the tests") {
        held += 1;
        prompt("run the tests");
    }
    assert_eq!(held, 8);
    prompt("something new");
    assert!(stop().contains("run the tests"));
}
