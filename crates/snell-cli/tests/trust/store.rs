//! The store: private, whole, safe under several writers, and never a reason to trust more.

use std::fs;
use std::os::unix::fs::MetadataExt;

use crate::stage::{FIRE, Stage, quiet, run};

const STORE: &str = "home/.local/state/snell/trust.json";

#[test]
fn the_store_is_the_users_alone() {
    let stage = Stage::guarded();
    stage.approve();
    let mode = |name: &str| fs::metadata(stage.path(name)).expect("it is there").mode() & 0o777;
    assert_eq!((mode(STORE), mode("home/.local/state/snell")), (0o600, 0o700));
    let names: Vec<_> =
        fs::read_dir(stage.path("home/.local/state/snell")).expect("a directory").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(names, ["trust.json"], "nothing is left beside it");
}

#[test]
fn the_usual_place_can_be_moved_and_a_named_home_has_its_own() {
    let stage = Stage::guarded();
    let digest = stage.review()["digest"].as_str().expect("a digest").to_owned();
    let state = stage.path("state");
    let with_state = |arguments: &[&str]| {
        let mut process = stage.process("repo", arguments);
        process.env("XDG_STATE_HOME", &state);
        run(process)
    };
    assert_eq!(with_state(&["trust", "--yes", "--pin", &digest]).code, 0);
    assert!(state.join("snell/trust.json").is_file() && !stage.path(STORE).exists());
    assert_eq!(with_state(FIRE).code, 2);
    assert_eq!(stage.fire(), "untrusted");
    let other = stage.path("other-home");
    let home = ["--home", other.to_str().expect("UTF-8")];
    assert_eq!(with_state(&[&["trust", "--yes", "--pin", &digest], &home[..]].concat()).code, 0);
    assert!(other.join(".local/state/snell/trust.json").is_file());
}

// 32: corrupt means untrusted.
#[test]
fn a_damaged_store_trusts_nothing_and_is_put_aside_by_the_next_yes() {
    let whole = {
        let stage = Stage::guarded();
        stage.approve();
        stage.read(STORE)
    };
    let damages = [
        String::new(),
        whole[..whole.len() / 2].to_owned(),
        "[]".to_owned(),
        "{\"schema\":1,\"folders\":{}}".to_owned(),
        "\u{0}".to_owned(),
    ];
    for damage in damages {
        let stage = Stage::guarded();
        stage.approve();
        stage.write(STORE, &damage);
        stage.mode(STORE, 0o600);
        let report = stage.snell(FIRE).json();
        assert_eq!(report["hooks"][0]["why"], "untrusted", "{damage}");
        assert!(report["diagnostics"].to_string().contains("is damaged"), "{report}");
        assert!(stage.snell(&["trust", "--all"]).err.contains("is damaged"));
        stage.approve();
        assert_eq!(stage.fire(), "ran");
        assert_eq!(stage.read(&format!("{STORE}.damaged")), damage);
    }
}

#[test]
fn a_store_of_a_newer_version_is_left_alone() {
    let stage = Stage::guarded();
    let newer = "{\"schema\": 2, \"anything\": []}";
    stage.write(STORE, newer);
    stage.mode(STORE, 0o600);
    stage.mode("home/.local/state/snell", 0o700);
    let review = stage.review();
    assert!(review["fault"].as_str().is_some_and(|fault| fault.contains("newer")), "{review}");
    let said = stage.snell(&["trust", "--yes", "--pin", review["digest"].as_str().expect("a digest")]);
    assert_eq!((said.code, stage.read(STORE).as_str()), (3, newer));
}

#[test]
fn a_store_that_others_may_write_trusts_nothing() {
    for place in [STORE, "home/.local/state/snell"] {
        let stage = Stage::guarded();
        stage.approve();
        stage.mode(place, 0o777);
        assert_eq!(stage.fire(), "untrusted", "{place}");
        assert!(stage.review()["fault"].as_str().is_some_and(|fault| fault.contains("others may write")));
    }
}

#[test]
fn a_store_that_is_a_link_trusts_nothing() {
    let stage = Stage::guarded();
    stage.approve();
    fs::rename(stage.path(STORE), stage.path("home/real.json")).expect("a move");
    stage.link(STORE, "../../../real.json");
    assert_eq!(stage.fire(), "untrusted");
}

// 33: a repository cannot bring the store.
#[test]
fn a_store_inside_a_repository_is_refused() {
    let stage = Stage::guarded();
    stage.approve();
    fs::create_dir_all(stage.path("home/.git")).expect("a directory");
    assert_eq!(stage.fire(), "untrusted");
    let digest = stage.review()["digest"].as_str().expect("a digest").to_owned();
    let said = stage.snell(&["trust", "--yes", "--pin", &digest]);
    assert_eq!(said.code, 3);
    assert!(said.err.contains("could bring its own") && said.err.contains("XDG_STATE_HOME"), "{said:?}");
}

