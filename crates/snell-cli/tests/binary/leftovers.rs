//! What hooks leave behind is told, and does not outlive the command.

use serde_json::Value;

use crate::place::{Place, is_alive};

fn fired(place: &Place) -> Value {
    serde_json::from_slice(&place.run(&["fire", "pre-tool-use", "--trust", "--json"]).stdout).unwrap()
}

fn codes(found: &Value) -> Vec<&str> {
    found.as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect()
}

#[test]
fn a_child_that_holds_the_output_open_costs_no_verdict_and_is_ended() {
    let place = Place::with_hook("PreToolUse", "sleep 1000 & echo $! > child; echo '{\"decision\":\"deny\",\"reason\":\"no\"}'");
    let document = fired(&place);
    assert_eq!(document["outcome"]["action"], "deny");
    assert_eq!(codes(&document["hooks"][0]["notes"]), ["leaked"]);
    assert!(!is_alive(&place.wait_for("child")));
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_in_a_session_of_its_own_is_swept_up_and_that_is_told() {
    let daemon = "rm -f child; setsid sh -c 'echo $$ > child; exec sleep 1000' > /dev/null 2>&1 < /dev/null & while [ ! -s child ]; do sleep 0.01; done";
    let place = Place::with_hook("PreToolUse", daemon);
    let document = fired(&place);
    assert_eq!(document["outcome"]["action"], "proceed");
    assert_eq!(codes(&document["diagnostics"]), ["swept"], "{document:#}");
    assert!(!is_alive(&place.wait_for("child")));
    let told = String::from_utf8(place.run(&["fire", "pre-tool-use", "--trust"]).stdout).unwrap();
    assert!(told.contains("warning[swept]: 1 process that hooks had left behind was ended"), "{told}");
}

#[test]
fn what_ends_with_its_hook_is_not_told() {
    let document = fired(&Place::with_hook("PreToolUse", "sleep 0 & wait"));
    assert_eq!(codes(&document["hooks"][0]["notes"]), [""; 0]);
    assert_eq!(codes(&document["diagnostics"]), [""; 0]);
}
