//! B3 to B7: what is wrong with an installed bridge is said, with what to do.

use std::fs;

use serde_json::{Value, json};

use crate::stage::{AGENTS, Stage, schema};

const CODEX: &str = "home/.codex/hooks.json";
const CLAUDE: &str = "home/.claude/settings.json";

/// The exit code, and what is said of one agent.
fn agent(stage: &Stage, name: &str) -> (i32, Value) {
    let (code, out, err) = stage.bridge(&["status", name, "--json"]);
    assert_eq!(err, "");
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert!(schema("bridge-status").is_valid(&document), "{document:#}");
    (code, document["agents"][0].clone())
}

/// What is wrong, without notes: `code line`.
fn wrong(report: &Value) -> Vec<String> {
    let findings = report["findings"].as_array().expect("findings").iter().filter(|found| found["severity"] != "note");
    findings.map(|found| format!("{} {}", found["code"].as_str().unwrap(), found["line"]).replace(" null", "")).collect()
}

/// The one finding of a code.
#[track_caller]
fn finding(report: &Value, code: &str) -> (String, String) {
    let findings = report["findings"].as_array().expect("findings");
    let found = findings.iter().find(|found| found["code"] == code).unwrap_or_else(|| panic!("no {code}: {report:#}"));
    let text = |key: &str| found[key].as_str().unwrap_or_default().to_owned();
    (text("message"), text("help"))
}

