//! A stage for hooks: it builds them, runs them, and looks at what they left behind.

#![allow(dead_code, unreachable_pub)]

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use snell_core::{Action, Completion, Invocation};
use snell_system::{Cancel, Run, Runner, clock};

/// Longer than anything here takes, however busy the machine is.
pub const LONG: Duration = Duration::from_secs(60);
/// For hooks that are to reach their deadline.
pub const SHORT: Duration = Duration::from_millis(300);

/// A directory of its own, and a mark that every process of its hooks carries in its environment.
pub struct Scene {
    pub directory: tempfile::TempDir,
    mark: String,
}

impl Scene {
    pub fn new() -> Self {
        Scene { directory: tempfile::tempdir().expect("a temporary directory"), mark: clock::fresh_id() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// A file with these permission bits.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>, mode: u32) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("permissions");
        path
    }

    /// `sh -c TEXT` in the scene's directory, with much time and nothing on stdin.
    pub fn hook(&self, text: &str) -> Invocation {
        self.program("sh", ["-c", text])
    }

    pub fn program<'a>(&self, program: impl AsRef<Path>, args: impl IntoIterator<Item = &'a str>) -> Invocation {
        let env = [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("SCENE", &self.mark)];
        let action = Action::Run {
            program: program.as_ref().into(),
            args: args.into_iter().map(OsString::from).collect(),
            directory: self.directory.path().to_path_buf(),
            env: env.map(|(name, value)| (name.into(), value.into())).into_iter().collect(),
            stdin: b""[..].into(),
        };
        Invocation { action, timeout: LONG }
    }

    /// Waits until no process of its hooks is alive.
    pub fn assert_nothing_is_left(&self) {
        let give_up_at = Instant::now() + Duration::from_secs(10);
        while !self.alive().is_empty() {
            assert!(Instant::now() < give_up_at, "processes are left: {:?}", self.alive());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The processes that carry the mark. The dead have no environment.
    pub fn alive(&self) -> Vec<i32> {
        let mark = format!("SCENE={}", self.mark);
        let carries = |pid: &i32| {
            fs::read(format!("/proc/{pid}/environ")).is_ok_and(|env| env.split(|byte| *byte == 0).any(|entry| entry == mark.as_bytes()))
        };
        let entries = fs::read_dir("/proc").expect("a /proc").flatten();
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(carries).collect()
    }

    /// Ends what got away on purpose.
    pub fn clear(&self) {
        for pid in self.alive() {
            let pid = rustix::process::Pid::from_raw(pid).expect("a process id");
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
        self.assert_nothing_is_left();
    }
}

/// An invocation, a little different.
pub trait But {
    fn within(self, timeout: Duration) -> Self;
    fn reading(self, payload: impl Into<Vec<u8>>) -> Self;
    fn starting_in(self, place: &Path) -> Self;
    fn with(self, name: &str, value: &str) -> Self;
}

impl But for Invocation {
    fn within(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    fn reading(mut self, payload: impl Into<Vec<u8>>) -> Self {
        if let Action::Run { stdin, .. } = &mut self.action {
            *stdin = payload.into().into();
        }
        self
    }

    fn starting_in(mut self, place: &Path) -> Self {
        if let Action::Run { directory, .. } = &mut self.action {
            *directory = place.to_path_buf();
        }
        self
    }

    fn with(mut self, name: &str, value: &str) -> Self {
        if let Action::Run { env, .. } = &mut self.action {
            env.set(name, value);
        }
        self
    }
}

pub fn run(invocation: Invocation) -> Completion {
    run_all(&[invocation]).remove(0)
}

pub fn run_all(invocations: &[Invocation]) -> Vec<Completion> {
    Runner::default().run(invocations, &(), &Cancel::never())
}

/// What it wrote, as text.
pub fn said(completion: &Completion) -> &str {
    std::str::from_utf8(&completion.stdout.bytes).expect("UTF-8")
}
