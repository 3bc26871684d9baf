//! Ending what left its group. A process of its own, since it adopts every orphan of its own.

#![cfg(target_os = "linux")]

mod scene;

use std::process::Command;
use std::sync::Mutex;

use scene::{But, SHORT, Scene};
use snell_core::{Completion, End, Invocation};
use snell_system::{Cancel, Run, Runner, Sweep, Watch};

#[derive(Default)]
struct Swept(Mutex<Vec<usize>>);

impl Watch for Swept {
    fn swept(&self, processes: usize) {
        self.0.lock().expect("no panic").push(processes);
    }
}

/// A sweep ends every child of the process, so that only one can be tested at a time: this is one test.
#[test]
fn what_left_its_group_is_ended_and_counted() {
    let mut older = Command::new("sleep").arg("600").spawn().expect("a child");
    let sweep = Sweep::become_subreaper().expect("Linux");
    let run = |hook: Invocation| -> (Completion, Vec<usize>) {
        let swept = Swept::default();
        let runner = Runner { sweep: Some(sweep.clone()), ..Runner::default() };
        let completion = runner.run(&[hook], &swept, &Cancel::never()).remove(0);
        (completion, swept.0.into_inner().expect("no panic"))
    };
    let scene = Scene::new();

    let (completion, swept) = run(scene.hook("echo nothing special"));
    assert_eq!((completion.leaked, swept), (false, vec![]));

    // It holds the output.
    let (completion, swept) = run(scene.hook("setsid sh -c 'touch up; sleep 600' & while [ ! -e up ]; do :; done; echo deny; exit 2"));
    assert_eq!(completion.end, End::Exited(2));
    assert!(completion.leaked);
    assert_eq!(swept.len(), 1);
    assert!(scene.alive().is_empty());

    // A clean daemon, twice forked.
    let daemon = "setsid sh -c '(touch daemon; sleep 600) &' >/dev/null 2>&1 </dev/null & while [ ! -e daemon ]; do :; done";
    let (completion, swept) = run(scene.hook(daemon));
    assert_eq!(completion.end, End::Exited(0));
    assert!(!completion.leaked);
    assert_eq!(swept.len(), 1);
    assert!(scene.alive().is_empty());

    // Many, that ignore SIGTERM, at a deadline.
    let many = "trap '' TERM; for i in $(seq 40); do setsid sh -c 'sh -c \"sleep 600; :\"; :' & done; wait";
    let (completion, swept) = run(scene.hook(many).within(SHORT * 3));
    assert_eq!(completion.end, End::TimedOut);
    assert_eq!(swept.len(), 1);
    assert!(scene.alive().is_empty());

    // What this process had before is not ours to end.
    assert!(older.try_wait().expect("a child of ours").is_none());
    older.kill().expect("it lives");
    older.wait().expect("a child of ours");
}
