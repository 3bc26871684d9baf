//! What a hook's processes may do, and that none of its group is left.

mod scene;

use std::panic::{AssertUnwindSafe, catch_unwind};

use scene::{But, LONG, SHORT, Scene, run, run_all, said};
use snell_core::End;
use snell_system::{Cancel, Run, Runner, Watch};

#[test]
fn every_exit_code_is_told() {
    let scene = Scene::new();
    let hooks: Vec<_> = (0..256).map(|code| scene.hook(&format!("exit {code}"))).collect();
    for (code, completion) in (0..).zip(run_all(&hooks)) {
        assert_eq!(completion.end, End::Exited(code));
        assert!(!completion.leaked);
    }
}

#[test]
fn every_deadly_signal_is_told() {
    let scene = Scene::new();
    let signals = [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 24, 31];
    let hooks: Vec<_> = signals.iter().map(|signal| scene.hook(&format!("ulimit -c 0; echo heard; kill -{signal} $$"))).collect();
    for (signal, completion) in signals.into_iter().zip(run_all(&hooks)) {
        assert_eq!(completion.end, End::Signalled(signal));
        assert_eq!(said(&completion), "heard\n");
    }
}

#[test]
fn a_child_that_holds_the_output_neither_delays_nor_loses_an_answer() {
    let scene = Scene::new();
    let completion = run(scene.hook("sleep 600 & echo '{\"decision\":\"deny\"}'; exit 2"));
    assert_eq!(completion.end, End::Exited(2));
    assert_eq!(said(&completion), "{\"decision\":\"deny\"}\n");
    assert!(completion.leaked);
    assert!(completion.duration < LONG / 2, "it was not waited for until the deadline");
    scene.assert_nothing_is_left();
}

#[test]
fn a_child_that_floods_the_output_neither_delays_nor_loses_an_answer() {
    let scene = Scene::new();
    let completion = run(scene.hook("echo deny; yes >&2 & exit 2"));
    assert_eq!(completion.end, End::Exited(2));
    assert_eq!(said(&completion), "deny\n");
    assert!(completion.leaked);
    scene.assert_nothing_is_left();
}

#[test]
fn what_a_child_says_right_after_its_leader_is_heard() {
    let scene = Scene::new();
    let completion = run(scene.hook("mkfifo gate; (cat gate; echo late) & exec 3>gate; echo now"));
    assert_eq!(completion.end, End::Exited(0));
    assert_eq!(said(&completion), "now\nlate\n");
    assert!(!completion.leaked);
    scene.assert_nothing_is_left();
}

#[test]
fn a_silent_child_of_the_group_is_ended_too() {
    let scene = Scene::new();
    let completion = run(scene.hook("sleep 600 >/dev/null 2>&1 & (sleep 600 >/dev/null 2>&1 &) ; echo ok"));
    assert_eq!(completion.end, End::Exited(0));
    assert_eq!(said(&completion), "ok\n");
    assert!(!completion.leaked);
    scene.assert_nothing_is_left();
}

#[test]
fn a_process_of_another_session_is_told_of_and_loses_no_answer() {
    let scene = Scene::new();
    let completion = run(scene.hook("setsid sleep 600 & echo deny; exit 2"));
    assert_eq!(completion.end, End::Exited(2));
    assert_eq!(said(&completion), "deny\n");
    assert!(completion.leaked);
    scene.clear();
}

#[test]
fn a_hook_that_ignores_sigterm_is_killed() {
    let scene = Scene::new();
    let completion = run(scene.hook("trap '' TERM; echo begun; while :; do sleep 1; done").within(SHORT));
    assert_eq!(completion.end, End::TimedOut);
    assert_eq!(said(&completion), "begun\n");
    assert!(!completion.leaked);
    scene.assert_nothing_is_left();
}

