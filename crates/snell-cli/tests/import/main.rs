//! `snell import`, as a user meets it: what is shown, what is written, and what is left alone (N11.4).

mod crash;
#[path = "../plugin/kill.rs"]
mod kill;
#[path = "../plugin/stage.rs"]
mod stage;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use serde_json::{Value, json};
use stage::{Said, Stage, command, on_a_terminal};

const USER: &str = "home/.rightnow/hooks/imported-from-claude.json";
const PROJECT: &str = "repo/.rightnow/hooks/imported-from-claude.json";
const CONFIG: &str = "home/.rightnow/config.toml";

/// A user and a project with Claude hooks, and a configuration that somebody wrote by hand.
fn stage() -> Stage {
    let stage = Stage::new();
    settings(
        &stage,
        "home/.claude/settings.json",
        &json!({
            "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "guard", "timeout": 7, "env": {"A": "1"}, "args": ["-x"]}]}],
            "UserPromptSubmit": command("ask"),
        }),
    );
    settings(&stage, "home/.claude/settings.local.json", &json!({"Stop": command("done")}));
    settings(&stage, "repo/.claude/settings.json", &json!({"PostToolUse": command("format")}));
    stage.write(CONFIG, "# mine\n[compat.cursor]\nhooks = false # no\n");
    stage
}

fn settings(stage: &Stage, path: &str, hooks: &Value) {
    stage.write(path, &json!({"model": "opus", "hooks": hooks, "permissions": {}}).to_string());
}

fn import(stage: &Stage, arguments: &[&str]) -> Said {
    stage.snell(&[&["import", "claude", "--dialect", "rightnow"], arguments].concat())
}

fn json_of(stage: &Stage, path: &str) -> Value {
    serde_json::from_str(&stage.read(path)).expect("JSON")
}

fn codes(hook: &Value) -> Vec<&str> {
    hook["differences"].as_array().expect("a list").iter().map(|one| one["code"].as_str().expect("a code")).collect()
}

/// The statuses of the hooks of these sources that `list` shows.
fn statuses(stage: &Stage, scope: &str) -> Vec<String> {
    let report = stage.snell(&["list", "--dialect", "rightnow", "--trust", "--json"]).json();
    let hooks = report["hooks"].as_array().expect("a list").iter();
    let of_scope = hooks.filter(|hook| hook["scope"].as_str().is_some_and(|own| own.starts_with(scope)));
    of_scope.map(|hook| format!("{} {}", hook["run"].as_str().expect("a command"), hook["status"].as_str().expect("a status"))).collect()
}

#[test]
fn an_import_copies_the_commands_of_both_scopes_and_sets_the_marker() {
    let stage = stage();
    let said = import(&stage, &["--yes", "--json"]);
    assert_eq!(said.code, 0, "{said:?}");
    let report = said.json();
    assert_eq!((report["schema"].as_u64(), report["action"].as_str(), report["marker"].as_bool()), (Some(1), Some("imported"), Some(true)));
    assert_eq!(
        json_of(&stage, USER),
        json!({"hooks": {
            "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "guard", "timeout": 7, "env": {"A": "1"}, "args": ["-x"]}]}],
            "UserPromptSubmit": command("ask"),
            "Stop": command("done"),
        }})
    );
    assert_eq!(json_of(&stage, PROJECT), json!({"hooks": {"PostToolUse": command("format")}}));
    assert_eq!(stage.read(CONFIG), "# mine\n[compat.cursor]\nhooks = false # no\n\n[claude_compat]\nimported = true\n");
    assert_eq!(statuses(&stage, "claude"), ["guard -x switched_off", "ask switched_off", "done switched_off", "format switched_off"]);
    assert_eq!(statuses(&stage, "user"), ["guard -x ready", "ask ready", "done ready"]);
    assert_eq!(statuses(&stage, "project"), ["format ready"]);
    let first = &report["hooks"][0];
    assert_eq!(
        (first["event"].as_str(), first["matcher"].as_str(), first["command"].as_str()),
        (Some("PreToolUse"), Some("Bash"), Some("guard -x"))
    );
    assert_eq!(first["from"].as_str(), stage.path("home/.claude/settings.json").to_str());
    assert_eq!(first["to"].as_str(), stage.path(USER).to_str());
}

