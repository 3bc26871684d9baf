//! A plugin's secrets enter the environment of its hooks and nothing else (R5.3, R5.4, R5.6).

mod stage;

use serde_json::json;
use snell::dialects;
use snell::{Action, Engine, Event, EventKind, Variables};
use stage::{Stage, exit, saying};

const SECRET: &str = "-----BEGIN\n\"KEY\"\\-----";

fn engine(stage: &Stage, command: &str, run: Option<std::sync::Arc<snell::system::Scripted>>) -> Engine {
    let manifest = json!({ "name": "demo", "extensions": { "reforma": { "variables": { "properties": { "API_KEY": {} } } } } });
    stage.write("home/.reforma/plugins/demo/plugin.json", &manifest.to_string());
    stage.hooks("home/.reforma/plugins/demo/hooks/hooks.json", "PreToolUse", &[command]);
    let mut variables = Variables::default();
    variables.set("demo", "API_KEY", SECRET);
    variables.set("other", "OTHER_KEY", "of another plugin");
    let builder = stage.builder(dialects::reforma()).variables(variables);
    match run {
        Some(run) => builder.runner(run).build(),
        None => builder.build(),
    }
}

#[test]
fn r5_6_a_secret_of_several_lines_is_masked_before_the_first_is_shown() {
    let stage = Stage::new();
    for (code, action) in [(1, Action::Proceed), (2, Action::Deny)] {
        let run = std::sync::Arc::new(snell::system::Scripted::by(move |_, _| exit(code, "", &format!("bad: {SECRET}"))));
        let fired = engine(&stage, "hook", Some(run)).fire(&Event::new(EventKind::PreToolUse));
        assert_eq!(fired.outcome.action, action);
        let record = format!("{:?}", fired.trace.steps[0]) + &fired.outcome.reason.unwrap_or_default();
        assert!(record.contains("bad: ***"), "{record}");
        assert!(!record.contains("BEGIN") && !record.contains("KEY"), "{record}");
    }
}

#[test]
fn r5_6_a_secret_is_masked_as_json_writes_it() {
    let stage = Stage::new();
    let run = saying(&json!({ "permissionDecision": SECRET }).to_string());
    let engine = engine(&stage, "hook", Some(run));
    let event = Event::new(EventKind::PreToolUse);
    let fired = engine.fire(&event);
    let report = serde_json::to_string(&engine.report(&event, Some(&fired), &fired.trace)).expect("a report is JSON");
    assert!(report.contains("***") && !report.contains("BEGIN"), "{report}");
}

#[test]
fn r5_6_no_debug_print_shows_a_secret() {
    let stage = Stage::new();
    let run = saying("");
    let engine = engine(&stage, "hook", Some(run.clone()));
    let fired = engine.fire(&Event::new(EventKind::PreToolUse));
    let mut variables = Variables::default();
    variables.set("demo", "API_KEY", SECRET);
    let prints = [format!("{:?}", engine.hooks()), format!("{fired:?}"), format!("{:?}", run.seen()), format!("{variables:?}")];
    for print in prints {
        assert!(!print.contains("BEGIN"), "{print}");
    }
}

#[test]
fn r5_3_a_hook_gets_its_own_plugins_values_and_no_others() {
    let stage = Stage::new();
    let check = format!("test \"$API_KEY\" = '{SECRET}' && test -z \"${{OTHER_KEY+set}}\" && exit 2");
    let fired = engine(&stage, &check, None).fire(&Event::new(EventKind::PreToolUse));
    assert_eq!(fired.outcome.action, Action::Deny, "{:?}", fired.trace);
}

#[test]
fn r5_1_what_the_host_withholds_reaches_no_hook() {
    let stage = Stage::new();
    stage.hooks(
        "home/.rightnow/hooks/a.json",
        "PreToolUse",
        &["echo \"{\\\"decision\\\":\\\"deny\\\",\\\"reason\\\":\\\"$KEPT ${HOST_KEY-none}\\\"}\""],
    );
    let environment = [("PATH", "/usr/bin:/bin"), ("KEPT", "kept"), ("HOST_KEY", "host")];
    let engine = stage
        .builder(dialects::rightnow())
        .environment(environment.map(|(name, value)| (name.into(), value.into())))
        .withhold("HOST_KEY")
        .build();
    let fired = engine.fire(&Event::new(EventKind::PreToolUse));
    assert_eq!(fired.outcome.reason.as_deref(), Some("kept none"));
}
