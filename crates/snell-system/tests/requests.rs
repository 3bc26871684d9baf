//! Requests beside processes: a small pool, results in their places, and nobody is waited for beyond a deadline.

mod scene;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

use scene::{LONG, SHORT, Scene, said};
use snell_core::{Action, Captured, Completion, End, Invocation};
use snell_system::{Cancel, Machine, Post, Run, Runner, Watch};

fn post(url: &str, timeout: Duration) -> Invocation {
    Invocation { action: Action::Post { url: url.to_owned(), body: b"{}"[..].into() }, timeout }
}

/// Sends nothing: a function answers.
struct Fake<F>(F);

impl<F: Fn(&str) -> Completion + Send + Sync> Post for Fake<F> {
    fn post(&self, url: &str, _body: &[u8], _timeout: Duration) -> Completion {
        (self.0)(url)
    }
}

fn with(answer: impl Fn(&str) -> Completion + Send + Sync + 'static) -> Runner {
    Runner { post: Some(Arc::new(Fake(answer))), ..Runner::default() }
}

fn echo(url: &str) -> Completion {
    Completion { stdout: Captured::from(url), ..Completion::of(End::Answered(200)) }
}

#[derive(Default)]
struct Count {
    started: AtomicUsize,
    finished: AtomicUsize,
}

impl Watch for Count {
    fn started(&self, _index: usize) {
        self.started.fetch_add(1, Ordering::SeqCst);
    }
    fn finished(&self, _index: usize, _completion: &Completion) {
        self.finished.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn results_of_requests_and_processes_are_in_their_places() {
    let scene = Scene::new();
    let hooks: Vec<_> = (0..60)
        .map(|number| if number % 2 == 0 { post(&number.to_string(), LONG) } else { scene.hook(&format!("printf {number}")) })
        .collect();
    let count = Count::default();
    let completions = with(echo).run(&hooks, &count, &Cancel::new());
    for (number, completion) in completions.iter().enumerate() {
        assert_eq!(said(completion), number.to_string());
    }
    assert_eq!((count.started.into_inner(), count.finished.into_inner()), (60, 60));
}

#[test]
fn requests_and_processes_run_together() {
    let scene = Scene::new();
    let seen = scene.path("seen");
    let runner = with(move |url| {
        while !seen.exists() {
            thread::sleep(Duration::from_millis(1));
        }
        echo(url)
    });
    let hooks = [post("a", LONG), scene.hook("touch seen")];
    let completions = runner.run(&hooks, &(), &Cancel::never());
    assert_eq!(completions[0].end, End::Answered(200));
    assert_eq!(completions[1].end, End::Exited(0));
}

#[test]
fn eight_requests_are_under_way_at_once_and_no_more() {
    static NOW: AtomicUsize = AtomicUsize::new(0);
    static MOST: AtomicUsize = AtomicUsize::new(0);
    let together = Barrier::new(8);
    let runner = with(move |url| {
        MOST.fetch_max(NOW.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        together.wait();
        NOW.fetch_sub(1, Ordering::SeqCst);
        echo(url)
    });
    runner.run(&vec![post("a", LONG); 24], &(), &Cancel::never());
    assert_eq!(MOST.load(Ordering::SeqCst), 8);
}

#[test]
fn without_a_sender_a_request_is_not_started() {
    let completions = Runner::default().run(&[post("a", LONG)], &(), &Cancel::never());
    assert_eq!(completions[0].end, End::NotStarted("https hooks are not available here".to_owned()));
}

#[test]
fn the_machine_has_a_sender_with_its_guard() {
    let completions = Machine::default().run(&[post("http://127.0.0.1/", LONG)], &(), &Cancel::never());
    assert!(matches!(completions[0].end, End::Refused(_)), "{:?}", completions[0].end);
}

#[test]
fn a_request_that_panics_breaks_off_alone() {
    let runner = with(|url| if url == "bad" { panic!("on purpose") } else { echo(url) });
    let completions = runner.run(&[post("bad", LONG), post("good", LONG)], &(), &Cancel::never());
    assert!(matches!(completions[0].end, End::Transport(_)));
    assert_eq!(completions[1].end, End::Answered(200));
}

#[test]
fn requests_that_hang_past_every_deadline_are_given_up_and_block_no_others() {
    let runner = with(|url| {
        if url == "hangs" {
            thread::sleep(LONG * 2);
        }
        echo(url)
    });
    let begun = Instant::now();
    let mut hooks = vec![post("hangs", SHORT); 8];
    hooks.push(post("waits", SHORT));
    let completions = runner.run(&hooks, &(), &Cancel::never());
    assert!(completions[..8].iter().all(|completion| completion.end == End::TimedOut));
    assert_eq!(completions[8].end, End::Answered(200));
    assert!(begun.elapsed() < LONG, "no hanging request was waited for");
}

#[test]
fn cancelling_lets_go_of_requests() {
    let cancel = Cancel::new();
    let setter = cancel.clone();
    let runner = with(move |url| {
        setter.set();
        thread::sleep(LONG);
        echo(url)
    });
    let completions = runner.run(&vec![post("a", LONG); 20], &(), &cancel);
    assert!(completions.iter().all(|completion| completion.end == End::Cancelled));
}

#[test]
fn requests_end_with_the_callers_own_deadline() {
    let runner = with(|url| {
        thread::sleep(LONG);
        echo(url)
    });
    let runner = Runner { until: Some(Instant::now() + SHORT), ..runner };
    let completions = runner.run(&vec![post("a", LONG); 20], &(), &Cancel::never());
    assert!(completions.iter().all(|completion| completion.end == End::TimedOut));
}
