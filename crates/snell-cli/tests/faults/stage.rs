//! A home and a repository in it, the user's hooks, and the command with a guard around it.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct Stage(TempDir);

/// What a call of the command came to.
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Stage {
    pub(crate) fn new() -> Self {
        let stage = Stage(tempfile::tempdir().unwrap());
        fs::create_dir_all(stage.path("repo/.git")).unwrap();
        stage
    }

    /// The user's hooks before a tool call.
    pub(crate) fn with(handlers: &[Value]) -> Self {
        let stage = Stage::new();
        stage.hooks("ok.json", handlers);
        stage
    }

    /// One hook that runs this command, with a minute's time.
    pub(crate) fn running(command: &str) -> Self {
        Stage::with(&[handler(command, 60.0)])
    }

    /// One of the user's files of hooks.
    pub(crate) fn hooks(&self, file: &str, handlers: &[Value]) {
        self.write(&format!(".rightnow/hooks/{file}"), json!({"hooks": {"PreToolUse": [{"hooks": handlers}]}}).to_string());
    }

    /// A path below the home directory; the repository is `repo`.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// A file with its execute bit.
    pub(crate) fn program(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.write(name, text);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// Whoever runs the command may look into the home directory.
    pub(crate) fn open_to_everybody(&self) {
        fs::set_permissions(self.path(""), fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The command in the repository, with a small environment.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_snell"));
        self.surround(command.args(arguments));
        command
    }

    /// `sh -c TEXT` in its place; `$SNELL` is the command.
    pub(crate) fn shell(&self, text: &str) -> Command {
        let mut command = Command::new("sh");
        self.surround(command.args(["-c", text])).env("SNELL", env!("CARGO_BIN_EXE_snell"));
        command
    }

    fn surround<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        let path = "/usr/local/bin:/usr/bin:/bin";
        command.current_dir(self.path("repo")).env_clear().env("HOME", self.path("")).env("PATH", path).stdin(Stdio::null())
    }

    pub(crate) fn snell(&self, arguments: &[&str]) -> Said {
        finish(self.command(arguments), b"")
    }

    /// Fires a tool call at the user's hooks, and gives the document.
    #[track_caller]
    pub(crate) fn fire(&self) -> Value {
        self.snell(&["fire", "pre-tool-use", "--tool", "Bash", "--dialect", "rightnow", "--json"]).document()
    }

    #[track_caller]
    pub(crate) fn explain(&self) -> Value {
        self.snell(&["explain", "pre-tool-use", "--tool", "Bash", "--dialect", "rightnow", "--json"]).document()
    }
}

/// Runs a command with this on stdin. Whatever happens, it comes back, and it does not panic.
#[track_caller]
pub(crate) fn finish(mut command: Command, stdin: &[u8]) -> Said {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut feed = child.stdin.take().unwrap();
    let id = child.id();
    thread::scope(|threads| {
        // Whoever is not interested need not read.
        threads.spawn(move || drop(feed.write_all(stdin)));
        let waiting = threads.spawn(move || child.wait_with_output().unwrap());
        let give_up_at = Instant::now() + PATIENCE;
        while !waiting.is_finished() {
            if Instant::now() > give_up_at {
                Command::new("kill").args(["-9", &id.to_string()]).status().unwrap();
                panic!("the command does not come back");
            }
            thread::sleep(Duration::from_millis(2));
        }
        Said::of(&waiting.join().unwrap())
    })
}

impl Said {
    #[track_caller]
    fn of(output: &Output) -> Said {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let said = Said { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) };
        assert!(!said.err.contains("panicked"), "{}", said.err);
        assert!((0..=3).contains(&said.code), "it ended with {:?}: {}", output.status, said.err);
        said
    }

    #[track_caller]
    pub(crate) fn document(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }
}

pub(crate) fn handler(command: &str, timeout: f64) -> Value {
    json!({"type": "command", "command": command, "timeout": timeout})
}

/// A program without a shell, by its path (E3.1).
pub(crate) fn direct(program: &Path) -> Value {
    json!({"type": "command", "command": program, "args": [], "timeout": 60})
}

/// The codes of a list of findings.
pub(crate) fn codes(found: &Value) -> Vec<&str> {
    found.as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect()
}

/// What became of each hook: the kind of its failure, or its decision, or nothing.
pub(crate) fn fates(document: &Value) -> Vec<String> {
    let fate = |hook: &Value| {
        let words = [&hook["failure"]["kind"], &hook["verdict"]["decision"]].into_iter().find_map(|word| word.as_str().map(str::to_owned));
        words.unwrap_or_default()
    };
    document["hooks"].as_array().unwrap().iter().map(fate).collect()
}

/// A hook that writes down the most memory that the command took so far, in KiB, into `peak`; after this much else of shell.
pub(crate) fn measuring(first: &str) -> Value {
    handler(&format!("{first} sed -n 's/^VmHWM:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/$PPID/status > \"$HOME/peak\""), 60.0)
}

impl Stage {
    /// What a [`measuring`] hook found, in KiB.
    #[track_caller]
    pub(crate) fn peak(&self) -> usize {
        self.read("peak").trim().parse().unwrap()
    }
}

/// Whether a process is there and no zombie.
pub(crate) fn is_alive(pid: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", pid.trim()]).output().unwrap().stdout;
    let state = String::from_utf8(state).unwrap();
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}
