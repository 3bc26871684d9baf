//! Live progress: who is told what, and when (N10.1).

mod stage;

use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use snell::core::{Completion, End};
use snell::dialects;
use snell::system::Scripted;
use snell::{Event, EventKind, Hook, Observer};
use stage::{Stage, exit, saying};

/// Writes down what it is told, and on which thread.
#[derive(Default)]
struct Notes(Mutex<Vec<(String, ThreadId)>>);

impl Notes {
    fn note(&self, text: String) {
        self.0.lock().expect("nobody panicked").push((text, thread::current().id()));
    }

    fn texts(&self) -> Vec<String> {
        self.0.lock().expect("nobody panicked").iter().map(|(text, _)| text.clone()).collect()
    }
}

impl Observer for Notes {
    fn started(&self, hook: &Hook) {
        self.note(format!("{} started", hook.run()));
    }

    fn finished(&self, hook: &Hook, completion: &Completion) {
        self.note(format!("{} {:?}", hook.run(), completion.end));
    }
}

#[test]
fn every_hook_that_runs_is_told_twice_and_the_others_not_at_all() {
    let (stage, notes) = (Stage::new(), Arc::new(Notes::default()));
    stage.write("home/.rightnow/disabled-hooks", "user/a:pre_tool_use[0].hooks[1]\n");
    stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &["first", "disabled", "third"]);
    stage.hooks("home/.rightnow/hooks/b.json", "Stop", &["elsewhere"]);
    let run = Arc::new(Scripted::in_order([exit(0, "", ""), exit(2, "", "no")]));
    let engine = stage.builder(dialects::rightnow()).runner(run).observer(notes.clone()).build();
    engine.fire(&Event::new(EventKind::PreToolUse));
    assert_eq!(notes.texts(), ["first started", "first Exited(0)", "third started", "third Exited(2)"]);
}

#[test]
fn a_hook_that_was_refused_is_never_started() {
    let (stage, notes) = (Stage::new(), Arc::new(Notes::default()));
    stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &["echo $NOT_SET_ANYWHERE", "second"]);
    let engine = stage.builder(dialects::rightnow()).runner(saying("")).observer(notes.clone()).build();
    engine.fire(&Event::new(EventKind::PreToolUse));
    assert_eq!(notes.texts(), ["second started", "second Exited(0)"]);
}

#[test]
fn looking_at_an_event_starts_nothing() {
    let (stage, notes) = (Stage::new(), Arc::new(Notes::default()));
    stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &["first"]);
    let engine = stage.builder(dialects::rightnow()).runner(saying("")).observer(notes.clone()).build();
    engine.explain(&Event::new(EventKind::PreToolUse), &snell::Call::default());
    assert!(notes.texts().is_empty());
}

#[test]
fn real_processes_are_told_on_the_thread_that_fires() {
    let (stage, notes) = (Stage::new(), Arc::new(Notes::default()));
    stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &["exit 3", "./missing-program"]);
    let engine = stage.builder(dialects::rightnow()).observer(notes.clone()).build();
    engine.fire(&Event::new(EventKind::PreToolUse));
    let told = notes.0.lock().expect("nobody panicked").clone();
    assert!(told.iter().all(|(_, thread)| *thread == thread::current().id()));
    let mut texts: Vec<&str> = told.iter().map(|(text, _)| text.as_str()).filter(|text| !text.contains("NotStarted")).collect();
    texts.sort_unstable();
    assert_eq!(texts, ["exit 3 Exited(3)", "exit 3 started"]);
    let not_started = told.iter().filter(|(text, _)| text.starts_with("./missing-program NotStarted")).count();
    assert_eq!(not_started, 1, "what could not be started has an end all the same: {told:?}");
}

#[test]
fn the_completion_that_is_told_is_the_whole_one() {
    struct Duration(Mutex<Option<Completion>>);
    impl Observer for Duration {
        fn finished(&self, _: &Hook, completion: &Completion) {
            *self.0.lock().expect("nobody panicked") = Some(completion.clone());
        }
    }
    let (stage, seen) = (Stage::new(), Arc::new(Duration(Mutex::default())));
    stage.hooks("home/.rightnow/hooks/a.json", "PreToolUse", &["echo out; echo err >&2"]);
    stage.builder(dialects::rightnow()).observer(seen.clone()).build().fire(&Event::new(EventKind::PreToolUse));
    let completion = seen.0.lock().expect("nobody panicked").clone().expect("it ran");
    assert_eq!((completion.end, completion.stdout.bytes, completion.stderr.bytes), (End::Exited(0), b"out\n".to_vec(), b"err\n".to_vec()));
}