#[test]
fn a_second_import_changes_nothing() {
    let stage = stage();
    assert_eq!(import(&stage, &["--yes"]).code, 0);
    let time = |path: &str| fs::metadata(stage.path(path)).and_then(|metadata| metadata.modified()).expect("it is there");
    let (before, times) = (stage.tree("home"), [USER, PROJECT, CONFIG].map(time));
    let said = import(&stage, &["--yes", "--json"]);
    assert_eq!(said.json()["action"], "imported");
    assert!(said.json()["hooks"].as_array().expect("a list").iter().all(|hook| hook["present"] == true));
    assert_eq!((stage.tree("home"), [USER, PROJECT, CONFIG].map(time)), (before, times));
}

#[test]
fn what_was_edited_after_an_import_stays_and_new_hooks_are_added() {
    let stage = stage();
    assert_eq!(import(&stage, &["--yes"]).code, 0);
    stage.write(USER, &stage.read(USER).replace("\"timeout\": 7", "\"timeout\": 70"));
    settings(&stage, "home/.claude/settings.local.json", &json!({"Stop": command("done too")}));
    assert_eq!(import(&stage, &["--yes"]).code, 0);
    let hooks = json_of(&stage, USER);
    assert_eq!(hooks["hooks"]["PreToolUse"][0]["hooks"][0]["timeout"], 70);
    assert_eq!(hooks["hooks"]["Stop"], json!([command("done")[0], command("done too")[0]]));
}

