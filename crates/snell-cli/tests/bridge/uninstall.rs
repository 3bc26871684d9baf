//! B5: the bytes come back where nobody edited them since; else our entries alone go.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::stage::{AGENTS, Stage};

const TEXTS: [&str; 10] = [
    "",
    "{}",
    "{}\n",
    "{\"a\":1,\"b\":[2]}",
    "{\n\t\"z\": 1,\n\t\"a\": {\n\t\t\"b\": []\n\t}\n}",
    "{\r\n    \"a\": 1, // why, then\r\n    /* { */ \"b\": []\r\n}\r\n",
    "// head\n{\n  \"a\": 1, // one\n}\n// foot",
    "{\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [{ \"type\": \"command\", \"command\": \"mine\" }] },\n    ]\n  },\n  \"x\": \"{\\\"\"\n}\n",
    "\u{feff}{\n  \"a\": 1\n}\n",
    "{ \"hooks\": { } }",
];

#[test]
fn the_bytes_come_back() {
    for (agent, user, _) in AGENTS {
        for text in TEXTS {
            let stage = Stage::new();
            stage.write(user, text);
            fs::set_permissions(stage.path(user), fs::Permissions::from_mode(0o640)).unwrap();
            let accept = ["--accept-loss", "Stop.block", "--accept-loss", "SubagentStop.block"];
            stage.does(&[&["install", agent][..], &accept].concat());
            assert_ne!(stage.read(user), text);
            stage.does(&["uninstall", agent]);
            assert_eq!(stage.read(user), text, "{agent}");
            assert_eq!(fs::metadata(stage.path(user)).unwrap().permissions().mode() & 0o777, 0o640);
            assert!(stage.does(&["uninstall", agent]).starts_with("not installed"));
        }
    }
}

#[test]
fn what_was_not_there_goes_with_its_directories() {
    for (agent, user, project) in AGENTS {
        for (scope, path) in [("user", user), ("project", project)] {
            let stage = Stage::new();
            stage.does(&["install", agent, "--scope", scope]);
            assert!(stage.path(path).exists());
            stage.does(&["uninstall", agent, "--scope", scope]);
            let top = path.split('/').take(2).collect::<Vec<_>>().join("/");
            assert!(!stage.path(&top).exists(), "{agent} {scope}");
        }
    }
}

#[test]
fn after_an_edit_our_entries_alone_go() {
    let stage = Stage::new();
    stage.write("home/.gemini/settings.json", "{\n  \"a\": 1\n}\n");
    stage.does(&["install", "gemini"]);
    let edited = stage.read("home/.gemini/settings.json").replace("\"a\": 1,", "\"a\": 2, // two\n  \"b\": 3,");
    stage.write("home/.gemini/settings.json", &edited);
    stage.does(&["uninstall", "gemini"]);
    assert_eq!(stage.read("home/.gemini/settings.json"), "{\n  \"a\": 2, // two\n  \"b\": 3\n}\n");
}

#[test]
fn an_edit_between_two_installations_is_what_comes_back() {
    let stage = Stage::new();
    stage.does(&["install", "codex"]);
    let edited = stage.read("home/.codex/hooks.json").replacen("{\n", "{\n  \"description\": \"mine\",\n", 1);
    stage.write("home/.codex/hooks.json", &edited);
    stage.does(&["install", "codex", "--from", "claude"]);
    stage.does(&["uninstall", "codex"]);
    assert_eq!(stage.json("home/.codex/hooks.json")["description"], "mine");
    assert!(!stage.read("home/.codex/hooks.json").contains("bridge run"));
}

#[test]
fn of_a_file_that_we_made_the_users_bytes_alone_stay() {
    for (agent, user, _) in AGENTS {
        let stage = Stage::new();
        stage.does(&["install", agent]);
        let edited = stage.read(user).replacen("{\n", "{\n  \"mine\": 1,\n", 1);
        stage.write(user, &edited);
        let from = if agent == "claude" { "codex" } else { "claude" };
        stage.does(&["install", agent, "--from", from]);
        stage.does(&["uninstall", agent]);
        assert_eq!(stage.read(user), "{\n  \"mine\": 1\n}\n", "{agent}");
    }
}

#[test]
fn a_file_that_we_made_goes_although_it_was_edited_between() {
    for (agent, user, _) in AGENTS {
        let stage = Stage::new();
        stage.does(&["install", agent]);
        stage.write(user, &stage.read(user).replace("  ", "    "));
        let from = if agent == "claude" { "codex" } else { "claude" };
        stage.does(&["install", agent, "--from", from]);
        stage.does(&["uninstall", agent]);
        let top = user.split('/').take(2).collect::<Vec<_>>().join("/");
        assert!(!stage.path(&top).exists(), "{agent}");
    }
}

#[test]
fn blanks_come_back_too() {
    let stage = Stage::new();
    stage.write("home/.codex/hooks.json", " \n\n");
    stage.does(&["install", "codex"]);
    stage.does(&["uninstall", "codex"]);
    assert_eq!(stage.read("home/.codex/hooks.json"), " \n\n");
}

#[test]
fn a_link_stays_and_what_it_leads_to_is_edited() {
    let stage = Stage::new();
    stage.write("home/dotfiles/claude.json", "{\n  \"a\": 1\n}\n");
    fs::create_dir_all(stage.path("home/.claude")).unwrap();
    symlink("../dotfiles/claude.json", stage.path("home/.claude/settings.json")).unwrap();
    stage.does(&["install", "claude"]);
    assert!(fs::symlink_metadata(stage.path("home/.claude/settings.json")).unwrap().is_symlink());
    assert!(stage.read("home/dotfiles/claude.json").contains("bridge run claude Stop"));
    stage.does(&["uninstall", "claude"]);
    assert_eq!(stage.read("home/dotfiles/claude.json"), "{\n  \"a\": 1\n}\n");
}
