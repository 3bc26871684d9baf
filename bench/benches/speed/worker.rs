//! The benchmark as a child of itself, where a measurement needs a process of its own.

use std::io::{BufRead, BufReader, Write, stdin, stdout};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::memory;

const ROLE: &str = "SNELL_BENCH_ROLE";

/// What this process is to be, where it is a worker.
pub(crate) fn role() -> Option<String> {
    std::env::var(ROLE).ok()
}

/// A worker answers each line with a number.
pub(crate) fn play(role: &str) {
    let (name, argument) = role.split_once(' ').unwrap_or((role, ""));
    let mut answer: Box<dyn FnMut() -> f64> = match name {
        "host" => Box::new(memory::as_host(argument.parse().unwrap_or(0))),
        "flooded" => Box::new(memory::as_flooded()),
        "holder" => Box::new(memory::as_holder(argument.parse().unwrap_or(0))),
        _ => panic!("no worker is called `{name}`"),
    };
    for _ in stdin().lines() {
        println!("{}", answer());
        let _ = stdout().flush();
    }
}

/// A worker that was started.
pub(crate) struct Worker {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Worker {
    pub(crate) fn start(role: &str) -> Worker {
        let program = std::env::current_exe().expect("the benchmark's own path");
        let mut child = Command::new(program).env(ROLE, role).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a worker");
        let to = child.stdin.take();
        let from = BufReader::new(child.stdout.take().expect("its answers"));
        Worker { child, to, from }
    }

    /// Has it measure once.
    pub(crate) fn ask(&mut self) -> f64 {
        writeln!(self.to.as_mut().expect("it listens"), "go").expect("it listens");
        let mut line = String::new();
        self.from.read_line(&mut line).expect("it answers");
        line.trim().parse().expect("a number")
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.to.take();
        let _ = self.child.wait();
    }
}
