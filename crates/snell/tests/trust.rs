//! Folder trust inside a host: what happens between loading and running, and what the host decides itself.

mod stage;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use snell::core::dialect::{Base, Format, Words};
use snell::core::select::Why;
use snell::core::trace::State;
use snell::system::{Cancel, Machine, Run, Watch};
use snell::trust::{self, Standing, TrustStore};
use snell::{Action, Builder, Code, Dialect, Engine, Event, EventKind, Fired, Trust, dialects};

use stage::Stage;

const DENY: &str = "echo '{\"decision\":\"deny\"}'\n";

fn store(stage: &Stage) -> TrustStore {
    TrustStore::of_user(&stage.path("home"), None)
}

fn builder(stage: &Stage, dialect: &Dialect) -> Builder {
    stage.builder(dialect).trust(Trust::Store(store(stage)))
}

/// An engine whose project has one approved guard, `sh hooks/guard.sh`.
fn approved(stage: &Stage) -> Engine {
    stage.hooks("repo/.rightnow/hooks/a.json", "PreToolUse", &["sh hooks/guard.sh"]);
    stage.write("repo/hooks/guard.sh", DENY);
    let engine = builder(stage, dialects::rightnow()).build();
    approve(stage, &engine);
    engine.reload();
    engine
}

fn approve(stage: &Stage, engine: &Engine) {
    store(stage).approve(&engine.review().expect("a review")).expect("it is recorded");
}

fn call() -> Event {
    Event::new(EventKind::PreToolUse)
}

fn was_skipped(fired: &Fired) -> bool {
    fired.trace.steps[0].state == State::Skipped(Why::Untrusted)
}

fn notes(fired: &Fired) -> Vec<Code> {
    fired.trace.steps[0].notes.iter().map(|note| note.code).collect()
}

/// Puts a file in another's place at once, so that nobody ever sees half of it.
fn swap(path: &Path, text: &str) {
    let new = path.with_extension("new");
    fs::write(&new, text).expect("a file");
    fs::rename(new, path).expect("a move");
}

#[test]
fn the_library_trusts_nothing_by_itself() {
    let stage = Stage::new();
    stage.hooks("repo/.rightnow/hooks/a.json", "PreToolUse", &["exit 2"]);
    let engine = Engine::builder(dialects::rightnow()).home(stage.path("home")).cwd(stage.path("repo")).build();
    assert!(was_skipped(&engine.fire(&call())));
    assert!(engine.review().is_none());
}

#[test]
fn a_host_with_a_trust_of_its_own_turns_ours_off() {
    let stage = Stage::new();
    stage.hooks("repo/.rightnow/hooks/a.json", "PreToolUse", &["exit 2"]);
    let asked = Arc::new(AtomicBool::new(false));
    let (seen, root) = (asked.clone(), stage.path("repo"));
    let ask = Trust::Ask(Arc::new(move |path| {
        seen.store(true, Ordering::SeqCst);
        path == root
    }));
    for trust in [Trust::Trusted, ask] {
        let engine = stage.builder(dialects::rightnow()).trust(trust).build();
        assert_eq!(engine.fire(&call()).outcome.action, Action::Deny);
    }
    assert!(asked.load(Ordering::SeqCst) && !stage.path("home/.local").exists());
}

// 27: what was checked is what runs.
#[test]
fn a_script_that_is_swapped_after_loading_does_not_run() {
    let stage = Stage::new();
    let engine = approved(&stage);
    assert_eq!(engine.fire(&call()).outcome.action, Action::Deny);
    swap(&stage.path("repo/hooks/guard.sh"), "touch pwned\n");
    let fired = engine.fire(&call());
    assert!(was_skipped(&fired) && fired.outcome.action == Action::Proceed);
    assert_eq!(notes(&fired), [Code::Untrusted]);
    assert!(fired.trace.steps[0].notes[0].message.contains("`hooks/guard.sh` changed"), "{fired:?}");
    assert!(matches!(engine.explain(&call(), &snell::Call::default()).steps[0].state, State::Skipped(Why::Untrusted)));
    assert!(!stage.path("repo/pwned").exists());
    swap(&stage.path("repo/hooks/guard.sh"), DENY);
    assert_eq!(engine.fire(&call()).outcome.action, Action::Deny, "as it was, it is trusted again");
}

// N1.15: a session works on a snapshot; HK-077: what appears later waits for a review.
#[test]
fn a_session_keeps_what_was_approved_while_its_files_change() {
    let stage = Stage::new();
    let engine = approved(&stage);
    stage.hooks("repo/.rightnow/hooks/a.json", "PreToolUse", &["touch pwned"]);
    stage.hooks("repo/.rightnow/hooks/b.json", "PreToolUse", &["touch pwned"]);
    assert_eq!(engine.fire(&call()).outcome.action, Action::Deny);
    engine.reload();
    let fired = engine.fire(&call());
    assert!(fired.trace.steps.iter().all(|step| step.state == State::Skipped(Why::Untrusted)), "{fired:?}");
    assert!(!stage.path("repo/pwned").exists());
    approve(&stage, &engine);
    engine.reload();
    engine.fire(&call());
    assert!(stage.path("repo/pwned").exists());
}

#[test]
fn what_is_taken_back_is_off_from_the_next_load_on() {
    let stage = Stage::new();
    let engine = approved(&stage);
    assert_eq!(store(&stage).revoke(&stage.path("repo"), None), Ok(1));
    engine.reload();
    assert!(was_skipped(&engine.fire(&call())));
}

