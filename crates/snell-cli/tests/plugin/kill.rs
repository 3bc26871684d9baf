//! The command, killed before each of its system calls that changes something.

use std::fs::File;
use std::process::Command;

use crate::stage::{Stage, said};

/// Calls that change something on the disk.
const CHANGES: [&str; 11] =
    ["mkdir", "mkdirat", "write", "fchmod", "fsync", "renameat2", "rename", "renameat", "unlink", "unlinkat", "rmdir"];
/// A call of the command that is to be killed.
#[derive(Clone, Copy)]
pub(crate) struct Doomed<'a> {
    pub(crate) stage: &'a Stage,
    pub(crate) arguments: &'a [&'a str],
    /// The file of the stage that comes on stdin.
    pub(crate) stdin: Option<&'a str>,
    /// A system call that fails instead.
    pub(crate) fails: Option<&'a str>,
}

impl Doomed<'_> {
    /// Runs the command once for each call that it makes, killed before that call; `before` makes ready, `after` looks at what is left and
    /// is told whether the command was killed.
    pub(crate) fn at_every_call(self, before: &dyn Fn(), after: &mut dyn FnMut(&str, bool)) {
        for call in CHANGES.into_iter().filter(|call| Some(*call) != self.fails) {
            for number in 1.. {
                before();
                let was_killed = self.killed(call, number);
                after(&format!("{call} {number}"), was_killed);
                if !was_killed {
                    break;
                }
            }
        }
    }

    /// Kills the command before it makes this call for the `number`th time; whether it came to that.
    fn killed(self, call: &str, number: usize) -> bool {
        let mut tracer = Command::new("strace");
        // A system does not have every call.
        tracer.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace=?{call},?renameat2"), "-e"]);
        tracer.arg(format!("inject=?{call}:signal=SIGKILL:when={number}"));
        if let Some(call) = self.fails {
            tracer.args(["-e", &format!("inject={call}:error=EINVAL")]);
        }
        tracer.arg(env!("CARGO_BIN_EXE_snell"));
        let mut tracer = self.stage.through(tracer, self.arguments);
        if let Some(name) = self.stdin {
            tracer.stdin(File::open(self.stage.path(name)).expect("it is there"));
        }
        let output = tracer.output().expect("strace starts");
        let code = output.status.code();
        assert!(matches!(code, None | Some(0 | 137)), "{call} {number}: {:?}", said(output));
        code != Some(0)
    }
}

/// Whether a process can be traced here at all; that it cannot is said.
pub(crate) fn can_trace(stage: &Stage) -> bool {
    let mut tracer = Command::new("strace");
    tracer.args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=openat", "-e", "inject=openat:signal=SIGKILL:when=1"]);
    tracer.arg(env!("CARGO_BIN_EXE_snell"));
    let can = stage.through(tracer, &["plugin", "list"]).output().is_ok_and(|output| output.status.code() != Some(0));
    if !can {
        eprintln!("SKIPPED: there is no strace here, or it may not trace, so nothing is killed half-way");
    }
    can
}
