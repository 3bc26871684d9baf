use std::fs;
use std::os::unix::fs::PermissionsExt;

use snell_core::secret::Secret;

use super::{Entries, OAuthToken, VariableStore};

fn stage() -> (tempfile::TempDir, VariableStore) {
    let stage = tempfile::tempdir().expect("a directory");
    let store = VariableStore::of_user(stage.path(), None);
    (stage, store)
}

fn mode(path: &std::path::Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

#[test]
fn a_variable_that_was_set_is_read_and_nobody_else_can_read_it() {
    let (_stage, store) = stage();
    assert_eq!(store.read().expect("an absent store is empty"), Entries::default());
    store.change(|entries| entries.set("demo", "KEY", Secret::new("hunter2!"))).expect("it is written");
    let variables = store.read().expect("it is good").variables();
    assert_eq!(variables.get("demo", "KEY").map(Secret::reveal), Some("hunter2!"));
    assert!(variables.get("other", "KEY").is_none());
    assert_eq!(mode(store.path()), 0o600);
    assert_eq!(mode(store.path().parent().expect("a directory")), 0o700);
    assert!(store.change(|entries| entries.unset("demo", "KEY")).expect("it is written"));
    assert_eq!(store.read().expect("it is good"), Entries::default());
}

#[test]
fn a_token_is_kept_and_is_no_variable() {
    let (_stage, store) = stage();
    store.change(|entries| entries.set_token("demo", "KEY", OAuthToken::new("token-1"))).expect("it is written");
    let entries = store.read().expect("it is good");
    assert_eq!(entries.token("demo", "KEY").map(OAuthToken::for_request), Some("token-1"));
    assert!(entries.variables().get("demo", "KEY").is_none());
    assert!(entries.names("demo").is_empty());
    assert!(!format!("{entries:?}").contains("token-1"));
}

#[test]
fn a_store_that_others_can_read_is_refused() {
    let (_stage, store) = stage();
    store.change(|entries| entries.set("demo", "KEY", Secret::new("x"))).expect("it is written");
    fs::set_permissions(store.path(), fs::Permissions::from_mode(0o644)).expect("it is ours");
    let fault = store.read().expect_err("others can read it");
    assert!(fault.help.contains("chmod 600"), "{fault:?}");
}

#[test]
fn a_damaged_store_is_neither_used_nor_overwritten_nor_shown() {
    let (_stage, store) = stage();
    store.change(|entries| entries.set("demo", "KEY", Secret::new("hunter2!"))).expect("it is written");
    for text in [
        "{\"schema\":1,\"plugins\":{\"demo\":{\"variables\":{\"KEY\":\"hunter2!\"",
        "{\"schema\":9}",
        "{\"schema\":1,\"plugins\":{\"demo\":{\"variables\":{\"KEY\":7}}}}",
    ] {
        fs::write(store.path(), text).expect("it is ours");
        let fault = store.change(|entries| entries.set("demo", "KEY", Secret::new("y"))).expect_err("it is damaged");
        assert!(!fault.message.contains("hunter2"), "{fault:?}");
        assert_eq!(fs::read_to_string(store.path()).expect("it is there"), text);
    }
}

#[test]
fn a_store_in_a_repository_is_refused() {
    let (stage, store) = stage();
    fs::create_dir(stage.path().join(".git")).expect("a directory");
    assert_eq!(store.read().expect("there is nothing to refuse"), Entries::default());
    let fault = store.change(|entries| entries.set("demo", "KEY", Secret::new("x"))).expect_err("it would be committed");
    assert!(fault.message.contains("repository") && !store.path().exists());
    fs::remove_dir(stage.path().join(".git")).expect("it is empty");
    store.change(|entries| entries.set("demo", "KEY", Secret::new("x"))).expect("it is written");
    fs::create_dir(stage.path().join(".git")).expect("a directory");
    store.read().expect_err("a repository could have brought it");
}

#[test]
fn many_writers_lose_nothing() {
    let (_stage, store) = stage();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let store = &store;
            scope.spawn(move || {
                for round in 0..8 {
                    store.change(|entries| entries.set("demo", &format!("KEY_{number}_{round}"), Secret::new("x"))).expect("it is written");
                }
            });
        }
    });
    assert_eq!(store.read().expect("it is good").names("demo").len(), 64);
}
