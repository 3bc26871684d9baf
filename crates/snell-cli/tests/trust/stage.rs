//! A home, a repository with hooks, and the command.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// A directory with a `home` and a git work tree `repo`.
pub(crate) struct Stage {
    directory: tempfile::TempDir,
}

impl Stage {
    pub(crate) fn new() -> Self {
        let stage = Stage { directory: tempfile::tempdir().expect("a temporary directory") };
        for directory in ["home", "repo/.git"] {
            fs::create_dir_all(stage.path(directory)).expect("a directory");
        }
        stage
    }

    /// With one hook: before every tool call `sh ./hooks/guard.sh`, which denies.
    pub(crate) fn guarded() -> Self {
        let stage = Stage::new();
        stage.hook("repo/.rightnow/hooks/safety.json", "PreToolUse", &json!({ "type": "command", "command": "sh ./hooks/guard.sh" }));
        stage.write("repo/hooks/guard.sh", DENY);
        stage
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        // A temporary directory may be reached through a link.
        fs::canonicalize(self.directory.path()).expect("it exists").join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file is in a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a text file")
    }

    pub(crate) fn mode(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(mode)).expect("permissions");
    }

    pub(crate) fn link(&self, name: &str, target: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a link is in a directory")).expect("a directory");
        let _ = fs::remove_file(&path);
        std::os::unix::fs::symlink(target, path).expect("a link");
    }

    /// A hooks file with one handler.
    pub(crate) fn hook(&self, name: &str, event: &str, handler: &Value) {
        self.write(name, &json!({ "hooks": { event: [{ "hooks": [handler] }] } }).to_string());
    }

    /// A hooks file with one command.
    pub(crate) fn command(&self, name: &str, command: &str) {
        self.hook(name, "PreToolUse", &json!({ "type": "command", "command": command }));
    }

    /// The command in the repository, without a terminal.
    pub(crate) fn snell(&self, arguments: &[&str]) -> Said {
        self.snell_in("repo", arguments)
    }

    pub(crate) fn snell_in(&self, directory: &str, arguments: &[&str]) -> Said {
        run(self.process(directory, arguments))
    }

    pub(crate) fn process(&self, directory: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_snell"));
        command.args(arguments).current_dir(self.path(directory)).stdin(Stdio::null());
        command.env_clear().env("HOME", self.path("home")).env("PATH", "/usr/local/bin:/usr/bin:/bin");
        command
    }

    /// Approves what is there now, as a script would.
    pub(crate) fn approve(&self) {
        self.approve_in("repo");
    }

    pub(crate) fn approve_in(&self, directory: &str) {
        let digest = self.review_in(directory)["digest"].as_str().expect("a digest").to_owned();
        let said = self.snell_in(directory, &["trust", "--yes", "--pin", &digest]);
        assert_eq!(said.code, 0, "{said:?}");
    }

    pub(crate) fn review(&self) -> Value {
        self.review_in("repo")
    }

    pub(crate) fn review_in(&self, directory: &str) -> Value {
        let said = self.snell_in(directory, &["trust", "--show", "--json"]);
        assert_eq!(said.code, 0, "{said:?}");
        said.json()
    }

    /// The state of the whole project.
    pub(crate) fn state(&self) -> String {
        self.state_in("repo")
    }

    pub(crate) fn state_in(&self, directory: &str) -> String {
        self.review_in(directory)["state"].as_str().expect("a state").to_owned()
    }

    /// What becomes of the first hook before a call of a tool: `ran`, or why it was skipped.
    pub(crate) fn fire(&self) -> String {
        self.fire_in("repo")
    }

    pub(crate) fn fire_in(&self, directory: &str) -> String {
        self.fired(directory).into_iter().next().expect("a hook").1
    }

    /// What becomes of every hook before a call of a tool, by its name.
    pub(crate) fn fired(&self, directory: &str) -> Vec<(String, String)> {
        let said = self.snell_in(directory, FIRE);
        let report = said.json();
        let hooks = report["hooks"].as_array().expect("hooks").iter();
        let fate = |hook: &Value| hook["why"].as_str().or(hook["state"].as_str()).expect("a state").to_owned();
        hooks.map(|hook| (hook["name"].as_str().expect("a name").to_owned(), fate(hook))).collect()
    }
}

pub(crate) const FIRE: &[&str] = &["fire", "pre-tool-use", "--tool", "Bash", "--input", "{\"command\":\"ls\"}", "--json"];
pub(crate) const DENY: &str = "echo '{\"decision\":\"deny\",\"reason\":\"never\"}'\n";
pub(crate) const ALLOW: &str = "exit 0\n";

/// What the command said.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

pub(crate) fn run(mut command: Command) -> Said {
    let output = command.output().expect("the command starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Said { code: output.status.code().expect("no signal"), out: text(output.stdout), err: text(output.stderr) }
}

/// Starts the command; nobody reads what it says.
pub(crate) fn quiet(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts")
}

/// git, with nobody's configuration.
pub(crate) fn git(directory: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=main"]);
    let done = command.args(arguments).current_dir(directory).env("HOME", "/nonexistent").env("GIT_CONFIG_NOSYSTEM", "1").output();
    let done = done.expect("git is there");
    assert!(done.status.success(), "{done:?}");
}
