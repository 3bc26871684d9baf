//! When hooks start and end: together, bounded, each by its own deadline, and all of them when cancelled.

mod scene;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use scene::{But, LONG, SHORT, Scene, run, said};
use snell_core::{Completion, End, Invocation};
use snell_system::{Cancel, Run, Runner, Watch};

fn run_in_window(window: usize, hooks: &[Invocation], watch: &dyn Watch) -> Vec<Completion> {
    Runner { window, ..Runner::default() }.run(hooks, watch, &Cancel::never())
}

/// Waits for a file.
fn until(name: &str) -> String {
    format!("while [ ! -e {name} ]; do sleep 0.01; done")
}

#[test]
fn hooks_of_one_event_run_together() {
    let scene = Scene::new();
    let hooks = [scene.hook(&format!("touch a; {}", until("b"))), scene.hook(&format!("touch b; {}", until("a")))];
    let completions = run_in_window(2, &hooks, &());
    assert!(completions.iter().all(|completion| completion.end == End::Exited(0)));
}

#[test]
fn results_are_in_the_order_given_whichever_ends_first() {
    #[derive(Default)]
    struct Ends(Mutex<Vec<usize>>);
    impl Watch for Ends {
        fn finished(&self, index: usize, _completion: &Completion) {
            self.0.lock().expect("no panic").push(index);
        }
    }
    let scene = Scene::new();
    let hooks = [
        scene.hook(&format!("{}; sleep 0.1; echo first", until("second"))),
        scene.hook(&format!("{}; sleep 0.1; echo second; touch second", until("third"))),
        scene.hook("echo third; touch third"),
    ];
    let ends = Ends::default();
    let completions = run_in_window(16, &hooks, &ends);
    assert_eq!(completions.iter().map(said).collect::<String>(), "first\nsecond\nthird\n");
    assert_eq!(*ends.0.lock().expect("no panic"), [2, 1, 0]);
}

#[test]
fn no_more_run_at_once_than_the_window_allows() {
    #[derive(Default)]
    struct Count {
        now: AtomicUsize,
        most: AtomicUsize,
        ended: AtomicUsize,
    }
    impl Watch for Count {
        fn started(&self, _index: usize) {
            let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(now, Ordering::SeqCst);
        }
        fn finished(&self, _index: usize, _completion: &Completion) {
            self.now.fetch_sub(1, Ordering::SeqCst);
            self.ended.fetch_add(1, Ordering::SeqCst);
        }
    }
    let scene = Scene::new();
    let count = Count::default();
    run_in_window(3, &vec![scene.hook("sleep 0.01"); 20], &count);
    assert_eq!(count.most.into_inner(), 3);
    assert_eq!(count.ended.into_inner(), 20);
}

#[test]
fn each_deadline_counts_from_its_own_start() {
    let scene = Scene::new();
    let hooks = vec![scene.hook("sleep 0.8").within(Duration::from_secs(2)); 3];
    let completions = run_in_window(1, &hooks, &());
    assert!(completions.iter().all(|completion| completion.end == End::Exited(0)), "{completions:?}");
}

#[test]
fn one_hook_at_its_deadline_does_not_disturb_another() {
    let scene = Scene::new();
    let hooks = [scene.hook("trap '' TERM; sleep 600").within(SHORT), scene.hook("sleep 1; echo fine")];
    let completions = run_in_window(16, &hooks, &());
    assert_eq!(completions[0].end, End::TimedOut);
    assert_eq!(completions[1].end, End::Exited(0));
    assert_eq!(said(&completions[1]), "fine\n");
}

#[test]
fn the_duration_is_the_hooks_own() {
    let scene = Scene::new();
    let completion = run(scene.hook("sleep 0.2"));
    assert!(completion.duration >= Duration::from_millis(200));
    let completion = run(scene.hook("sleep 600").within(SHORT));
    assert!(completion.duration >= SHORT);
    assert!(completion.duration < SHORT + Duration::from_secs(10));
}

#[test]
fn writing_to_a_hook_that_does_not_read_is_under_its_deadline() {
    let scene = Scene::new();
    let completion = run(scene.hook("sleep 600").reading(vec![b'a'; 10 << 20]).within(SHORT));
    assert_eq!(completion.end, End::TimedOut);
    scene.assert_nothing_is_left();
}

