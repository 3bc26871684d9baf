//! What cannot be approved, whoever says yes.

use std::os::unix::fs::chown;

use serde_json::json;

use crate::stage::{DENY, FIRE, Stage};

/// The project has one hook that cannot be approved, and it is told why.
fn assert_refused(stage: &Stage, why: &str) {
    let review = stage.review();
    assert_eq!(review["hooks"][0]["state"], "refused", "{review}");
    assert!(review["hooks"][0]["why"].as_str().is_some_and(|told| told.contains(why)), "{review}");
    let digest = review["digest"].as_str().expect("a digest");
    assert_eq!(stage.snell(&["trust", "--yes", "--pin", digest]).code, 3);
    let report = stage.snell(FIRE).json();
    assert_eq!(report["hooks"][0]["why"], "untrusted", "{report}");
    assert!(report["hooks"][0]["notes"][0]["message"].as_str().is_some_and(|told| told.contains(why)), "{report}");
}

#[test]
fn what_everyone_may_write_is_not_trusted() {
    for place in ["repo/hooks/guard.sh", "repo/hooks", "repo/.rightnow/hooks/safety.json", "repo/.rightnow", "repo"] {
        let stage = Stage::guarded();
        stage.mode(place, 0o777);
        assert_refused(&stage, "may be written by everyone");
    }
}

#[test]
fn what_becomes_writable_by_everyone_loses_its_trust() {
    let stage = Stage::guarded();
    stage.approve();
    stage.mode("repo/hooks/guard.sh", 0o666);
    assert_eq!(stage.fire(), "untrusted");
    stage.mode("repo/hooks/guard.sh", 0o644);
    assert_eq!(stage.fire(), "ran");
}

#[test]
fn what_belongs_to_somebody_else_is_not_trusted() {
    for place in ["repo/hooks/guard.sh", "repo/.rightnow/hooks/safety.json", "repo/.rightnow/hooks"] {
        let stage = Stage::guarded();
        // Only root can give files away.
        if chown(stage.path(place), Some(12_345), None).is_err() {
            return;
        }
        assert_refused(&stage, "belongs to another user");
    }
}

#[test]
fn a_hooks_file_that_leads_out_of_the_project_is_not_trusted() {
    let stage = Stage::guarded();
    std::fs::rename(stage.path("repo/.rightnow/hooks/safety.json"), stage.path("safety.json")).expect("a move");
    stage.link("repo/.rightnow/hooks/safety.json", "../../../safety.json");
    assert_refused(&stage, "leads out of the project");
}

#[test]
fn a_script_that_cannot_be_read_as_a_file_is_not_trusted() {
    let stage = Stage::guarded();
    std::fs::remove_file(stage.path("repo/hooks/guard.sh")).expect("it was there");
    let made = std::process::Command::new("mkfifo").arg(stage.path("repo/hooks/guard.sh")).status().expect("mkfifo is there");
    assert!(made.success());
    assert_refused(&stage, "a FIFO");
}

#[test]
fn a_huge_script_is_not_trusted() {
    let stage = Stage::guarded();
    let file = std::fs::File::create(stage.path("repo/hooks/guard.sh")).expect("a file");
    file.set_len(65 * 1024 * 1024).expect("a sparse file");
    assert_refused(&stage, "larger than 64 MiB");
}

// 10: bytes are pinned, whatever the file is called.
#[test]
fn a_second_name_of_a_script_is_no_way_around_its_approval() {
    let stage = Stage::guarded();
    std::fs::hard_link(stage.path("repo/hooks/guard.sh"), stage.path("second")).expect("a link");
    stage.approve();
    assert_eq!(stage.fire(), "ran");
    stage.write("second", "touch pwned\n");
    assert_eq!(stage.fire(), "untrusted");
}

#[test]
fn one_refused_hook_does_not_take_the_others_along() {
    let stage = Stage::guarded();
    stage.write("repo/hooks/open.sh", DENY);
    stage.mode("repo/hooks/open.sh", 0o666);
    stage.command("repo/.rightnow/hooks/open.json", "sh hooks/open.sh");
    stage.approve();
    let fired = stage.fired("repo");
    let fates: Vec<&str> = fired.iter().map(|(_, fate)| fate.as_str()).collect();
    assert_eq!(fates, ["untrusted", "ran"]);
    assert_eq!(stage.review()["hooks"][0]["state"], json!("refused"));
}
