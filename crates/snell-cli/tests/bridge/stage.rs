//! A home, a repository, and the command.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

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

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).expect("JSON")
    }

    /// `snell bridge …` in the repository; its exit code, stdout and stderr.
    pub(crate) fn bridge(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_snell"));
        command.arg("bridge").args(arguments).current_dir(self.path("repo")).stdin(Stdio::null());
        command.env_clear().env("HOME", self.path("home")).env("PATH", format!("{}:/usr/bin:/bin", self.path("bin").display()));
        let output = command.output().expect("the command starts");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
    }

    /// A program on the PATH.
    pub(crate) fn program(&self, name: &str, script: &str) {
        let name = format!("bin/{name}");
        self.write(&name, &format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(self.path(&name), fs::Permissions::from_mode(0o755)).expect("a file of ours");
    }

    #[track_caller]
    pub(crate) fn does(&self, arguments: &[&str]) -> String {
        let (code, out, err) = self.bridge(arguments);
        assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}: {out}");
        out
    }
}

/// Every agent that a bridge can be installed into, with its native file of each scope below `home` and `repo`.
pub(crate) const AGENTS: [(&str, &str, &str); 7] = [
    ("claude", "home/.claude/settings.json", "repo/.claude/settings.json"),
    ("codex", "home/.codex/hooks.json", "repo/.codex/hooks.json"),
    ("gemini", "home/.gemini/settings.json", "repo/.gemini/settings.json"),
    ("qwen", "home/.qwen/settings.json", "repo/.qwen/settings.json"),
    ("copilot", "home/.copilot/hooks/snell.json", "repo/.github/hooks/snell.json"),
    ("droid", "home/.factory/hooks.json", "repo/.factory/hooks.json"),
    ("cursor", "home/.cursor/hooks.json", "repo/.cursor/hooks.json"),
];

/// What checks a document against its published schema.
pub(crate) fn schema(name: &str) -> jsonschema::Validator {
    let output = Command::new(env!("CARGO_BIN_EXE_snell")).args(["schema", name]).output().expect("the command starts");
    jsonschema::validator_for(&serde_json::from_slice(&output.stdout).expect("JSON")).expect("a schema")
}