#[test]
fn a_hook_that_answered_in_time_is_not_timed_out_by_its_child() {
    let scene = Scene::new();
    let completion = run(scene.hook("sleep 600 & echo deny; exit 2").within(Duration::from_millis(150)));
    assert_eq!(completion.end, End::Exited(2));
    assert_eq!(said(&completion), "deny\n");
    assert!(completion.leaked);
    scene.assert_nothing_is_left();
}

#[test]
fn no_time_and_endless_time_are_timeouts_too() {
    let scene = Scene::new();
    assert_eq!(run(scene.hook("sleep 600").within(Duration::ZERO)).end, End::TimedOut);
    assert_eq!(run(scene.hook("exit 3").within(Duration::MAX)).end, End::Exited(3));
    scene.assert_nothing_is_left();
}

#[test]
fn a_hook_that_closes_its_outputs_still_has_its_time() {
    let scene = Scene::new();
    let completion = run(scene.hook("exec >/dev/null 2>&1; sleep 0.3; exit 4"));
    assert_eq!(completion.end, End::Exited(4));
    let completion = run(scene.hook("exec >/dev/null 2>&1; sleep 600").within(SHORT));
    assert_eq!(completion.end, End::TimedOut);
    scene.assert_nothing_is_left();
}

#[test]
fn cancelling_ends_what_runs_and_starts_nothing_more() {
    let scene = Scene::new();
    let cancel = Cancel::new();
    let hooks = [scene.hook("trap '' TERM; touch begun; sleep 600"), scene.hook("sleep 600"), scene.hook("touch never")];
    let completions = thread::scope(|threads| {
        threads.spawn(|| {
            while !scene.path("begun").exists() {
                thread::sleep(Duration::from_millis(1));
            }
            cancel.set();
        });
        Runner { window: 2, ..Runner::default() }.run(&hooks, &(), &cancel)
    });
    assert!(completions.iter().all(|completion| completion.end == End::Cancelled), "{completions:?}");
    assert!(!scene.path("never").exists());
    scene.assert_nothing_is_left();
}

#[test]
fn a_byte_in_the_bell_cancels_a_run() {
    let scene = Scene::new();
    let cancel = Cancel::new();
    let completions = thread::scope(|threads| {
        threads.spawn(|| {
            thread::sleep(Duration::from_millis(50));
            rustix::io::write(cancel.bell().expect("a bell"), b"x").expect("a pipe takes a byte");
        });
        Runner::default().run(&[scene.hook("sleep 600")], &(), &cancel)
    });
    assert_eq!(completions[0].end, End::Cancelled);
    scene.assert_nothing_is_left();
}

#[test]
fn what_is_cancelled_beforehand_is_never_started() {
    let scene = Scene::new();
    let cancel = Cancel::new();
    cancel.set();
    let completions = Runner::default().run(&[scene.hook("touch never").within(LONG)], &(), &cancel);
    assert_eq!(completions[0].end, End::Cancelled);
    assert!(!scene.path("never").exists());
}

#[test]
fn an_event_without_hooks_is_nothing() {
    assert_eq!(Runner::default().run(&[], &(), &Cancel::new()), []);
}

/// B4: the bridge ends all inner deadlines before the agent's own.
#[test]
fn whatever_has_not_ended_by_the_callers_own_deadline_has_timed_out() {
    let scene = Scene::new();
    let hooks = [scene.hook("echo quick"), scene.hook("echo slow; sleep 60"), scene.hook("touch never")];
    let runner = Runner { window: 2, until: Some(Instant::now() + SHORT * 5), ..Runner::default() };
    let slow = [hooks[0].clone(), hooks[1].clone(), hooks[1].clone(), hooks[2].clone()];
    let completions = runner.run(&slow, &(), &Cancel::never());
    let ends: Vec<&End> = completions.iter().map(|completion| &completion.end).collect();
    assert_eq!(ends, [&End::Exited(0), &End::TimedOut, &End::TimedOut, &End::TimedOut]);
    assert_eq!((said(&completions[0]), said(&completions[1])), ("quick\n", "slow\n"));
    assert!(!scene.path("never").exists(), "what was still waiting is not begun");
    scene.assert_nothing_is_left();
}
