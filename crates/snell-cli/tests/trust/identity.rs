//! Which folder is which.

use std::fs;

use serde_json::json;

use crate::stage::{ALLOW, DENY, Stage, git};

/// A repository with a guard, committed.
fn committed() -> Stage {
    let stage = Stage::guarded();
    fs::remove_dir_all(stage.path("repo/.git")).expect("it was there");
    git(&stage.path("repo"), &["init", "-q"]);
    git(&stage.path("repo"), &["add", "."]);
    git(&stage.path("repo"), &["commit", "-qm", "hooks"]);
    stage
}

#[test]
fn links_and_other_spellings_lead_to_the_same_folder() {
    let stage = Stage::guarded();
    fs::create_dir_all(stage.path("repo/src/deep")).expect("a directory");
    stage.link("short", "repo");
    stage.link("deep", "repo/src/deep");
    stage.approve_in("short");
    for place in ["repo", "short", "repo/src/deep", "short/src/deep", "deep", "repo/src/../src"] {
        assert_eq!(stage.fire_in(place), "ran", "{place}");
    }
    assert_eq!(stage.snell(&["trust", "--all", "--json"]).json()["folders"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_root_that_the_caller_spells_through_a_link_is_the_same_folder() {
    let stage = Stage::guarded();
    stage.link("short", "repo");
    stage.approve();
    let said = stage.snell_in("home", &["fire", "pre-tool-use", "--json", "--root", stage.path("short").to_str().expect("UTF-8")]);
    assert_eq!(said.json()["hooks"][0]["state"], "ran", "{said:?}");
}

// 28: a copy is another folder.
#[test]
fn a_copy_and_a_moved_folder_are_other_folders() {
    let stage = Stage::guarded();
    stage.approve();
    let copied = std::process::Command::new("cp").arg("-a").arg(stage.path("repo")).arg(stage.path("copy")).status().expect("cp is there");
    assert!(copied.success());
    assert_eq!(stage.fire_in("copy"), "untrusted");
    fs::rename(stage.path("repo"), stage.path("moved")).expect("a move");
    assert_eq!(stage.fire_in("moved"), "untrusted");
}

#[test]
fn another_repository_in_the_same_place_does_not_inherit_what_is_different() {
    let stage = Stage::guarded();
    stage.approve();
    fs::remove_dir_all(stage.path("repo")).expect("it was there");
    fs::create_dir_all(stage.path("repo/.git")).expect("a directory");
    stage.command("repo/.rightnow/hooks/safety.json", "echo other");
    assert_eq!(stage.fire(), "untrusted");
}

#[test]
fn worktrees_of_one_repository_are_one_identity() {
    let stage = committed();
    stage.approve();
    git(&stage.path("repo"), &["worktree", "add", "-q", "../tree", "-b", "other"]);
    assert_eq!(stage.fire_in("tree"), "ran");
    let below = stage.snell(&["trust", "--revoke", stage.path("tree").to_str().expect("UTF-8")]);
    assert_eq!(below.code, 0, "{below:?}");
    assert_eq!((stage.fire_in("repo"), stage.fire_in("tree")), ("untrusted".to_owned(), "untrusted".to_owned()));
}

#[test]
fn a_worktree_runs_what_was_approved_and_nothing_else() {
    let stage = committed();
    stage.approve();
    git(&stage.path("repo"), &["worktree", "add", "-q", "../tree", "-b", "other"]);
    stage.write("tree/hooks/guard.sh", ALLOW);
    assert_eq!((stage.fire_in("repo"), stage.fire_in("tree")), ("ran".to_owned(), "untrusted".to_owned()));
    stage.approve_in("tree");
    assert_eq!((stage.fire_in("repo"), stage.fire_in("tree")), ("ran".to_owned(), "ran".to_owned()), "neither takes the other's away");
    assert_eq!((stage.state_in("repo"), stage.state_in("tree")), ("trusted".to_owned(), "trusted".to_owned()));
}

#[test]
fn worktrees_of_a_bare_repository_are_one_identity() {
    let stage = committed();
    git(&stage.path(""), &["clone", "-q", "--bare", "repo", "bare.git"]);
    git(&stage.path("bare.git"), &["worktree", "add", "-q", "../one", "-b", "one"]);
    git(&stage.path("bare.git"), &["worktree", "add", "-q", "../two", "-b", "two"]);
    stage.approve_in("one");
    assert_eq!((stage.fire_in("two"), stage.fire_in("repo")), ("ran".to_owned(), "untrusted".to_owned()));
}

// 31: to Linux a name is its bytes, and so it is to us.
#[test]
#[cfg(target_os = "linux")]
fn two_spellings_of_one_letter_are_two_folders() {
    let stage = Stage::guarded();
    for (one, other) in [("caf\u{e9}", "cafe\u{301}"), ("caf\u{e9}", "Caf\u{e9}")] {
        for name in [one, other] {
            fs::create_dir_all(stage.path(name).join(".git")).expect("a directory");
            stage.command(&format!("{name}/.rightnow/hooks/a.json"), "true");
        }
        stage.approve_in(one);
        assert_eq!((stage.fire_in(one), stage.fire_in(other)), ("ran".to_owned(), "untrusted".to_owned()));
    }
}

// SECURITY: a `.git` file is the folder's own word.
#[test]
fn a_folder_that_only_says_it_is_a_worktree_is_none() {
    let stage = committed();
    stage.approve();
    git(&stage.path("repo"), &["worktree", "add", "-q", "../tree", "-b", "other"]);
    let pointer = stage.read("tree/.git");
    stage.write("liar/.git", &pointer);
    stage.command("liar/.rightnow/hooks/safety.json", "sh ./hooks/guard.sh");
    stage.write("liar/hooks/guard.sh", DENY);
    assert_eq!(stage.fire_in("liar"), "untrusted");
    stage.write("liar/.git", &format!("gitdir: {}\n", stage.path("repo/.git").display()));
    assert_eq!(stage.fire_in("liar"), "untrusted");
}

#[test]
fn a_submodule_is_a_folder_of_its_own() {
    let stage = committed();
    git(&stage.path(""), &["clone", "-q", "repo", "origin"]);
    git(&stage.path("repo"), &["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../origin", "sub"]);
    assert_eq!(stage.fire_in("repo/sub"), "untrusted");
    stage.approve_in("repo/sub");
    assert_eq!((stage.fire_in("repo"), stage.fire_in("repo/sub")), ("untrusted".to_owned(), "ran".to_owned()));
}

// N12.2: decisions cascade to subfolders, longest path wins.
#[test]
fn a_decision_holds_for_folders_below_until_they_have_their_own() {
    let stage = Stage::guarded();
    stage.approve();
    fs::create_dir_all(stage.path("repo/sub/.git")).expect("a directory");
    stage.command("repo/sub/.rightnow/hooks/safety.json", "sh ./hooks/guard.sh");
    stage.write("repo/sub/hooks/guard.sh", DENY);
    assert_eq!(stage.fire_in("repo/sub"), "ran", "the very same hook with the very same bytes");
    stage.write("repo/sub/hooks/guard.sh", ALLOW);
    assert_eq!(stage.fire_in("repo/sub"), "untrusted");
    stage.write("repo/sub/hooks/guard.sh", DENY);

    stage.snell_in("repo/sub", &["trust", "--revoke"]);
    assert_eq!((stage.fire_in("repo"), stage.fire_in("repo/sub")), ("ran".to_owned(), "untrusted".to_owned()));
    let all = stage.snell(&["trust", "--all", "--json"]).json();
    assert_eq!(all["folders"][1]["decision"], json!("denied"), "{all}");
    stage.approve_in("repo/sub");
    assert_eq!(stage.fire_in("repo/sub"), "ran");
}

#[test]
fn home_and_the_root_of_the_file_system_cannot_be_recorded() {
    let stage = Stage::new();
    fs::create_dir_all(stage.path("home/.git")).expect("a directory");
    stage.command("home/.reforma/hooks/hooks.json", "true");
    stage.link("house", "home");
    for place in ["home", "house"] {
        let digest = stage.review_in(place)["digest"].as_str().expect("a digest").to_owned();
        let said = stage.snell_in(place, &["trust", "--yes", "--pin", &digest]);
        assert_eq!(said.code, 3);
        assert!(said.err.contains("home directory"), "{said:?}");
        assert!(!stage.path("home/.local").exists());
    }
}
