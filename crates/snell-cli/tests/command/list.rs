//! `list` for a person.

use insta::assert_snapshot;

use crate::stage::Stage;

fn stage() -> Stage {
    let stage = Stage::with(&[(
        ".rightnow/hooks/team.json",
        r#"{"hooks":{"PreToolUse":[{"matcher":"Edit|Write","hooks":[{"type":"command","command":"sh bin/lint.sh","timeout":30}]}]}}"#,
    )]);
    stage.write(
        ".rightnow/hooks/own.json",
        r#"{"hooks":{
            "PreToolUse":[{"matcher":"Bash","hooks":[
                {"type":"command","command":"guard","id":"guard"},
                {"type":"command","command":"guard","id":"again"},
                {"type":"prompt","command":"is this safe?","id":"prompt"},
                {"type":"http","url":"https://hooks.example.com/x?key=secret","id":"post"}
            ]}],
            "Stop":[{"hooks":[{"type":"command","command":"rest","id":"rest"}]}]
        }}"#,
    );
    stage.write(".rightnow/disabled-hooks", "rest\n");
    stage.write(".claude/settings.json", r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"done"}]}]}}"#);
    stage.write(".rightnow/config.toml", "[compat.claude]\nhooks = false\n");
    stage
}

#[test]
fn every_hook_by_its_file() {
    let said = stage().run(&["list"]);
    assert_eq!(said.code, 0);
    assert_snapshot!(said.out);
}

#[test]
fn only_some_of_them() {
    let names = |arguments: &[&str]| {
        let document = stage().run(&[&["list", "--json"], arguments].concat()).json();
        document["hooks"].as_array().unwrap().iter().map(|hook| hook["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&["--event", "stop"]), ["user/own:rest", "claude-user/settings:stop[0].hooks[0]"]);
    assert_eq!(names(&["--status", "switched-off"]), ["claude-user/settings:stop[0].hooks[0]"]);
    assert_eq!(names(&["--status", "untrusted", "--event", "PreToolUse"]), ["project/team:pre_tool_use[0].hooks[0]"]);
    assert!(names(&["--status", "untrusted", "--trust"]).is_empty());
}

#[test]
fn what_is_no_event_or_status() {
    let said = stage().run(&["list", "--status", "asleep"]);
    assert_eq!(said.code, 3);
    assert!(said.err.contains("no status `asleep`") && said.err.contains("switched_off"), "{}", said.err);
    assert_eq!(stage().run(&["list", "--event", "lunch"]).code, 3);
}

#[test]
fn no_hooks() {
    let said = Stage::new().run(&["list", "--dialect", "rightnow"]);
    assert_eq!((said.code, said.out.as_str()), (0, "no hooks\n"));
}
