//! Engines with hooks in a home directory of their own.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use snell::{Builder, Engine, Event, EventKind, Fact, Fired, Trust, dialects};
use snell_core::trace::State;

/// A home and a repository.
pub(crate) struct Stage(tempfile::TempDir);

impl Stage {
    pub(crate) fn new() -> Stage {
        let stage = Stage(tempfile::tempdir().expect("a temporary directory"));
        for directory in ["home/.rightnow/hooks", "repo/.git"] {
            fs::create_dir_all(stage.path(directory)).expect("a directory");
        }
        stage
    }

    /// A stage whose user has these handlers, one group each, for the tool that [`call`] uses.
    pub(crate) fn with(handlers: impl IntoIterator<Item = Value>) -> Stage {
        let stage = Stage::new();
        // A matcher of its own makes each hook another one: equal hooks run once.
        let group = |(index, handler)| json!({ "matcher": format!("Bash|tool_{index}"), "hooks": [handler] });
        let groups: Vec<Value> = handlers.into_iter().enumerate().map(group).collect();
        stage.write("home/.rightnow/hooks/bench.json", &json!({ "hooks": { "PreToolUse": groups } }).to_string());
        stage
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file");
    }

    pub(crate) fn builder(&self) -> Builder {
        Engine::builder(dialects::rightnow()).home(self.path("home")).cwd(self.path("repo")).trust(Trust::Trusted)
    }

    pub(crate) fn engine(&self) -> Engine {
        self.builder().build()
    }
}

/// A command handler.
pub(crate) fn command(command: &str) -> Value {
    json!({ "type": "command", "command": command, "timeout": 600 })
}

/// A call whose envelope has about the 700 bytes that the limit program writes.
pub(crate) fn call() -> Event {
    let input = json!({ "command": format!("cargo test --workspace --locked -- {}", "a_test_with_a_name ".repeat(8)), "description": "Run the tests" });
    Event::new(EventKind::PreToolUse)
        .with(Fact::SessionId, "0d1f0f1e-6d1b-4c73-9f5c-3d8f5f1f7f10")
        .with(Fact::ToolName, "Bash")
        .with(Fact::ToolInput, input)
}

/// All hooks must have run and none failed: else nothing was measured.
pub(crate) fn expect_ran(fired: &Fired, count: usize) {
    let ran = fired.trace.steps.iter().filter(|step| matches!(step.state, State::Ran { .. }) && step.failure.is_none()).count();
    assert_eq!(ran, count, "not every hook ran well: {:?}", fired.trace.steps.iter().find_map(|step| step.failure.as_ref()));
}