#[test]
fn a_broken_file_keeps_hooks_and_no_approval_that_was_taken_back() {
    let stage = Stage::new();
    let engine = approved(&stage);
    stage.write("repo/.rightnow/hooks/a.json", "{");
    assert_eq!(engine.reload().0, snell::Reload::Kept);
    assert_eq!(engine.fire(&call()).outcome.action, Action::Deny);
    store(&stage).revoke(&stage.path("repo"), None).expect("it is recorded");
    assert_eq!(engine.reload().0, snell::Reload::Kept);
    let fired = engine.fire(&call());
    assert!(was_skipped(&fired), "{fired:?}");
}

/// The machine, with something done at the last moment before hooks run.
struct JustBefore<F>(F);

impl<F: Fn() + Send + Sync> Run for JustBefore<F> {
    fn run(&self, invocations: &[snell::core::Invocation], watch: &dyn Watch, cancel: &Cancel) -> Vec<snell::core::Completion> {
        (self.0)();
        Machine::default().run(invocations, watch, cancel)
    }
}

// The window that is left: between our last look and the interpreter's own. What slips through it is told.
#[test]
fn a_swap_in_the_last_moment_is_told_afterwards() {
    let stage = Stage::new();
    approved(&stage);
    let guard = stage.path("repo/hooks/guard.sh");
    let runner = JustBefore(move || swap(&guard, "exit 0\n"));
    let engine = builder(&stage, dialects::rightnow()).runner(Arc::new(runner)).build();
    let fired = engine.fire(&call());
    assert!(notes(&fired).contains(&Code::ChangedWhileRunning), "{fired:?}");
    assert!(was_skipped(&engine.fire(&call())), "and it does not run again");
}

#[test]
fn a_racing_swap_never_runs_unnoticed() {
    let (mut ran_as_approved, mut skipped, mut told) = (0, 0, 0);
    for round in 0..60 {
        let stage = Stage::new();
        let engine = approved(&stage);
        let (guard, marker) = (stage.path("repo/hooks/guard.sh"), stage.path("repo/pwned"));
        let swapper = thread::spawn(move || {
            for _ in 0..round * 400 {
                std::hint::spin_loop();
            }
            swap(&guard, "touch pwned\n");
        });
        let fired = engine.fire(&call());
        swapper.join().expect("it swaps");
        match (marker.exists(), was_skipped(&fired)) {
            (true, _) => {
                told += 1;
                assert_eq!(notes(&fired), [Code::ChangedWhileRunning], "something else ran, and nobody was told");
            }
            (false, true) => skipped += 1,
            (false, false) => ran_as_approved += 1,
        }
        assert!(was_skipped(&engine.fire(&call())));
    }
    eprintln!("as approved: {ran_as_approved}, skipped: {skipped}, in the window and told: {told}");
}

// HK-076: the same hook in JSON and in TOML has the same fingerprint.
#[test]
fn a_definition_is_the_same_in_json_and_in_toml() {
    let stage = Stage::new();
    let mut dialect = dialects::rightnow().clone();
    let of_project = dialect.sources.iter().find(|row| row.base == Base::Project && row.words == Words::Native).expect("a row").clone();
    let toml = snell::core::dialect::Source {
        path: "hooks.toml".into(),
        format: Format::Toml,
        layout: snell::core::dialect::Layout::File,
        ..of_project
    };
    dialect.sources.to_mut().push(toml);
    stage.write(
        "repo/.rightnow/hooks/a.json",
        r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"sh x.sh","timeout":3,"env":{"B":"2","A":"1"}}]}]}}"#,
    );
    let written = "[[hooks.PreToolUse]]\nmatcher = \"Bash\"\n[[hooks.PreToolUse.hooks]]\n";
    stage.write(
        "repo/hooks.toml",
        &format!("{written}type = \"command\"\nenv = {{ A = \"1\", B = \"2\" }}\ntimeout = 3.0\ncommand = \"sh x.sh\"\n"),
    );
    let review = builder(&stage, &dialect).build().review().expect("a review");
    let definitions: Vec<_> = review.hooks.iter().map(|hook| hook.definition.clone()).collect();
    assert_eq!(definitions.len(), 2);
    assert_eq!(definitions[0], definitions[1]);
}

#[test]
fn a_review_can_be_approved_although_the_files_have_moved_on() {
    let stage = Stage::new();
    stage.hooks("repo/.rightnow/hooks/a.json", "PreToolUse", &["sh hooks/guard.sh"]);
    stage.write("repo/hooks/guard.sh", DENY);
    let engine = builder(&stage, dialects::rightnow()).build();
    let review = engine.review().expect("a review");
    stage.write("repo/hooks/guard.sh", "exit 0\n");
    store(&stage).approve(&review).expect("it is recorded");
    engine.reload();
    assert_eq!(engine.review().expect("a review").hooks[0].standing, Standing::Changed);
    stage.write("repo/hooks/guard.sh", DENY);
    engine.reload();
    assert_eq!(engine.review().expect("a review").state, trust::State::Trusted);
}

#[test]
fn the_store_lists_what_was_decided() {
    let stage = Stage::new();
    approved(&stage);
    let records = store(&stage).all().expect("it can be read");
    assert_eq!(
        (records.len(), records[0].root.clone(), records[0].hooks.len()),
        (1, stage.path("repo").canonicalize().expect("it exists"), 1)
    );
    assert_eq!(records[0].files[0].text.as_deref(), Some(DENY));
}
