//! A home, a repository, a plugin's source, and the command.

#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::{Value, json};

/// A directory with a `home`, a git work tree `repo`, and a plugin's source `demo`.
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

    /// With the source of a plugin `demo` that has these hooks.
    pub(crate) fn with_hooks(hooks: &Value) -> Self {
        let stage = Stage::new();
        stage.source("1.0.0", hooks);
        stage
    }

    /// Writes the source of `demo`.
    pub(crate) fn source(&self, version: &str, hooks: &Value) {
        self.write("demo/plugin.json", &json!({"name": "demo", "version": version}).to_string());
        self.write("demo/hooks/hooks.json", &json!({ "hooks": hooks }).to_string());
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        // A temporary directory may be reached through a link.
        fs::canonicalize(self.directory.path()).expect("it exists").join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        self.write_bytes(name, text.as_bytes());
    }

    pub(crate) fn write_bytes(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file is in a directory")).expect("a directory");
        fs::write(path, bytes).expect("a file");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("`{name}`: {error}"))
    }

    /// The command in the stage's own directory, without a terminal.
    pub(crate) fn snell(&self, arguments: &[&str]) -> Said {
        said(self.process(arguments).output().expect("the command starts"))
    }

    /// The same, with something on stdin.
    pub(crate) fn snell_with(&self, input: &str, arguments: &[&str]) -> Said {
        let mut process = self.process(arguments);
        let mut child = process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it is read");
        said(child.wait_with_output().expect("it ends"))
    }

    pub(crate) fn process(&self, arguments: &[&str]) -> Command {
        self.through(Command::new(env!("CARGO_BIN_EXE_snell")), arguments)
    }

    /// A program that runs the command: what it is given is followed by the command's own arguments.
    pub(crate) fn through(&self, mut command: Command, arguments: &[&str]) -> Command {
        command.args(["--cwd"]).arg(self.path("repo")).args(arguments).current_dir(self.directory.path()).stdin(Stdio::null());
        command.env_clear().env("HOME", self.path("home")).env("PATH", "/usr/local/bin:/usr/bin:/bin");
        command
    }

    /// Packs the source and installs it.
    pub(crate) fn installed(&self) -> Value {
        assert_eq!(self.snell(&["plugin", "pack", "demo", "-o", "demo.tar.gz"]).code, 0);
        let said = self.snell(&["plugin", "install", "demo.tar.gz", "--yes", "--json"]);
        assert_eq!(said.code, 0, "{said:?}");
        said.json()
    }

    /// Every file below a directory, by its path.
    pub(crate) fn tree(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        walk(&self.path(name), &self.path(name), &mut files);
        files
    }

    /// Every name in a directory, hidden ones included.
    pub(crate) fn names(&self, name: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(name)).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

fn walk(root: &Path, directory: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(root, &path, files);
        } else {
            let below = path.strip_prefix(root).expect("it is below").to_string_lossy().into_owned();
            files.insert(below, fs::read(&path).expect("a file"));
        }
    }
}

/// A group with one command.
pub(crate) fn command(command: &str) -> Value {
    json!([{"hooks": [{"type": "command", "command": command}]}])
}

/// What the command said.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

pub(crate) fn said(output: Output) -> Said {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Said { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the command on a terminal of its own, and types once it asks. Also gives what the terminal itself showed.
pub(crate) fn on_a_terminal(stage: &Stage, arguments: &[&str], question: &str, typed: &str) -> (Said, String) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("it is ours");
    unlockpt(&terminal).expect("it is unlocked");
    let name = ptsname(&terminal, Vec::new()).expect("it has a name");
    let other_end = rustix::fs::open(&*name, rustix::fs::OFlags::RDWR | rustix::fs::OFlags::NOCTTY, rustix::fs::Mode::empty());
    let other_end: OwnedFd = other_end.expect("its other end");
    let mut process = stage.process(arguments);
    process.stdin(Stdio::from(other_end.as_fd().try_clone_to_owned().expect("a copy"))).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process.spawn().expect("it starts");
    let mut err = Vec::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    let mut byte = [0];
    while !err.ends_with(question.as_bytes()) && stderr.read(&mut byte).expect("it can be read") == 1 {
        err.push(byte[0]);
    }
    let mut keyboard = File::from(terminal.as_fd().try_clone_to_owned().expect("a copy"));
    keyboard.write_all(typed.as_bytes()).expect("it can be typed");
    stderr.read_to_end(&mut err).expect("it can be read");
    let output = child.wait_with_output().expect("it ends");
    let mut echoed = vec![0; 4096];
    rustix::io::ioctl_fionbio(&terminal, true).expect("it does not wait");
    let length = File::from(terminal).read(&mut echoed).unwrap_or(0);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let said = Said { code: output.status.code().expect("no signal"), out: text(output.stdout), err: text(err) };
    (said, String::from_utf8_lossy(&echoed[..length]).into_owned())
}
