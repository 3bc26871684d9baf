//! What `check` tells beside the faults that loading finds, lint by lint.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::stage::Stage;

/// `code: message` of everything that is found.
fn found(stage: &Stage, dialect: &str) -> Vec<String> {
    let document = stage.run(&["check", "--json", "--trust", "--dialect", dialect]).json();
    let told = |one: &serde_json::Value| format!("{}: {}", one["code"].as_str().unwrap(), one["message"].as_str().unwrap());
    document["diagnostics"].as_array().unwrap().iter().map(told).collect()
}

fn rightnow(event: &str, matcher: &str, command: &str) -> Stage {
    let handler = serde_json::json!({ "type": "command", "command": command });
    let group = if matcher.is_empty() {
        serde_json::json!({ "hooks": [handler] })
    } else {
        serde_json::json!({ "matcher": matcher, "hooks": [handler] })
    };
    Stage::with(&[(".rightnow/hooks/a.json", &serde_json::json!({ "hooks": { event: [group] } }).to_string())])
}

fn reforma(event: &str, matcher: &str, command: &str) -> Stage {
    let stage = rightnow(event, matcher, command);
    let text = fs::read_to_string(stage.repo().join(".rightnow/hooks/a.json")).unwrap();
    stage.write("repo/.reforma/hooks/hooks.json", &text);
    stage
}

/// What is found at a command of a gate.
fn at_gate(command: &str) -> Vec<String> {
    found(&rightnow("PreToolUse", "", command), "rightnow")
}

#[test]
fn a_program_that_is_not_there() {
    assert_eq!(at_gate("no-such-program --fast"), ["missing-program: the program `no-such-program` is not on PATH"]);
    assert_eq!(at_gate("./no/such/guard now"), ["missing-program: the program `./no/such/guard` does not exist"]);
    assert_eq!(at_gate("X=1 exec no-such-program"), ["missing-program: the program `no-such-program` is not on PATH"]);
    for fine in ["sh -c 'exit 0'", "true", "[ -f x ] && no-such-program", "cat - >/dev/null; no-such-program", "$(which sh) x"] {
        assert_eq!(at_gate(fine), [""; 0], "{fine}");
    }
}

#[test]
fn a_script_that_is_not_there() {
    let message = "missing-script: the script `bin/guard.py` does not exist; some interpreters then exit 2, which blocks";
    assert_eq!(at_gate("sh bin/guard.py"), [message]);
    assert_eq!(found(&rightnow("SessionEnd", "", "sh bin/x.sh"), "rightnow"), ["missing-script: the script `bin/x.sh` does not exist"]);
    let stage = rightnow("PreToolUse", "", "sh bin/guard.sh");
    stage.write("repo/bin/guard.sh", "exit 0\n");
    assert_eq!(found(&stage, "rightnow"), [""; 0]);
}

