//! A home and a repository, and the binary run in them.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Duration;

use tempfile::TempDir;

pub(crate) struct Place(TempDir);

impl Place {
    /// A repository whose only hook, of this event, runs this command.
    pub(crate) fn with_hook(event: &str, command: &str) -> Self {
        let place = Place(tempfile::tempdir().unwrap());
        fs::create_dir_all(place.repo().join(".git")).unwrap();
        fs::create_dir_all(place.repo().join(".rightnow/hooks")).unwrap();
        let handler = serde_json::json!({ "type": "command", "command": command, "timeout": 60, "id": "hook" });
        let hooks = serde_json::json!({ "hooks": { event: [{ "hooks": [handler] }] } });
        fs::write(place.repo().join(".rightnow/hooks/a.json"), hooks.to_string()).unwrap();
        place
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.0.path().to_owned()
    }

    pub(crate) fn repo(&self) -> PathBuf {
        self.0.path().join("repo")
    }

    /// The command, ready to be run in the repository.
    pub(crate) fn snell(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_snell"));
        command.args(arguments).current_dir(self.repo()).env("HOME", self.0.path());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI", "XDG_STATE_HOME", "SNELL_JOURNAL"] {
            command.env_remove(name);
        }
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.snell(arguments).output().unwrap()
    }

    /// Waits until a hook has written this file, and gives what it wrote.
    pub(crate) fn wait_for(&self, file: &str) -> String {
        for _ in 0..6000 {
            if let Ok(text) = fs::read_to_string(self.repo().join(file))
                && text.ends_with('\n')
            {
                return text.trim().to_owned();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("no hook wrote `{file}`");
    }
}

/// Whether a process is there and no zombie.
pub(crate) fn is_alive(pid: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().unwrap().stdout;
    let state = String::from_utf8(state).unwrap();
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

/// Waits until a process has ended.
#[track_caller]
pub(crate) fn wait_for_the_end_of(pid: &str) {
    for _ in 0..3000 {
        if !is_alive(pid) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("process {pid} goes on and on");
}
