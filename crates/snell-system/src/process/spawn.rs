//! Starts one process. Whether it can be tried again later is the only thing a caller needs to know of a failure.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write, pipe};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use snell_core::environment::Variables;

use super::stream::{Feed, unblock};
use super::{program, refusal};

/// POSIX promises that a fresh pipe takes so much at once.
const TAKEN_AT_ONCE: usize = 4096;

/// A script that was just written may still be open in a process that is about to execute something else; that passes in a moment.
const BUSY_ATTEMPTS: u32 = 5;
const BUSY_PAUSE: Duration = Duration::from_millis(4);

/// A process to be started: the parts of `Action::Run`, borrowed.
#[derive(Clone, Copy)]
pub(crate) struct Order<'a> {
    /// An absolute path, or a bare word.
    pub program: &'a OsStr,
    /// Its arguments.
    pub args: &'a [OsString],
    /// Where it starts.
    pub directory: &'a Path,
    /// Its whole environment.
    pub env: &'a Variables,
    /// What it reads.
    pub stdin: &'a [u8],
    /// How long it may take.
    pub timeout: Duration,
}

/// Why nothing was started, for a person.
pub(crate) enum NoStart {
    /// There are not enough descriptors, processes or memory just now.
    Scarce(String),
    /// It cannot be started.
    Never(String),
}

/// A process that runs, with what is still to be written to it.
pub(super) struct Started<'a> {
    pub(super) child: Child,
    pub(super) feed: Option<Feed<'a>>,
}

/// Starts a process in a group of its own.
pub(super) fn spawn<'a>(order: &Order<'a>) -> Result<Started<'a>, NoStart> {
    let program = program::find(order.program, order.directory, order.env).map_err(NoStart::Never)?;
    let mut attempts = 1;
    loop {
        match attempt(&program, order) {
            Ok(started) => return Ok(started),
            Err(error) if is(&error, Errno::TXTBSY) && attempts < BUSY_ATTEMPTS => {
                attempts += 1;
                thread::sleep(BUSY_PAUSE);
            }
            Err(error) if is_scarcity(&error) => return Err(NoStart::Scarce(scarcity(&error))),
            Err(error) => return Err(NoStart::Never(refusal::reason(&program, order.directory, &error))),
        }
    }
}

fn attempt<'a>(program: &Path, order: &Order<'a>) -> io::Result<Started<'a>> {
    let (stdin, feed) = stdin(order.stdin)?;
    let mut command = Command::new(program);
    if !order.program.as_bytes().contains(&b'/') {
        command.arg0(order.program);
    }
    command
        .args(order.args)
        .current_dir(order.directory)
        .env_clear()
        .envs(order.env.iter())
        .process_group(0)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    Ok(Started { child: command.spawn()?, feed })
}

/// The hook's stdin with as much of the payload in it as fits, and the rest. A usual payload is all in the pipe before the hook exists.
fn stdin(payload: &[u8]) -> io::Result<(Stdio, Option<Feed<'_>>)> {
    let (reader, mut writer) = pipe()?;
    if payload.len() <= TAKEN_AT_ONCE {
        writer.write_all(payload)?;
        return Ok((reader.into(), None));
    }
    unblock(&writer)?;
    let mut feed = Feed::new(writer, payload);
    let done = feed.push();
    Ok((reader.into(), (!done).then_some(feed)))
}

fn is(error: &io::Error, errno: Errno) -> bool {
    Errno::from_io_error(error) == Some(errno)
}

fn is_scarcity(error: &io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::MFILE | Errno::NFILE | Errno::AGAIN | Errno::NOMEM))
}

fn scarcity(error: &io::Error) -> String {
    let what = match Errno::from_io_error(error) {
        Some(Errno::MFILE) => "this process may open no more files (`ulimit -n` shows its limit)",
        Some(Errno::NFILE) => "this system may open no more files",
        Some(Errno::AGAIN) => "no more processes may be started (`ulimit -u` shows the limit)",
        _ => "this system is out of memory",
    };
    format!("it could not be started in time: {what}")
}