#[test]
fn a_dry_run_tells_and_writes_nothing() {
    let stage = stage();
    let before = (stage.tree("home"), stage.tree("repo"));
    let said = import(&stage, &["--dry-run", "--json"]);
    assert_eq!((said.code, said.json()["action"].as_str(), said.json()["marker"].as_bool()), (0, Some("planned"), Some(false)));
    assert_eq!(said.json()["hooks"].as_array().map(Vec::len), Some(4));
    assert_eq!((stage.tree("home"), stage.tree("repo")), before);
    let text = import(&stage, &["--dry-run"]).out;
    for words in ["PreToolUse Bash: guard -x", "goes to ", "different: ", "payload-keys: it is told `sessionId` for `session_id`"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn a_dismissal_writes_the_marker_alone() {
    let stage = stage();
    let said = import(&stage, &["--dismiss", "--json"]);
    assert_eq!((said.code, said.json()["action"].as_str(), said.json()["marker"].as_bool()), (0, Some("dismissed"), Some(true)));
    assert!(stage.read(CONFIG).ends_with("\n[claude_compat]\nimported = true\n"));
    assert!(!stage.path(USER).exists() && !stage.path(PROJECT).exists());
    assert!(statuses(&stage, "claude").iter().all(|status| status.ends_with("switched_off")));
}

#[test]
fn on_a_terminal_the_answer_decides() {
    for (answer, code, action, imported, marked) in [
        ("y\n", 0, "imported", true, true),
        ("d\n", 0, "dismissed", false, true),
        ("n\n", 1, "cancelled", false, false),
        ("\n", 1, "cancelled", false, false),
        ("\u{4}", 1, "cancelled", false, false),
    ] {
        let stage = stage();
        let before = (stage.tree("home"), stage.tree("repo"));
        let (said, _) = on_a_terminal(&stage, &["import", "claude", "--json"], "[N]o: ", answer);
        assert_eq!((said.code, said.json()["action"].as_str()), (code, Some(action)), "{answer:?}: {said:?}");
        assert!(said.err.contains("PreToolUse Bash: guard -x"), "the plan is seen first: {said:?}");
        assert_eq!(stage.path(USER).exists(), imported);
        assert_eq!(stage.read(CONFIG).contains("imported = true"), marked);
        if action == "cancelled" {
            assert_eq!((stage.tree("home"), stage.tree("repo")), before);
        }
    }
}

#[test]
fn without_a_terminal_and_without_an_answer_nothing_is_done() {
    let stage = stage();
    let before = stage.tree("home");
    let said = import(&stage, &[]);
    assert!(said.code == 3 && said.err.contains("--yes, --dismiss or --dry-run"), "{said:?}");
    assert_eq!(stage.tree("home"), before);
    assert_eq!(import(&stage, &["--yes", "--dismiss"]).code, 3);
}

#[test]
fn a_scope_can_be_left_out_and_what_that_costs_is_told() {
    let stage = stage();
    let report = import(&stage, &["--yes", "--scope", "user", "--json"]).json();
    assert_eq!(report["hooks"].as_array().map(Vec::len), Some(3));
    assert_eq!(report["notes"][0]["code"], "not-imported");
    assert!(report["notes"][0]["message"].as_str().expect("a text").contains("will no longer be loaded"));
    assert!(!stage.path(PROJECT).exists());
    let report = import(&stage, &["--yes", "--scope", "project", "--json"]).json();
    assert_eq!(report["hooks"].as_array().map(Vec::len), Some(1));
    assert!(stage.path(PROJECT).exists(), "it can be made up for");
    fs::remove_dir(stage.path("repo/.git")).expect("it is empty");
    let said = import(&stage, &["--yes", "--scope", "project"]);
    assert!(said.code == 3 && said.err.contains("there is no project here"), "{said:?}");
}

#[test]
fn every_difference_has_its_code() {
    let stage = Stage::new();
    stage.write("home/.claude/guard.sh", "exit 0");
    settings(
        &stage,
        "home/.claude/settings.json",
        &json!({
            "PreToolUse": [{"matcher": "Edit", "hooks": [
                {"type": "command", "command": "jq ."},
                {"type": "command", "command": "./guard.sh", "timeout": 1, "async": true, "if": "Bash(git *)"},
                {"type": "prompt", "prompt": "?"}, {"type": "http", "url": "https://a.example/x"}, {"type": "command"}]}],
            "UserPromptSubmit": [{"matcher": "x", "hooks": [{"type": "command", "command": "p", "timeout": 1}]}],
            "Stop": command("s"), "SessionStart": command("c"), "SessionEnd": command("e"), "WorktreeCreate": command("w"),
            "PostToolUse": command("o"),
        }),
    );
    let report = import(&stage, &["--dry-run", "--json"]).json();
    let found: Vec<(String, bool, Vec<&str>)> = report["hooks"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|hook| {
            (
                format!("{} {}", hook["event"].as_str().expect("a name"), hook["command"].as_str().expect("a text")),
                hook["to"].is_string(),
                codes(hook),
            )
        })
        .collect();
    let expected = [
        ("PreToolUse jq .", true, vec!["shorter-timeout", "payload-keys", "tool-names", "decision-words", "context-lost"]),
        (
            "PreToolUse ./guard.sh",
            true,
            vec!["async-ignored", "unknown-key", "payload-keys", "tool-names", "decision-words", "context-lost", "program-elsewhere"],
        ),
        ("PreToolUse prompt", false, vec!["unknown-type"]),
        ("PreToolUse https://a.example/x", false, vec!["not-imported"]),
        ("PreToolUse command", false, vec!["missing-field"]),
        ("UserPromptSubmit p", true, vec!["matcher-ignored", "payload-keys", "never-blocks", "context-lost"]),
        ("Stop s", true, vec!["payload-keys"]),
        ("SessionStart c", true, vec!["shorter-timeout", "payload-keys", "context-lost"]),
        ("SessionEnd e", true, vec!["payload-keys"]),
        ("WorktreeCreate w", false, vec!["unknown-event"]),
        ("PostToolUse o", true, vec!["shorter-timeout", "payload-keys", "tool-names", "never-blocks", "context-lost"]),
    ];
    let expected: Vec<(String, bool, Vec<&str>)> = expected.into_iter().map(|(hook, to, codes)| (hook.to_owned(), to, codes)).collect();
    assert_eq!(found, expected);
    let message =
        |hook: usize, difference: usize| report["hooks"][hook]["differences"][difference]["message"].as_str().expect("a text").to_owned();
    assert!(message(0, 0).contains("5 s here, and 600 s in Claude Code"));
    assert!(message(0, 2).contains("`search_replace` for `Edit`"), "the matcher's own tool is the example");
    assert!(message(1, 6).contains("home/.rightnow/hooks/guard.sh") && message(1, 6).contains("home/.claude/guard.sh"));
}

#[test]
fn a_configuration_that_cannot_be_read_is_never_overwritten() {
    for config in ["[compat\n", "a = = 1\n", "claude_compat = 7\n", "[[claude_compat]]\n"] {
        let stage = stage();
        stage.write(CONFIG, config);
        for arguments in [["--yes"], ["--dismiss"]] {
            let said = import(&stage, &arguments);
            assert!(said.code == 3 && said.err.contains("config.toml"), "{said:?}");
        }
        assert_eq!(stage.read(CONFIG), config);
        assert!(!stage.path(USER).exists(), "nothing else was written either");
    }
}

#[test]
fn a_file_of_hooks_that_cannot_be_read_keeps_everything_as_it_is() {
    for (path, text) in [
        ("home/.claude/settings.local.json", "{\"hooks\": "),
        (USER, "{ broken"),
        (USER, "[]"),
        (USER, "{}"),
        (USER, "{\"hooks\": {}} // x"),
    ] {
        let stage = stage();
        stage.write(path, text);
        let before = (stage.tree("home"), stage.tree("repo"));
        let said = import(&stage, &["--yes"]);
        assert!(said.code == 3 && said.err.contains("nothing was changed"), "{path} {text}: {said:?}");
        assert_eq!((stage.tree("home"), stage.tree("repo")), before);
    }
}

#[test]
fn permissions_and_links_of_the_configuration_are_kept() {
    let stage = stage();
    stage.write("home/dotfiles/config.toml", "a = 1\r\n");
    fs::remove_file(stage.path(CONFIG)).expect("it is there");
    symlink(stage.path("home/dotfiles/config.toml"), stage.path(CONFIG)).expect("a link");
    fs::set_permissions(stage.path("home/dotfiles/config.toml"), fs::Permissions::from_mode(0o600)).expect("it is ours");
    assert_eq!(import(&stage, &["--dismiss"]).code, 0);
    assert!(fs::symlink_metadata(stage.path(CONFIG)).expect("it is there").is_symlink());
    assert_eq!(stage.read("home/dotfiles/config.toml"), "a = 1\r\n\r\n[claude_compat]\r\nimported = true\r\n");
    let mode = fs::metadata(stage.path("home/dotfiles/config.toml")).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
}

#[test]
fn a_layer_that_stands_before_the_configuration_and_says_otherwise_is_told() {
    let stage = stage();
    stage.write("home/.rightnow/requirements.toml", "[claude_compat]\nimported = false\n");
    let report = import(&stage, &["--dismiss", "--json"]).json();
    assert_eq!(report["marker"], false);
    assert!(report["notes"][0]["message"].as_str().expect("a text").contains("requirements.toml"));
    stage.write("home/.rightnow/requirements.toml", "[claude_compat]\nimported = true\n");
    stage.write(CONFIG, "[broken");
    assert_eq!(import(&stage, &["--dismiss", "--json"]).json()["marker"], true, "nothing is to be written");
}

#[test]
fn in_a_home_that_is_the_repository_every_file_is_imported_once() {
    let stage = stage();
    fs::create_dir(stage.path("home/.git")).expect("a directory");
    let said = stage.snell(&["import", "claude", "--dry-run", "--json", "--root", stage.path("home").to_str().expect("UTF-8")]);
    assert_eq!(said.json()["hooks"].as_array().map(Vec::len), Some(3), "{said:?}");
}

#[test]
fn an_agent_that_nothing_is_imported_from_is_named() {
    let said = Stage::new().snell(&["import", "emacs", "--yes"]);
    assert!(said.code == 3 && said.err.contains("`emacs`") && said.err.contains("`claude`"), "{said:?}");
    let said = Stage::new().snell(&["import", "claude", "--yes", "--dialect", "reforma"]);
    assert!(said.code == 3 && said.err.contains("Reforma imports nothing"), "{said:?}");
}

#[test]
fn with_nothing_to_import_the_marker_is_set_all_the_same() {
    let stage = Stage::new();
    let report = import(&stage, &["--yes", "--json"]).json();
    assert_eq!(
        (report["action"].as_str(), report["hooks"].as_array().map(Vec::len), report["marker"].as_bool()),
        (Some("imported"), Some(0), Some(true))
    );
    assert_eq!(stage.read(CONFIG), "[claude_compat]\nimported = true\n");
}
