//! Fault 43: a hook that was killed and cannot be reaped. What does this in life is a disk that hangs; here it is a tracer, whom the system
//! tells of the end first, and who does not listen. A process of its own, since it counts its children.

#![cfg(target_os = "linux")]

mod scene;

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use scene::{But, SHORT, Scene};
use snell_core::End;

/// Attaches to the process of its argument (`PTRACE_SEIZE`), says whether it could, and never waits for it.
const TRACER: &str = "import ctypes, sys, time
print(ctypes.CDLL(None).ptrace(0x4206, int(sys.argv[1]), None, None), flush=True)
time.sleep(600)";

/// The processes that ended and that this one was not told of yet.
fn zombies() -> usize {
    let ours = format!(" Z {} ", std::process::id());
    let stats = fs::read_dir("/proc").expect("Linux").flatten().filter_map(|process| fs::read_to_string(process.path().join("stat")).ok());
    stats.filter(|stat| stat.rsplit_once(')').is_some_and(|(_, rest)| rest.starts_with(&ours))).count()
}

#[test]
fn who_cannot_be_reaped_holds_nothing_up_and_is_reaped_later() {
    let scene = Scene::new();
    scene.file("tracer.py", TRACER, 0o644);
    let hook = scene.hook("echo $$ > pid.new; mv pid.new pid; exec sleep 600").within(SHORT * 10);
    let (completion, mut tracer) = thread::scope(|threads| {
        let running = threads.spawn(|| scene::run(hook));
        let pid = loop {
            if let Ok(pid) = fs::read_to_string(scene.path("pid")) {
                break pid;
            }
            thread::sleep(Duration::from_millis(5));
        };
        let tracer = Command::new("python3").arg(scene.path("tracer.py")).arg(pid.trim()).stdout(Stdio::piped()).spawn();
        (running.join().expect("no panic"), tracer)
    });
    assert_eq!(completion.end, End::TimedOut);
    let Ok(tracer) = &mut tracer else {
        eprintln!("skipped: there is no python3");
        return;
    };
    if zombies() == 0 {
        eprintln!("skipped: no other process may be traced here");
        tracer.kill().and_then(|()| tracer.wait()).expect("it is ours");
        return;
    }
    assert_eq!(zombies(), 1, "it ended, and nobody could be told");
    tracer.kill().and_then(|()| tracer.wait()).expect("it is ours");
    scene::run(scene.hook("true"));
    assert_eq!(zombies(), 0, "the next event reaps it");
}