fn hook(event: &str, more: &str) -> String {
    format!(r#"{{"hooks":{{"{event}":[{{"hooks":[{{"type":"command","command":"x"{more}}}]}}]}}}}"#)
}

/// Codex with the bridge for Claude Code's hooks.
fn installed() -> Stage {
    let stage = Stage::new();
    stage.write(CLAUDE, &hook("PreToolUse", ""));
    stage.does(&["install", "codex", "--from", "claude"]);
    stage
}

/// Changes the native file of Codex.
fn edit(stage: &Stage, change: impl FnOnce(&mut Value)) {
    let mut file = stage.json(CODEX);
    change(&mut file);
    stage.write(CODEX, &format!("{file:#}\n"));
}

#[test]
fn every_agent_is_told_in_one_line_where_nothing_is_installed() {
    let (code, out, err) = Stage::new().bridge(&["status"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out.lines().count(), AGENTS.len(), "{out}");
    assert!(out.lines().all(|line| line.ends_with("  not installed")), "{out}");
}

#[test]
fn nothing_is_wrong_after_an_installation_in_either_scope() {
    for (name, ..) in AGENTS {
        for scope in ["user", "project"] {
            let stage = Stage::new();
            stage.does(&["install", name, "--scope", scope]);
            let (code, report) = agent(&stage, name);
            assert_eq!((code, wrong(&report)), (0, vec![]), "{report:#}");
            assert_eq!(report["installed"], true);
            let files = report["files"].as_array().unwrap();
            let states: Vec<&Value> = files.iter().map(|file| &file["state"]).collect();
            assert_eq!(states, if scope == "user" { ["installed", "absent"] } else { ["absent", "installed"] });
            let entries = files.iter().flat_map(|file| file["entries"].as_array().unwrap());
            assert!(entries.map(|entry| entry["seconds"].as_u64().unwrap()).all(|seconds| seconds > 0));
        }
    }
}

#[test]
fn a_hook_that_outgrows_its_entry_is_named() {
    let stage = installed();
    stage.write(CLAUDE, &hook("PreToolUse", r#","timeout":900"#));
    let (code, report) = agent(&stage, "codex");
    assert_eq!(code, 1);
    let (message, help) = finding(&report, "entry-outgrown");
    assert!(message.contains("`PreToolUse`") && message.contains("902 s") && message.contains("its entry gives 602"), "{message}");
    assert_eq!(help, "`snell bridge install codex --from claude` puts it right");
    stage.does(&["install", "codex", "--from", "claude"]);
    assert_eq!(wrong(&agent(&stage, "codex").1), Vec::<String>::new());
}

#[test]
fn an_event_that_hooks_stand_for_and_that_has_no_entry_is_named() {
    let stage = installed();
    edit(&stage, |file| drop(file["hooks"].as_object_mut().unwrap().remove("PreToolUse")));
    let (code, report) = agent(&stage, "codex");
    assert_eq!((code, wrong(&report)), (1, vec!["entry-gone".to_owned()]));
    assert_eq!(finding(&report, "entry-gone").0, "`PreToolUse` has no entry, and 1 hook stands for it");
}

#[test]
fn an_event_without_entry_or_hooks_is_a_note() {
    let stage = installed();
    edit(&stage, |file| drop(file["hooks"].as_object_mut().unwrap().remove("Stop")));
    let (code, report) = agent(&stage, "codex");
    assert_eq!((code, wrong(&report)), (0, vec![]));
    assert_eq!(finding(&report, "entry-gone").0, "no entry for `Stop`, for which no hook stands");
}

#[test]
fn entries_that_were_all_taken_out_by_hand_are_remembered() {
    let stage = installed();
    stage.write(CODEX, "{}");
    let (code, report) = agent(&stage, "codex");
    assert_eq!((code, &report["installed"]), (1, &json!(false)));
    assert!(finding(&report, "entry-gone").1.contains("`snell bridge uninstall codex --scope user`"));
    stage.does(&["uninstall", "codex"]);
    assert_eq!(agent(&stage, "codex").0, 0);
}

#[test]
fn an_edited_entry_is_told_with_the_edit() {
    type Edit<'e> = (&'e dyn Fn(&mut Value), &'e str);
    let edits: [Edit<'_>; 5] = [
        (&|group| group["hooks"][0]["timeout"] = 5.into(), "has 5 under `timeout` where"),
        (&|group| group["hooks"][0]["async"] = true.into(), "has a `async` too"),
        (&|group| group["matcher"] = "Bash".into(), "has the matcher `Bash`"),
        (
            &|group| group["hooks"][0]["command"] = "snell bridge run codex PreToolUse || true".into(),
            "calls the bridge in another way than was installed",
        ),
        (
            &|group| {
                let command = group["hooks"][0]["command"].as_str().unwrap().replace("PreToolUse", "Stop");
                group["hooks"][0]["command"] = command.into();
            },
            "says that the event is `Stop`",
        ),
    ];
    for (change, told) in edits {
        let stage = installed();
        edit(&stage, |file| change(&mut file["hooks"]["PreToolUse"][0]));
        let (code, report) = agent(&stage, "codex");
        let (message, _) = finding(&report, "entry-edited");
        assert!(code == 1 && message.starts_with("the entry of `PreToolUse` ") && message.contains(told), "{message}");
        stage.does(&["install", "codex", "--from", "claude"]);
    }
}

#[test]
fn an_entry_that_stands_twice_is_an_error() {
    let stage = installed();
    edit(&stage, |file| {
        let list = file["hooks"]["PreToolUse"].as_array_mut().unwrap();
        list.push(list[0].clone());
    });
    let (code, report) = agent(&stage, "codex");
    assert_eq!(code, 1);
    assert!(finding(&report, "entry-twice").0.contains("`PreToolUse` has several entries"));
}

#[test]
fn a_program_that_is_gone_is_an_error() {
    let stage = installed();
    let text = stage.read(CODEX);
    let program = fs::canonicalize(env!("CARGO_BIN_EXE_snell")).unwrap();
    let moved = stage.path("snell");
    stage.write(CODEX, &text.replace(program.to_str().unwrap(), moved.to_str().unwrap()));
    let (code, report) = agent(&stage, "codex");
    assert_eq!(code, 1);
    assert!(finding(&report, "snell-gone").0.contains(moved.to_str().unwrap()));
    stage.write("snell", "no program");
    assert!(finding(&agent(&stage, "codex").1, "snell-gone").0.contains("cannot be run"));
}

#[test]
fn both_scopes_are_an_error() {
    let stage = installed();
    stage.write("repo/.codex/hooks.json", &stage.read(CODEX));
    let (code, report) = agent(&stage, "codex");
    assert_eq!(code, 1);
    assert!(finding(&report, "both-scopes").1.contains("`snell bridge uninstall codex --scope project`"));
}

#[test]
fn a_file_that_cannot_be_parsed_is_told_with_its_line() {
    let stage = Stage::new();
    stage.write(CODEX, "{ \"a\": 1,\n  oops }");
    let (code, report) = agent(&stage, "codex");
    assert_eq!((code, wrong(&report)), (1, vec!["syntax 2".to_owned()]));
    assert_eq!(report["files"][0]["state"], "broken");
    fs::write(stage.path(CODEX), b"\xff{}").unwrap();
    assert_eq!(wrong(&agent(&stage, "codex").1), ["unreadable 1"]);
}

#[test]
fn comments_matter_where_the_agent_ignores_such_a_file() {
    for (name, user, _) in AGENTS {
        let stage = Stage::new();
        stage.does(&["install", name]);
        stage.write(user, &stage.read(user).replacen('{', "{ // mine", 1));
        let refused = ["claude", "codex"].contains(&name);
        let (code, report) = agent(&stage, name);
        let expected: &[&str] = if refused { &["comments-refused 1"] } else { &[] };
        assert_eq!((code, wrong(&report)), (i32::from(refused), expected.iter().map(ToString::to_string).collect()), "{name}");
    }
}

#[test]
fn hooks_of_a_project_that_is_not_trusted_are_told() {
    let stage = installed();
    stage.write("repo/.claude/settings.json", &hook("Stop", ""));
    let (code, report) = agent(&stage, "codex");
    assert_eq!(code, 1);
    let (message, help) = finding(&report, "untrusted");
    assert_eq!(message, "1 of the project's hooks for Claude Code is skipped: the project is not trusted");
    assert!(help.contains("`snell trust --dialect claude`"), "{help}");
}

#[test]
fn what_the_agent_reads_itself_is_named() {
    let stage = Stage::new();
    stage.write("repo/.claude/settings.json", &hook("Stop", ""));
    stage.does(&["install", "copilot"]);
    let (code, report) = agent(&stage, "copilot");
    assert_eq!(code, 0);
    let path = stage.path("repo/.claude/settings.json");
    assert_eq!(report["left"], json!([path]));
    assert!(finding(&report, "left-to-agent").0.contains(path.to_str().unwrap()));
}

/// Copilot passes over such a file in silence, so the bridge runs what is in it.
#[test]
fn a_file_that_the_agent_would_pass_over_is_not_left_to_it() {
    for text in
        [r#"{"hooks":{"Stop":[{"matcher":"","hooks":[{"type":"command","command":"x"}]}]}}"#.to_owned(), hook("Stop", "") + "// mine"]
    {
        let stage = Stage::new();
        stage.write("repo/.claude/settings.json", &text);
        stage.does(&["install", "copilot"]);
        assert_eq!(agent(&stage, "copilot").1["left"], json!([]), "{text}");
    }
}

#[test]
fn a_switch_that_turns_the_agents_hooks_off_is_an_error() {
    let stage = Stage::new();
    stage.does(&["install", "qwen"]);
    let file = "home/.qwen/settings.json";
    stage.write(file, &stage.read(file).replacen('{', "{ \"disableAllHooks\": true,", 1));
    let (code, report) = agent(&stage, "qwen");
    assert_eq!(code, 1);
    assert!(finding(&report, "hooks-off").0.starts_with("Qwen Code runs no hooks at all"));
}

#[test]
fn what_the_user_must_approve_is_said_again() {
    let (message, _) = finding(&agent(&installed(), "codex").1, "approval-asked");
    assert!(message.starts_with("Codex asks you to approve: "), "{message}");
}

#[test]
fn a_guard_that_came_later_and_is_weaker_is_noted() {
    let stage = Stage::new();
    stage.does(&["install", "qwen"]);
    stage.write(CLAUDE, &hook("Stop", ""));
    let (_, help) = finding(&agent(&stage, "qwen").1, "guard-weaker");
    assert!(help.contains("`snell bridge losses --to qwen`"), "{help}");
}

#[test]
fn entries_that_name_no_dialect_are_told() {
    let stage = installed();
    stage.write(CODEX, &stage.read(CODEX).replace("--from claude", "--from nobody"));
    let (code, report) = agent(&stage, "codex");
    assert_eq!(code, 1);
    assert!(finding(&report, "entry-edited").0.contains("--from nobody"));
}

#[test]
fn the_agents_version_is_read_and_an_untested_one_is_said() {
    let stage = installed();
    let tested = snell::dialects::codex().host.as_ref().unwrap().tested.to_string();
    let scripts = [
        (format!("[ \"$*\" = --version ] && echo codex-cli {tested}"), json!(tested)),
        ("echo codex-cli 99.0.0".to_owned(), json!("99.0.0")),
        ("echo no idea".to_owned(), Value::Null),
        (format!("echo {tested}; exit 1"), Value::Null),
    ];
    for (script, told) in scripts {
        stage.program("codex", &script);
        let (code, report) = agent(&stage, "codex");
        assert_eq!((code, &report["version"]["version"], &report["version"]["tested"]), (0, &told, &json!(tested)), "{script}");
        let said = report["findings"].as_array().unwrap().iter().any(|found| found["code"] == "untested-version");
        assert_eq!(said, told != json!(tested), "{script}");
    }
    stage.program("codex", "echo codex-cli 99.0.0");
    stage.does(&["uninstall", "codex"]);
    let out = stage.does(&["install", "codex"]);
    assert!(out.contains(&format!("Codex 99.0.0 was not tested; {tested} was")), "{out}");
}

#[test]
fn only_a_program_on_the_path_is_asked_and_only_of_an_agent_that_is_meant() {
    let stage = Stage::new();
    stage.program("codex", "touch \"$HOME/asked\"; echo 1.2.3");
    stage.bridge(&["status"]);
    assert!(!stage.path("home/asked").exists());
    stage.bridge(&["status", "codex"]);
    assert!(stage.path("home/asked").exists());
    assert_eq!(agent(&stage, "gemini").1["version"], Value::Null);
}

#[test]
fn a_page_for_a_person() {
    let stage = installed();
    stage.write(CLAUDE, &hook("PreToolUse", r#","timeout":900"#));
    let (code, out, _) = stage.bridge(&["status", "codex"]);
    assert_eq!(code, 1);
    for line in [
        "  user     ~/.codex/hooks.json  installed, 11 entries",
        "  project  .codex/hooks.json  not installed",
        "    help: `snell bridge install codex --from claude` puts it right",
    ] {
        assert!(out.lines().any(|shown| shown == line), "{line}\n{out}");
    }
    assert!(out.contains("  warning[entry-outgrown]: "), "{out}");
}

#[test]
fn an_agent_that_embeds_the_engine_has_no_bridge() {
    let (code, _, err) = Stage::new().bridge(&["status", "rightnow"]);
    assert!(code == 3 && err.contains("no bridge can be installed into RightNow Agent"), "{err}");
}