#[test]
fn a_grandchild_that_ignores_sigterm_is_killed() {
    let scene = Scene::new();
    let deaf = "trap \"\" TERM; while :; do sleep 1; done";
    for text in
        [format!("sh -c '{deaf}' & wait"), format!("sh -c '{deaf}' >/dev/null 2>&1 & wait"), format!("(sh -c '{deaf}' &) ; sleep 60")]
    {
        let completion = run(scene.hook(&text).within(SHORT));
        assert_eq!(completion.end, End::TimedOut);
        assert!(!completion.leaked);
        scene.assert_nothing_is_left();
    }
}

#[test]
fn a_hook_may_clean_up_after_sigterm() {
    let scene = Scene::new();
    let completion = run(scene.hook("trap 'echo cleaned; exit 0' TERM; while :; do sleep 0.01; done").within(SHORT));
    assert_eq!(completion.end, End::TimedOut, "an exit after the deadline is no answer");
    assert_eq!(said(&completion), "cleaned\n");
    scene.assert_nothing_is_left();
}

#[test]
fn a_stopped_hook_is_ended() {
    let scene = Scene::new();
    assert_eq!(run(scene.hook("kill -STOP $$").within(SHORT)).end, End::TimedOut);
    scene.assert_nothing_is_left();
}

#[test]
fn a_stopped_hook_hears_sigterm() {
    let scene = Scene::new();
    let completion = run(scene.hook("trap 'echo heard; exit' TERM; kill -STOP $$; sleep 60").within(SHORT));
    assert_eq!(completion.end, End::TimedOut);
    assert_eq!(said(&completion), "heard\n");
    scene.assert_nothing_is_left();
}

#[test]
fn a_hook_that_asks_the_terminal_does_not_wait_for_its_deadline() {
    let scene = Scene::new();
    for (name, number) in [("TTIN", 21), ("TTOU", 22)] {
        let completion = run(scene.hook(&format!("trap '' TERM; echo deny; while :; do kill -{name} $$; done")));
        assert_eq!(completion.end, End::Signalled(number));
        assert_eq!(said(&completion), "deny\n");
    }
    scene.assert_nothing_is_left();
}

#[test]
fn a_stopped_hook_that_is_let_go_on_goes_on() {
    let scene = Scene::new();
    let completion = run(scene.hook("(sleep 0.5; kill -CONT $$) >/dev/null 2>&1 & kill -STOP $$; echo on"));
    assert_eq!(completion.end, End::Exited(0));
    assert_eq!(said(&completion), "on\n");
    scene.assert_nothing_is_left();
}

#[test]
fn a_leader_that_moves_to_another_group_is_ended() {
    let scene = Scene::new();
    let moves = "setpgrp(0, getpgrp(getppid())) or die; $SIG{TERM} = 'IGNORE'; sleep 600";
    assert_eq!(run(scene.program("perl", ["-e", moves]).within(SHORT)).end, End::TimedOut);
    scene.assert_nothing_is_left();
}

#[test]
fn a_storm_of_forks_is_ended() {
    let scene = Scene::new();
    let storm = "trap '' TERM\n[ $1 = 0 ] || { sh storm $(($1 - 1)) & sh storm $(($1 - 1)) & }\nwhile :; do sleep 1; done\n";
    scene.file("storm", storm, 0o644);
    assert_eq!(run(scene.hook("sh storm 5").within(SHORT)).end, End::TimedOut);
    scene.assert_nothing_is_left();
}

#[test]
fn a_storm_that_goes_on_forking_is_ended() {
    let scene = Scene::new();
    assert_eq!(run(scene.hook("while :; do sleep 0.2 & done").within(SHORT)).end, End::TimedOut);
    scene.assert_nothing_is_left();
}

#[test]
fn an_observer_that_panics_leaves_no_process() {
    struct Panics;
    impl Watch for Panics {
        fn started(&self, index: usize) {
            assert!(index < 2, "on purpose");
        }
    }
    let scene = Scene::new();
    let hooks = vec![scene.hook("trap '' TERM; sleep 600"); 3];
    let result = catch_unwind(AssertUnwindSafe(|| Runner::default().run(&hooks, &Panics, &Cancel::never())));
    assert!(result.is_err());
    scene.assert_nothing_is_left();
}
