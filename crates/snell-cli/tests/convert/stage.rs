//! A home, a repository, and the command.

use std::fs;
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

    /// `snell …` in the repository; its exit code, stdout and stderr.
    pub(crate) fn snell(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_snell"));
        command.args(arguments).current_dir(self.path("repo")).stdin(Stdio::null());
        command.env_clear().env("HOME", self.path("home")).env("PATH", "/usr/bin:/bin");
        let output = command.output().expect("the command starts");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
    }

    /// The exit code and the document of a conversion.
    pub(crate) fn converts(&self, from: &str, to: &str, more: &[&str]) -> (i32, Value) {
        let (code, out, err) = self.snell(&[&["convert", "--from", from, "--to", to, "--json"], more].concat());
        (code, serde_json::from_str(&out).unwrap_or_else(|_| panic!("no JSON: {out}{err}")))
    }
}

/// A hook of Claude Code's in a settings file.
pub(crate) fn claude(event: &str, matcher: Option<&str>, handler: &str) -> String {
    let matcher = matcher.map_or_else(String::new, |matcher| format!("\"matcher\":{matcher:?},"));
    format!(r#"{{"hooks":{{"{event}":[{{{matcher}"hooks":[{{"type":"command",{handler}}}]}}]}}}}"#)
}

/// `code grade`, of every loss of every hook.
pub(crate) fn losses(document: &Value) -> Vec<String> {
    let hooks = document["hooks"].as_array().expect("hooks").iter();
    let losses = hooks.flat_map(|hook| hook["losses"].as_array().expect("losses"));
    losses.map(|loss| format!("{} {}", loss["code"].as_str().expect("a code"), loss["grade"].as_str().expect("a grade"))).collect()
}

/// The file as its agent reads it: without comments.
pub(crate) fn file(document: &Value) -> Value {
    let text = document["text"].as_str().expect("a text");
    let plain: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    serde_json::from_str(&plain.join("\n")).unwrap_or_else(|error| panic!("{error}: {text}"))
}
