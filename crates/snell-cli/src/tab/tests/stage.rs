//! A home and a project with hooks, events that were recorded, and a screen of cells.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use snell::core::{Completion, End};
use snell::journal::Record;
use snell::system::Scripted;
use snell::trust::TrustStore;
use snell::{Builder, Dialect, Engine, Journal, Trust, dialects};
use tempfile::TempDir;

use crate::World;
use crate::print::Here;
use crate::tab::content::Content;
use crate::tab::state::{News, State};
use crate::tab::view;

/// A project's hooks.
pub(super) const HOOKS: &str = r#"{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "sh guard.sh", "id": "guard", "onFailure": "block", "env": { "KEY": "x" } }
        ]
      }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "sh gate.sh", "timeout": 30, "id": "gate" }] }]
  }
}"#;

/// The user's own.
const MINE: &str = r#"{
  "hooks": {
    "PreToolUse": [
      { "hooks": [{ "type": "command", "command": "sh scan.sh --all", "id": "scan" }] },
      { "matcher": "Edit(?=x)", "hooks": [{ "type": "command", "command": "sh never.sh" }] }
    ],
    "SessionStart": [{ "hooks": [{ "type": "command", "command": "sh greet.sh", "id": "greet" }] }],
    "Sotp": []
  }
}"#;

const GREET: &str = r#"{
  "hooks": { "SessionStart": [{ "matcher": "startup|resume", "hooks": [{ "type": "command", "command": "sh ~/bin/greet.sh", "id": "greet" }] }] }
}"#;

pub(super) struct Stage {
    directory: TempDir,
}

impl Stage {
    /// A project with these hooks; where there are any, the user has some too, and events were recorded.
    pub(super) fn with(hooks: &str) -> Stage {
        let stage = Stage { directory: tempfile::tempdir().unwrap() };
        fs::create_dir_all(stage.path("home/repo/.git")).unwrap();
        stage.write("home/repo/.rightnow/hooks/safety.json", hooks);
        if hooks == HOOKS {
            stage.write("home/.rightnow/hooks/mine.json", MINE);
            stage.write("home/.rightnow/disabled-hooks", "user/mine:greet\n");
            let command = r#"{"command":"rm -rf build"}"#;
            stage.fire(&["pre-tool-use", "--tool", "Bash", "--input", command], exited(1, "no database"));
            stage.fire(&["pre-tool-use", "--tool", "Bash", "--input", command], exited(2, "never delete"));
            stage.fire(&["stop"], exited(0, ""));
        }
        stage
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().canonicalize().unwrap().join(name)
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
    }

    /// The example of the workspace, with a hook of the user's beside it: what the page of the tab shows.
    pub(super) fn guarded() -> Stage {
        let stage = Stage { directory: tempfile::tempdir().unwrap() };
        let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/guarded/.rightnow/hooks/safety.json");
        fs::create_dir_all(stage.path("home/repo/.git")).unwrap();
        stage.write("home/repo/.rightnow/hooks/safety.json", &fs::read_to_string(example).unwrap());
        stage.write("home/.rightnow/hooks/mine.json", GREET);
        stage.write("home/.rightnow/disabled-hooks", "project/safety:no-lockfiles\n");
        let deny = r#"{"decision":"deny","reason":"never delete recursively: name the files, or move them to .trash"}"#;
        let call = |command: &str| format!("{{\"command\":\"{command}\"}}");
        let said = |reply: &str| Completion { stdout: reply.into(), ..exited(0, "") };
        stage.fire(&["pre-tool-use", "--trust", "--tool", "Bash", "--input", &call("git status")], took(2.9, exited(0, "")));
        stage.fire(&["pre-tool-use", "--trust", "--tool", "Bash", "--input", &call("rm -rf build")], took(3.4, said(deny)));
        let late = Completion { duration: Duration::from_secs(5), ..Completion::of(End::TimedOut) };
        stage.fire(&["pre-tool-use", "--trust", "--tool", "Bash", "--input", &call("npm test")], late);
        stage.fire(&["session-start", "--trust"], took(8.1, exited(0, "")));
        stage
    }

    /// Fires an event through the command; every hook that runs ends so.
    pub(super) fn fire(&self, arguments: &[&str], completion: Completion) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let run = Arc::new(Scripted::by(move |_, _| completion.clone()));
        let mut world = World { run: Some(run), environment: Some(Vec::new()), ..World::new(&mut out, &mut err) };
        let (home, repo) = (self.path("home"), self.path("home/repo"));
        let common = ["snell", "--home", home.to_str().unwrap(), "--cwd", repo.to_str().unwrap(), "fire"];
        let code = crate::run(common.iter().chain(arguments).map(Into::into), &mut world);
        assert_ne!(code, 3, "{}", String::from_utf8_lossy(&err));
    }

    /// A builder for this dialect, here.
    pub(super) fn builder(&self, dialect: &Dialect) -> Builder {
        Engine::builder(dialect).home(self.path("home")).cwd(self.path("home/repo"))
    }

    pub(super) fn loaded(&self, message: &str) -> News {
        self.loaded_with(Trust::Store(TrustStore::of_user(&self.path("home"), None)), message)
    }

    pub(super) fn loaded_with(&self, trust: Trust, message: &str) -> News {
        let engine = self.builder(dialects::rightnow()).trust(trust).build();
        let here = Here::new(self.path("home/repo"), self.path("home"));
        News::Loaded(Content::of(&engine, &here, &engine.hooks().diagnostics), message.to_owned())
    }

    /// The tab as it opens.
    pub(super) fn state(&self) -> State {
        let mut state = State::default();
        state.hear(self.loaded(""));
        let mut cursor = Journal::of_user(&self.path("home"), None).cursor();
        while let Some(batch) = cursor.advance().unwrap() {
            state.hear(News::Ran((1..).zip(batch.lines).map(|(number, line)| fixed(number, line.record)).collect()));
        }
        state
    }

    /// The screen, as text.
    pub(super) fn screen(&self, state: &mut State, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut drawn = state.drawn;
        terminal.draw(|frame| drawn = view::draw(frame, state, true)).unwrap();
        state.drawn = drawn;
        let text = terminal.backend().to_string().replace(self.path("").to_str().unwrap().trim_end_matches('/'), "$ROOT");
        let lines: Vec<&str> = text.lines().map(|line| line.trim_matches('"').trim_end()).collect();
        lines.join("\n")
    }

    /// The list below alone.
    pub(super) fn below(&self, state: &mut State) -> String {
        let screen = self.screen(state, 120, 30);
        screen.lines().skip(19).take(10).collect::<Vec<_>>().join("\n")
    }
}

/// The record, with an id and a time that are always the same.
fn fixed(number: usize, record: Record) -> Record {
    Record { id: format!("{number:010x}"), time: format!("2025-08-12T09:30:{number:02}.000Z"), ..record }
}

/// A process that exited with this code and wrote this to stderr.
fn exited(code: i32, stderr: &str) -> Completion {
    Completion { stderr: stderr.into(), ..Completion::of(End::Exited(code)) }
}

fn took(milliseconds: f64, completion: Completion) -> Completion {
    Completion { duration: Duration::from_secs_f64(milliseconds / 1000.0), ..completion }
}
