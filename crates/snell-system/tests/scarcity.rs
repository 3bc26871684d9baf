//! Few descriptors: everything still runs, only slower, or fails alone and in words. A process of its own, since its limit is its own.

mod scene;

use std::fs::File;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use scene::{But, LONG, SHORT, Scene};
use snell_core::End;
use snell_system::{Cancel, Run, Runner};

/// The limit is the whole process's: one test at a time, from its first line to its last.
fn alone() -> MutexGuard<'static, ()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `act` while this process may have no descriptor beyond `limit`.
fn with_descriptors(limit: u64, act: impl FnOnce()) {
    let before = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: Some(limit), ..before }).expect("a lower limit");
    act();
    setrlimit(Resource::Nofile, before).expect("the old limit");
}

#[test]
fn a_thousand_hooks_run_with_64_descriptors() {
    let _alone = alone();
    let scene = Scene::new();
    let hooks = vec![scene.hook("read line; echo \"$line\"").reading("payload\n").within(LONG); 1000];
    for window in [16, 1000] {
        with_descriptors(64, || {
            let completions = Runner { window, ..Runner::default() }.run(&hooks, &(), &Cancel::new());
            for completion in completions {
                assert_eq!(completion.end, End::Exited(0));
                assert_eq!(scene::said(&completion), "payload\n");
            }
        });
    }
    scene.assert_nothing_is_left();
}

#[test]
fn without_any_descriptor_a_hook_fails_alone_after_its_own_timeout() {
    let _alone = alone();
    let scene = Scene::new();
    let hooks = vec![scene.hook(":").within(SHORT); 50];
    with_descriptors(32, || {
        let hoard: Vec<File> = std::iter::from_fn(|| File::open("/dev/null").ok()).collect();
        let completions = Runner::default().run(&hooks, &(), &Cancel::new());
        drop(hoard);
        for completion in completions {
            let why = "it could not be started in time: this process may open no more files (`ulimit -n` shows its limit)";
            assert_eq!(completion.end, End::NotStarted(why.to_owned()));
        }
    });
}

#[test]
fn a_hook_starts_as_soon_as_descriptors_are_free() {
    let _alone = alone();
    let scene = Scene::new();
    with_descriptors(32, || {
        let hoard: Vec<File> = std::iter::from_fn(|| File::open("/dev/null").ok()).collect();
        let completions = thread::scope(|threads| {
            threads.spawn(move || {
                thread::sleep(Duration::from_millis(100));
                drop(hoard);
            });
            Runner::default().run(&[scene.hook("echo at last")], &(), &Cancel::never())
        });
        assert_eq!(scene::said(&completions[0]), "at last\n");
    });
}

#[test]
fn a_cancellation_is_heard_without_descriptors() {
    let _alone = alone();
    let scene = Scene::new();
    with_descriptors(32, || {
        let hoard: Vec<File> = std::iter::from_fn(|| File::open("/dev/null").ok()).collect();
        let cancel = Cancel::new();
        assert!(cancel.bell().is_none());
        let completions = thread::scope(|threads| {
            threads.spawn(|| {
                thread::sleep(Duration::from_millis(50));
                cancel.set();
            });
            Runner::default().run(&[scene.hook(":")], &(), &cancel)
        });
        drop(hoard);
        assert_eq!(completions[0].end, End::Cancelled);
    });
}
