//! A real terminal: tmux, driven by keys and read by lines. Without tmux there is none, and who asks for it says so and goes on.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

pub(crate) struct Terminal {
    socket: String,
}

impl Terminal {
    /// A terminal of 110 columns and 30 lines in which a shell runs this, and stays when it is done.
    pub(crate) fn run(script: &str, directory: &Path, home: &Path) -> Option<Terminal> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        if Command::new("tmux").arg("-V").output().is_err() {
            eprintln!("skipped: tmux is not installed, so there is no terminal to drive");
            return None;
        }
        let socket = format!("snell-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let terminal = Terminal { socket };
        let home = format!("HOME={}", home.display());
        let script = format!("{script}; echo EXIT $?; exec cat");
        let session =
            ["new-session", "-d", "-x", "110", "-y", "30", "env", "-u", "NO_COLOR", "-u", "XDG_STATE_HOME", &home, "sh", "-c", &script];
        let mut tmux = terminal.tmux();
        let output = tmux.args(["-f", "/dev/null"]).args(session).current_dir(directory).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(terminal)
    }

    fn tmux(&self) -> Command {
        let mut tmux = Command::new("tmux");
        tmux.args(["-L", &self.socket]).env("LC_ALL", "C.UTF-8").env_remove("TMUX");
        tmux
    }

    fn call(&self, arguments: &[&str]) -> Output {
        self.tmux().args(arguments).output().unwrap()
    }

    /// Presses keys, by tmux's names for them.
    pub(crate) fn press(&self, keys: &[&str]) {
        for key in keys {
            assert!(self.call(&["send-keys", key]).status.success());
        }
    }

    /// The screen as it is.
    pub(crate) fn screen(&self) -> String {
        String::from_utf8_lossy(&self.call(&["capture-pane", "-p"]).stdout).into_owned()
    }

    /// Waits until the screen shows all of this.
    #[track_caller]
    pub(crate) fn shows(&self, texts: &[&str]) -> String {
        let mut screen = String::new();
        for _ in 0..1200 {
            screen = self.screen();
            if texts.iter().all(|text| screen.contains(text)) {
                return screen;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("{texts:?} is not on the screen:\n{screen}");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.call(&["kill-server"]);
    }
}
