//! A home, a repository and a scripted machine, and the command run in-process between them.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use snell::core::{Completion, End};
use snell::system::Scripted;
use snell_cli::{Screen, World};
use tempfile::TempDir;

/// What a call of the command came to.
pub(crate) struct Said {
    pub(crate) code: u8,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// One test's directories, and who runs its hooks.
pub(crate) struct Stage {
    directory: TempDir,
    script: Option<Vec<Completion>>,
    screen: Screen,
}

impl Stage {
    /// An empty home and an empty repository in it. Hooks really run.
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir_all(directory.path().join("home/repo/.git")).unwrap();
        Stage { directory, script: None, screen: Screen::default() }
    }

    /// The same, with these files in the repository.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let stage = Stage::new();
        for (path, text) in files {
            stage.write(&format!("repo/{path}"), text);
        }
        stage
    }

    /// Nothing is started: the hooks that are chosen end so, in order.
    pub(crate) fn scripted(mut self, completions: impl IntoIterator<Item = Completion>) -> Self {
        self.script = Some(completions.into_iter().collect());
        self
    }

    /// The streams can show this.
    pub(crate) fn screen(mut self, screen: Screen) -> Self {
        self.screen = screen;
        self
    }

    /// Writes a file below the home directory.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.home().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn home(&self) -> std::path::PathBuf {
        self.directory.path().canonicalize().unwrap().join("home")
    }

    pub(crate) fn repo(&self) -> std::path::PathBuf {
        self.home().join("repo")
    }

    /// Runs the command in the repository.
    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        let (home, repo) = (self.home(), self.repo());
        self.bare([&["--home", text(&home), "--cwd", text(&repo)], arguments].concat().as_slice())
    }

    /// Runs the command with these arguments alone.
    pub(crate) fn bare(&self, arguments: &[&str]) -> Said {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let environment = ["PATH", "HOME"].map(|name| (OsString::from(name), std::env::var_os(name).unwrap_or_default()));
        let mut world = World { screen: self.screen, environment: Some(environment.into()), ..World::new(&mut out, &mut err) };
        if let Some(script) = &self.script {
            world.run = Some(Arc::new(Scripted::in_order(script.clone())));
        }
        let code = snell_cli::run(std::iter::once("snell").chain(arguments.iter().copied()).map(OsString::from), &mut world);
        Said { code, out: self.shown(out), err: self.shown(err) }
    }

    /// The words, without the machine's own paths.
    fn shown(&self, bytes: Vec<u8>) -> String {
        String::from_utf8(bytes).unwrap().replace(text(&self.home()), "$HOME")
    }
}

impl Said {
    /// The document that was printed.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A process that exited with this code and wrote this to stdout.
pub(crate) fn exited(code: i32, stdout: &str) -> Completion {
    Completion { stdout: stdout.into(), duration: Duration::from_millis(12), ..Completion::of(End::Exited(code)) }
}

/// A process that exited with this code and wrote this to stderr.
pub(crate) fn complained(code: i32, stderr: &str) -> Completion {
    Completion { stderr: stderr.into(), duration: Duration::from_micros(3140), ..Completion::of(End::Exited(code)) }
}
