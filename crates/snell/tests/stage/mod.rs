//! A stage: a home and a repository with hook files, and hooks whose answers are scripted.

#![allow(dead_code, unreachable_pub)]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};
use snell::core::invocation::Action as Task;
use snell::core::{Completion, End, Invocation};
use snell::dialects;
use snell::system::Scripted;
use snell::{Builder, Dialect, Engine, Trust};

/// A directory with a `home` and a git work tree `repo`.
pub struct Stage(tempfile::TempDir);

impl Stage {
    pub fn new() -> Self {
        let stage = Stage(tempfile::tempdir().expect("a temporary directory"));
        for directory in ["home", "repo/.git"] {
            fs::create_dir_all(stage.path(directory)).expect("a directory");
        }
        stage
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file is in a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    /// Writes a hooks file with these commands for one event.
    pub fn hooks(&self, name: &str, event: &str, commands: &[&str]) {
        let handlers: Vec<Value> = commands.iter().map(|command| json!({ "type": "command", "command": command })).collect();
        self.write(name, &json!({ "hooks": { event: [{ "hooks": handlers }] } }).to_string());
    }

    pub fn builder(&self, dialect: &Dialect) -> Builder {
        Engine::builder(dialect).home(self.path("home")).cwd(self.path("repo")).trust(Trust::Trusted)
    }

    /// An engine of RightNow's whose user hooks for `event` are these commands.
    pub fn rightnow(&self, event: &str, commands: &[&str], run: &Arc<Scripted>) -> Engine {
        self.hooks("home/.rightnow/hooks/a.json", event, commands);
        self.builder(dialects::rightnow()).runner(run.clone()).build()
    }

    /// An engine of Reforma's whose project hooks for `event` are these commands.
    pub fn reforma(&self, event: &str, commands: &[&str], run: &Arc<Scripted>) -> Engine {
        self.hooks("repo/.reforma/hooks/hooks.json", event, commands);
        self.builder(dialects::reforma()).runner(run.clone()).build()
    }
}

/// A runner whose hooks all exit 0 with this on stdout.
pub fn saying(stdout: &str) -> Arc<Scripted> {
    let stdout = stdout.to_owned();
    Arc::new(Scripted::by(move |_, _| exit(0, &stdout, "")))
}

/// A process that exited.
pub fn exit(code: i32, stdout: &str, stderr: &str) -> Completion {
    Completion { stdout: stdout.into(), stderr: stderr.into(), ..Completion::of(End::Exited(code)) }
}

/// What a hook got on stdin.
pub fn envelope(invocation: &Invocation) -> Value {
    match &invocation.action {
        Task::Run { stdin, .. } => serde_json::from_slice(stdin).expect("the envelope is JSON"),
        Task::Post { body, .. } => serde_json::from_slice(body).expect("the envelope is JSON"),
    }
}

/// One key of every envelope so far.
pub fn told(run: &Scripted, key: &str) -> Vec<Value> {
    run.seen().iter().map(|invocation| envelope(invocation)[key].clone()).collect()
}