#[test]
fn a_script_that_is_called_bare_without_its_execute_bit() {
    let told = |stage: &Stage, dialect| found(stage, dialect).iter().any(|one| one.starts_with("not-executable: `./hooks/stop.sh` lacks"));
    let stage = reforma("Stop", "", "./hooks/stop.sh");
    // A project's hooks start in its configuration directory.
    stage.write("repo/.reforma/hooks/stop.sh", "#!/bin/sh\n");
    assert!(told(&stage, "reforma"), "{:?}", found(&stage, "reforma"));
    fs::set_permissions(stage.repo().join(".reforma/hooks/stop.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    assert!(!told(&stage, "reforma"));

    let through_its_shell = reforma("Stop", "", "sh ./hooks/stop.sh");
    through_its_shell.write("repo/.reforma/hooks/stop.sh", "#!/bin/sh\n");
    assert_eq!(found(&through_its_shell, "reforma"), [""; 0]);
}

#[test]
fn a_path_with_a_space_that_nobody_quoted() {
    let stage = rightnow("Stop", "", "sh ./my hooks/x.sh");
    stage.write("repo/my hooks/x.sh", "exit 0\n");
    let told = found(&stage, "rightnow");
    assert!(told.iter().any(|one| one.starts_with("unquoted: `./my hooks/x.sh`")), "{told:?}");
    let quoted = rightnow("Stop", "", "sh 'my hooks/x.sh'");
    quoted.write("repo/my hooks/x.sh", "exit 0\n");
    assert_eq!(found(&quoted, "rightnow"), [""; 0]);
}

#[test]
fn variables_that_are_not_set() {
    let payload = "payload-variable: `TOOL_INPUT` is no variable of a hook: what happened comes on stdin, as JSON";
    assert_eq!(at_gate("echo \"$TOOL_INPUT\""), [payload]);
    assert_eq!(found(&reforma("PreToolUse", "", "echo \"$TOOL_INPUT\""), "reforma"), [payload]);
    assert_eq!(at_gate("echo ${file}").len(), 1);
    assert_eq!(at_gate("echo $NO_SUCH_THING"), ["unset-variable: `NO_SUCH_THING` is not set here; the hook would not run"]);
    let empty = "unset-variable: `NO_SUCH_THING` is not set here; it would be empty";
    assert_eq!(found(&reforma("Stop", "", "echo $NO_SUCH_THING"), "reforma"), [empty]);
    let withheld = "unset-variable: `REFORMA_PLUGIN_DIR` is not set here; the hook would not run";
    assert_eq!(found(&reforma("Stop", "", "sh ${REFORMA_PLUGIN_DIR}/x.sh"), "reforma"), [withheld]);
    for fine in ["echo ${TOOL_INPUT:-}", "INPUT=$(cat); echo \"$INPUT\"", "echo \"$CLAUDE_PROJECT_DIR\"", "echo '$TOOL_INPUT'"] {
        assert_eq!(at_gate(fine), [""; 0], "{fine}");
    }
}

#[test]
fn a_plugin_root_of_another_agent() {
    let stage = reforma("Stop", "", "sh ${CLAUDE_PLUGIN_ROOT}/x.sh");
    assert_eq!(found(&stage, "reforma"), ["vendor-placeholder: `CLAUDE_PLUGIN_ROOT` has no value here; the hook does not run"]);
    stage.write(
        ".reforma/plugins/demo/hooks/hooks.json",
        r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"sh $CLAUDE_PLUGIN_ROOT/x.sh"}]}]}}"#,
    );
    let document = stage.run(&["check", "--json", "--trust", "--dialect", "reforma"]).json();
    assert_eq!(document["diagnostics"][1]["help"], "write `${REFORMA_PLUGIN_DIR}`");
}

#[test]
fn matchers_that_match_nothing() {
    let told = |matcher| found(&rightnow("PreToolUse", matcher, "true"), "rightnow");
    assert_eq!(told("bash"), ["matcher-never-matches: `bash` is the name of no known tool"]);
    assert_eq!(told("mcp__github__.*").len(), 1);
    assert_eq!(told("Bash|Edit"), [""; 0]);
    // What has nothing to match is told when it is loaded; what is tested against something else is not a tool's name.
    assert_eq!(found(&rightnow("SessionStart", "resume", "true"), "rightnow"), [""; 0]);
    // Reforma's tools are not known.
    assert_eq!(found(&reforma("PreToolUse", "^bash$", "true"), "reforma"), [""; 0]);
}

#[test]
fn a_name_that_also_matches_longer_names() {
    let told = found(&reforma("PreToolUse", "Bash", "true"), "reforma");
    assert_eq!(told, ["matcher-too-wide: the matcher `Bash` also matches longer names, as nothing ties it to their ends"]);
    assert_eq!(found(&rightnow("PreToolUse", "Bash", "true"), "rightnow"), [""; 0]);
}

