//! What was approved is what runs: nothing before, nothing else after.

use std::fs;

use serde_json::{Value, json};

use crate::stage::{ALLOW, DENY, FIRE, Stage};

// HK-074: opening a repository runs nothing of it.
#[test]
fn nothing_of_an_untrusted_project_runs_and_it_is_named() {
    let stage = Stage::new();
    for file in [".rightnow/hooks/x.json", ".claude/settings.json", ".reforma/hooks/hooks.json"] {
        let command = format!("touch {}", stage.path("pwned").display());
        stage.hook(&format!("repo/{file}"), "SessionStart", &json!({ "type": "command", "command": command }));
    }
    stage.write("repo/.cursor/hooks.json", r#"{"version":1,"hooks":{"sessionStart":[{"command":"touch pwned"}]}}"#);
    for (dialect, hooks) in [("rightnow", 3), ("reforma", 1)] {
        let said = stage.snell(&["fire", "session-start", "--dialect", dialect, "--json"]);
        assert_eq!(said.code, 0, "{said:?}");
        let report = said.json();
        let skipped = report["hooks"].as_array().expect("hooks");
        assert_eq!(skipped.len(), hooks);
        assert!(skipped.iter().all(|hook| hook["why"] == "untrusted" && hook["state"] == "skipped"), "{report}");
        assert!(skipped.iter().all(|hook| hook["notes"][0]["code"] == "untrusted"), "{report}");
        let explained = stage.snell(&["explain", "session-start", "--dialect", dialect, "--json"]).json();
        assert_eq!(explained["hooks"][0]["why"], "untrusted");
        let listed = stage.snell(&["list", "--dialect", dialect, "--json"]).json();
        assert!(listed["hooks"].as_array().expect("hooks").iter().all(|hook| hook["status"] == "untrusted"), "{listed}");
    }
    assert!(!stage.path("pwned").exists() && !stage.path("repo/pwned").exists());
}

#[test]
fn a_person_is_told_which_command_helps() {
    let stage = Stage::guarded();
    let said = stage.snell(&FIRE[..FIRE.len() - 1]);
    assert!(said.err.contains("snell trust"), "{said:?}");
    let listed = stage.snell(&["list", "--json"]).json();
    assert_eq!(listed["hooks"][0]["why"], "the project is not trusted: nobody approved this hook yet");
    assert!(listed["diagnostics"][0]["help"].as_str().is_some_and(|help| help.contains("snell trust")), "{listed}");
}

#[test]
fn what_was_approved_runs_and_blocks() {
    let stage = Stage::guarded();
    assert_eq!(stage.fire(), "untrusted");
    stage.approve();
    let said = stage.snell(FIRE);
    assert_eq!(said.code, 2, "{said:?}");
    assert_eq!(said.json()["outcome"]["reason"], "never");
    assert_eq!(stage.state(), "trusted");
}

// HK-075: trust covers the script, not the command's text alone.
#[test]
fn an_edited_script_does_not_run_until_it_is_approved_again() {
    let stage = Stage::guarded();
    stage.approve();
    stage.write("repo/hooks/guard.sh", &format!("touch {}\n", stage.path("pwned").display()));
    let said = stage.snell(FIRE);
    assert_eq!((said.code, said.json()["hooks"][0]["why"].as_str()), (0, Some("untrusted")));
    assert!(!stage.path("pwned").exists());
    let review = stage.review();
    assert_eq!((&review["state"], &review["hooks"][0]["state"]), (&json!("changed"), &json!("changed")));
    stage.approve();
    assert_eq!(stage.fire(), "ran");
    assert!(stage.path("pwned").exists());
}

#[test]
fn a_script_that_is_what_it_was_runs_again_without_a_question() {
    let stage = Stage::guarded();
    stage.approve();
    stage.write("repo/hooks/guard.sh", ALLOW);
    assert_eq!(stage.fire(), "untrusted");
    stage.write("repo/hooks/guard.sh", DENY);
    assert_eq!(stage.fire(), "ran");
}

#[test]
fn a_script_that_is_gone_takes_its_approval_along() {
    let stage = Stage::guarded();
    stage.approve();
    fs::remove_file(stage.path("repo/hooks/guard.sh")).expect("it was there");
    assert_eq!(stage.fire(), "untrusted");
}

#[test]
fn everything_that_has_effect_is_part_of_what_was_approved() {
    let handler = json!({ "type": "command", "command": "sh ./hooks/guard.sh", "timeout": 9, "env": { "A": "1", "B": "2" } });
    let group = |matcher: Value, handler: Value| json!({ "hooks": { "PreToolUse": [{ "matcher": matcher, "hooks": [handler] }] } });
    let but = |key: &str, value: Value| {
        let mut other = handler.clone();
        other[key] = value;
        group(json!("Bash"), other)
    };
    let stage = Stage::guarded();
    let approved = group(json!("Bash"), handler.clone());
    stage.write("repo/.rightnow/hooks/safety.json", &approved.to_string());
    stage.approve();
    let others = [
        group(json!("Bash|Read"), handler.clone()),
        group(Value::Null, handler.clone()),
        but("command", json!("sh hooks/guard.sh")),
        but("args", json!(["./hooks/guard.sh"])),
        but("env", json!({ "A": "1", "B": "3" })),
        but("env", json!({ "A": "1" })),
        but("timeout", json!(10)),
        but("onFailure", json!("block")),
        json!({ "hooks": { "PostToolUse": [{ "matcher": "Bash", "hooks": [handler] }] } }),
    ];
    for other in others {
        stage.write("repo/.rightnow/hooks/safety.json", &other.to_string());
        assert_eq!(stage.state(), "changed", "{other}");
        assert_ne!(stage.review()["hooks"][0]["state"], "trusted", "{other}");
    }
    stage.write("repo/.rightnow/hooks/safety.json", &approved.to_string());
    assert_eq!(stage.state(), "trusted");
}

// HK-076: fields without effect do not count.
#[test]
fn what_has_no_effect_is_no_part_of_it() {
    let stage = Stage::new();
    let stop = |matcher: &str, extra: &Value| {
        let mut handler = json!({ "type": "command", "command": "true", "env": { "A": "1", "B": "2" } });
        handler.as_object_mut().expect("an object").extend(extra.as_object().expect("an object").clone());
        json!({ "description": matcher, "hooks": { "Stop": [{ "matcher": matcher, "hooks": [handler] }] } }).to_string()
    };
    stage.write("repo/.rightnow/hooks/a.json", &stop("one", &json!({})));
    stage.approve();
    stage.write(
        "repo/.rightnow/hooks/a.json",
        &stop("two", &json!({ "id": "mine", "env": { "B": "2", "A": "1" }, "remark": 1, "timeout": 600 })),
    );
    assert_eq!(stage.state(), "trusted");
}

// 29: a place is no identity.
#[test]
fn hooks_that_change_places_stay_what_they_are() {
    let stage = Stage::new();
    let file = |commands: &[&str]| {
        let handlers: Vec<Value> = commands.iter().map(|command| json!({ "type": "command", "command": command })).collect();
        json!({ "hooks": { "PreToolUse": [{ "hooks": handlers }] } }).to_string()
    };
    stage.write("repo/.rightnow/hooks/a.json", &file(&["true", "echo '{}'"]));
    stage.approve();
    stage.write("repo/.rightnow/hooks/a.json", &file(&["echo '{}'", "true"]));
    assert_eq!(stage.state(), "trusted");
    fs::rename(stage.path("repo/.rightnow/hooks/a.json"), stage.path("repo/.rightnow/hooks/b.json")).expect("a move");
    assert_eq!(stage.state(), "trusted");
    stage.write("repo/.rightnow/hooks/b.json", &file(&["false", "true"]));
    let fired = stage.fired("repo");
    assert_eq!((fired[0].1.as_str(), fired[1].1.as_str()), ("untrusted", "ran"), "trust does not go to what stands in the place now");
}

// HK-077: what appears does not run, and a guard that is unchanged is not lost to it.
#[test]
fn a_file_that_appears_does_not_run_and_does_not_switch_off_the_others() {
    let stage = Stage::guarded();
    stage.approve();
    stage.command("repo/.rightnow/hooks/aaa.json", &format!("touch {}", stage.path("pwned").display()));
    let said = stage.snell(FIRE);
    assert_eq!(said.code, 2, "the guard goes on");
    let report = said.json();
    assert_eq!((&report["hooks"][0]["why"], &report["hooks"][1]["state"]), (&json!("untrusted"), &json!("ran")));
    assert!(!stage.path("pwned").exists());
    assert_eq!(stage.state(), "changed");
}

#[test]
fn a_hook_that_goes_away_is_told_as_a_change() {
    let stage = Stage::guarded();
    stage.command("repo/.rightnow/hooks/more.json", "true");
    stage.approve();
    fs::remove_file(stage.path("repo/.rightnow/hooks/safety.json")).expect("it was there");
    assert_eq!(stage.fire(), "ran");
    assert_eq!(stage.state(), "changed");
    let said = stage.snell(&["trust", "--diff"]);
    assert!(said.out.contains("-command    sh ./hooks/guard.sh"), "{said:?}");
}

// HK-074: CI with no home directory.
#[test]
fn without_a_home_directory_nothing_is_trusted_and_nothing_hangs() {
    let stage = Stage::guarded();
    for home in [None, Some("/nonexistent/home")] {
        let mut process = stage.process("repo", FIRE);
        process.env_remove("HOME").envs(home.map(|home| ("HOME", home)));
        let said = crate::stage::run(process);
        assert_eq!((said.code, said.json()["hooks"][0]["why"].as_str()), (0, Some("untrusted")), "{said:?}");
    }
}

#[test]
fn when_every_hook_is_gone_there_is_nothing_to_run_and_the_change_is_known() {
    let stage = Stage::guarded();
    stage.approve();
    fs::remove_file(stage.path("repo/.rightnow/hooks/safety.json")).expect("it was there");
    let review = stage.snell(&["trust", "--show", "--json", "--dialect", "rightnow"]).json();
    assert_eq!((&review["state"], &review["hooks"]), (&json!("changed"), &json!([])));
}

#[test]
fn trust_for_one_call_leaves_nothing_behind() {
    let stage = Stage::guarded();
    let said = stage.snell(&[FIRE, &["--trust"]].concat());
    assert_eq!(said.code, 2);
    assert_eq!(stage.fire(), "untrusted");
    assert!(!stage.path("home/.local/state/snell/trust.json").exists());
}

#[test]
fn each_dialect_is_trusted_by_itself() {
    let stage = Stage::guarded();
    stage.command("repo/.reforma/hooks/hooks.json", "true");
    let state = |dialect: &str| stage.snell(&["trust", "--show", "--json", "--dialect", dialect]).json()["state"].clone();
    let digest = stage.snell(&["trust", "--show", "--json", "--dialect", "reforma"]).json()["digest"].clone();
    stage.snell(&["trust", "--dialect", "reforma", "--yes", "--pin", digest.as_str().expect("a digest")]);
    assert_eq!((state("reforma"), state("rightnow")), (json!("trusted"), json!("untrusted")));
}

#[test]
fn the_users_own_hooks_need_no_trust() {
    let stage = Stage::guarded();
    stage.command("home/.rightnow/hooks/mine.json", "true");
    let fired = stage.fired("repo");
    assert_eq!((fired[0].1.as_str(), fired[1].1.as_str()), ("ran", "untrusted"));
}

// E1.2: a damaged guard blocks, but never from a project that nobody trusts.
#[test]
fn a_damaged_guard_blocks_only_once_it_is_approved() {
    let stage = Stage::new();
    let damaged = json!({ "type": "prompt", "command": "true", "onFailure": "block" });
    stage.hook("repo/.rightnow/hooks/safety.json", "PreToolUse", &damaged);
    assert_eq!(stage.snell(FIRE).code, 0);
    assert_eq!(stage.fire(), "untrusted");
    stage.approve();
    assert_eq!(stage.snell(FIRE).code, 2);
}

// 25: whether a project may run is not the project's to say.
#[test]
fn a_projects_own_word_about_trust_has_no_effect_and_is_told() {
    let stage = Stage::guarded();
    let hooks: Value = serde_json::from_str(&stage.read("repo/.rightnow/hooks/safety.json")).expect("JSON");
    for key in ["trusted", "trust_level", "autoTrust", "disableAllHooks"] {
        let mut claiming = hooks.clone();
        claiming[key] = json!(true);
        stage.write("repo/.rightnow/hooks/safety.json", &claiming.to_string());
        let report = stage.snell(FIRE).json();
        assert_eq!(report["hooks"][0]["why"], "untrusted", "{key}");
        let told = report["diagnostics"].as_array().expect("diagnostics").iter().any(|found| found["code"] == "trust-from-project");
        assert!(told, "{key}: {report}");
    }
    stage.approve();
    stage.write("repo/.rightnow/disabled-hooks", "project/safety:pre_tool_use[0].hooks[0]\n");
    let report = stage.snell(FIRE).json();
    assert_eq!(report["hooks"][0]["state"], "ran");
    assert!(report["diagnostics"].to_string().contains("trust-from-project"), "{report}");
}