#[test]
fn a_store_that_a_link_leads_into_a_repository_is_refused() {
    for link in ["home/.local", "home/.local/state", "home/.local/state/snell"] {
        let stage = Stage::guarded();
        stage.approve();
        let forged = stage.read(STORE);
        fs::remove_dir_all(stage.path("home/.local")).expect("it was there");
        let below = STORE.strip_prefix(link).expect("the store is below").trim_start_matches('/');
        stage.write(&format!("repo/forged/{below}"), &forged);
        stage.mode(&format!("repo/forged/{below}"), 0o600);
        stage.link(link, stage.path("repo/forged").to_str().expect("UTF-8"));
        assert_eq!(stage.fire(), "untrusted", "{link}");
    }
}

#[test]
fn a_project_that_is_no_repository_cannot_bring_the_store_either() {
    let stage = Stage::new();
    stage.command("plain/.reforma/hooks/hooks.json", "true");
    let mut process = stage.process("plain", &["trust", "--show", "--json", "--dialect", "reforma"]);
    process.env("XDG_STATE_HOME", stage.path("plain/state"));
    let report = run(process).json();
    assert!(report["fault"].as_str().is_some_and(|fault| fault.contains("could bring its own")), "{report}");
}

#[test]
fn where_nothing_can_be_written_nothing_is_trusted() {
    let stage = Stage::guarded();
    stage.write("home/.local", "a file in the place of a directory");
    let digest = stage.review()["digest"].as_str().expect("a digest").to_owned();
    let said = stage.snell(&["trust", "--yes", "--pin", &digest]);
    assert_eq!(said.code, 3);
    assert!(said.err.contains("nothing was recorded"), "{said:?}");
    assert_eq!(stage.fire(), "untrusted");
}

#[test]
fn a_home_that_cannot_be_written_is_told() {
    let stage = Stage::guarded();
    let digest = stage.review()["digest"].as_str().expect("a digest").to_owned();
    stage.mode("home", 0o555);
    // Root may write everywhere.
    if fs::create_dir(stage.path("home/probe")).is_ok() {
        return;
    }
    let said = stage.snell(&["trust", "--yes", "--pin", &digest]);
    stage.mode("home", 0o755);
    assert_eq!(said.code, 3, "{said:?}");
}

// 32: two processes at once.
#[test]
fn no_decision_of_several_writers_is_lost() {
    let stage = Stage::new();
    let names: Vec<String> = (0..12).map(|number| format!("repo-{number}")).collect();
    let mut digests = Vec::new();
    for name in &names {
        fs::create_dir_all(stage.path(name).join(".git")).expect("a directory");
        stage.command(&format!("{name}/.rightnow/hooks/a.json"), &format!("echo {name}"));
        digests.push(stage.review_in(name)["digest"].as_str().expect("a digest").to_owned());
    }
    let start = |(name, digest): (&String, &String)| quiet(stage.process(name, &["trust", "--yes", "--pin", digest]));
    let writers: Vec<_> = names.iter().zip(&digests).map(start).collect();
    for mut writer in writers {
        assert!(writer.wait().expect("it ends").success());
    }
    for name in &names {
        assert_eq!(stage.fire_in(name), "ran", "{name}");
    }
}

#[test]
fn a_reader_never_sees_half_a_store() {
    let stage = Stage::guarded();
    stage.approve();
    let digest = stage.review()["digest"].as_str().expect("a digest").to_owned();
    fs::create_dir_all(stage.path("other/.git")).expect("a directory");
    stage.command("other/.rightnow/hooks/a.json", "true");
    let other = stage.review_in("other")["digest"].as_str().expect("a digest").to_owned();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for _ in 0..20 {
                assert_eq!(stage.snell_in("other", &["trust", "--yes", "--pin", &other]).code, 0);
                assert_eq!(stage.snell_in("other", &["trust", "--revoke"]).code, 0);
            }
        });
        while !writer.is_finished() {
            assert_eq!(stage.fire(), "ran");
        }
    });
    assert_eq!(stage.review()["digest"], digest.as_str());
}

#[test]
fn revoking_takes_back_and_says_when_there_was_nothing() {
    let stage = Stage::guarded();
    stage.approve();
    let said = stage.snell(&["trust", "--revoke", "--json"]);
    assert_eq!((said.code, said.json()["removed"].as_u64()), (0, Some(1)));
    assert_eq!(stage.fire(), "untrusted");
    let said = stage.snell(&["trust", "--revoke"]);
    assert!(said.code == 0 && said.err.contains("was not trusted"), "{said:?}");
}

#[test]
fn a_folder_that_is_gone_can_be_listed_and_revoked() {
    let stage = Stage::guarded();
    stage.approve();
    let gone = stage.path("repo");
    fs::remove_dir_all(&gone).expect("it was there");
    let all = stage.snell_in("home", &["trust", "--all", "--json"]).json();
    assert_eq!((all["folders"][0]["exists"].as_bool(), all["folders"][0]["decision"].as_str()), (Some(false), Some("trusted")));
    assert!(stage.snell_in("home", &["trust", "--all"]).out.contains("(gone)"));
    let said = stage.snell_in("home", &["trust", "--revoke", gone.to_str().expect("UTF-8"), "--json"]);
    assert_eq!(said.json()["removed"], 1, "{said:?}");
}