#[test]
fn a_prompt_filter_that_filters_nothing_here() {
    let stage = Stage::with(&[(".rightnow/hooks/a.json", "{}")]);
    stage.write(".claude/settings.json", r#"{"hooks":{"UserPromptSubmit":[{"hooks":[{"type":"command","command":"true"}]}]}}"#);
    let told = found(&stage, "rightnow");
    assert!(told.iter().any(|one| one.starts_with("never-blocks: `UserPromptSubmit` only observes here")), "{told:?}");
    assert_eq!(found(&rightnow("UserPromptSubmit", "", "true"), "rightnow"), [""; 0]);
}

#[test]
fn urls_that_nothing_is_sent_to() {
    let told = |url: &str| {
        let hooks = format!(r#"{{"hooks":{{"Stop":[{{"hooks":[{{"type":"http","url":"{url}"}}]}}]}}}}"#);
        let stage = Stage::with(&[(".rightnow/hooks/a.json", &hooks)]);
        let document = stage.run(&["check", "--json", "--trust", "--dialect", "rightnow"]).json();
        document["diagnostics"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for refused in ["http://hooks.example.com/e", "file:///etc/passwd", "https://10.1.2.3/e", "https://[::ffff:169.254.169.254]/"] {
        assert_eq!(told(refused), ["refused-url"], "{refused}");
    }
    assert_eq!(told("https://${NO_SUCH_HOST}/e"), ["unset-variable"]);
    assert_eq!(told("http://${NO_SUCH_HOST}/e"), ["unset-variable", "refused-url"]);
    assert_eq!(told("HTTPS://hooks.example.com/e"), [""; 0]);
    assert_eq!(told("https://127.0.0.1:8443/e"), [""; 0]);
}

fn with_script(event: &str, script: &str) -> Vec<String> {
    let stage = rightnow(event, "", "sh bin/x.sh");
    stage.write("repo/bin/x.sh", script);
    found(&stage, "rightnow")
}

#[test]
fn a_script_that_refuses_in_vain() {
    let told = "exit-one-refuses: `bin/x.sh` refuses with an exit code other than 2, and only 2 refuses";
    assert_eq!(with_script("PreToolUse", "if grep -q 'rm -rf'; then\n  echo denied >&2\n  exit 1\nfi\n"), [told]);
    assert_eq!(with_script("PreToolUse", "grep -q 'rm -rf' && exit 2\nexit 0\n"), [""; 0]);
    assert_eq!(with_script("SessionEnd", "exit 1\n"), [""; 0], "nothing is refused there");

    let closed = r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"sh bin/x.sh","onFailure":"block"}]}]}}"#;
    let stage = Stage::with(&[(".rightnow/hooks/a.json", closed), ("bin/x.sh", "exit 1\n")]);
    assert_eq!(found(&stage, "rightnow"), [""; 0], "its failure blocks, so exit 1 does refuse");
}

#[test]
fn a_script_that_compares_with_a_name_that_never_comes() {
    let told = "foreign-tool-name: `bin/x.sh`, line 2, compares with `Bash`; the payload says `run_terminal_command`";
    assert_eq!(with_script("PreToolUse", "tool=$(jq -r .toolName)\n[ \"$tool\" = \"Bash\" ] || exit 0\nexit 2\n"), [told]);
    let both = "tool=$(jq -r .toolName)\ncase $tool in \"Bash\" | run_terminal_command) exit 2 ;; esac\n";
    assert_eq!(with_script("PreToolUse", both), [""; 0]);
}

#[test]
fn an_untrusted_project_is_checked_and_nothing_of_it_runs() {
    let stage = rightnow("PreToolUse", "bash", "touch ran");
    let document = stage.run(&["check", "--json"]).json();
    let codes: Vec<&str> = document["diagnostics"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["matcher-never-matches"]);
    assert!(!stage.repo().join("ran").exists());
}

#[test]
fn a_finding_points_at_the_word_it_speaks_of() {
    let toml = "[[hooks.PreToolUse]]\nmatcher = \"bash\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"no-such-other\"\n";
    let stage = rightnow("PreToolUse", "bash", "no-such-program");
    stage.write(".rightnow/config.toml", toml);
    let document = stage.run(&["check", "--json", "--trust", "--dialect", "rightnow"]).json();
    let places: Vec<(u64, u64)> = document["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["line"].as_u64().unwrap(), one["column"].as_u64().unwrap()))
        .collect();
    let text = fs::read_to_string(stage.repo().join(".rightnow/hooks/a.json")).unwrap();
    let column = |word: &str| text.find(word).unwrap() as u64 + 1;
    let mut expected = vec![(1, column("\"no-such-program\"")), (1, column("\"bash\""))];
    expected.sort_unstable();
    assert_eq!(places, [vec![(2, 11), (5, 11)], expected].concat());
}
