//! What came back from running one hook, before anybody asks what it means.

use std::time::Duration;

/// The most of a hook's stdout or stderr, or of a response body, that is kept (N6.11, N9.4). The rest is drained and counted as overflow.
pub const OUTPUT_CAP: usize = 1024 * 1024;

/// SIGTTIN and SIGTTOU: what a process is stopped by when it asks the terminal while another has it.
pub const WANTED_TERMINAL: [i32; 2] = [21, 22];

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The process exited with this code.
    Exited(i32),
    /// The process died by this signal, which we did not send; or was stopped by it for want of the terminal, and could not have gone on.
    Signalled(i32),
    /// We ended it at its deadline; what it had written is not a verdict.
    TimedOut,
    /// We ended it because the whole event was cancelled; what it had written is not a verdict.
    Cancelled,
    /// The process never ran; the text says why (a missing program, no execute bit, out of descriptors).
    NotStarted(String),
    /// We would not run it (an address that is not allowed); the text says why.
    Refused(String),
    /// The server answered with this status.
    Answered(u16),
    /// The request failed on its way (name look-up, connection, TLS, an oversized header).
    Transport(String),
}

/// Bytes that a hook wrote, up to [`OUTPUT_CAP`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// What was kept: a prefix when `overflowed`.
    pub bytes: Vec<u8>,
    /// More came than is kept.
    pub overflowed: bool,
}

impl From<&str> for Captured {
    fn from(text: &str) -> Self {
        Captured { bytes: text.as_bytes().to_vec(), overflowed: false }
    }
}

/// One finished run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// How it ended.
    pub end: End,
    /// A process's stdout, or a response's body.
    pub stdout: Captured,
    /// A process's stderr; empty for a request.
    pub stderr: Captured,
    /// From its start to its end.
    pub duration: Duration,
    /// A process it started outlived it and held its output open.
    pub leaked: bool,
}

impl Completion {
    /// A run that ended with nothing written.
    pub fn of(end: End) -> Self {
        Completion { end, stdout: Captured::default(), stderr: Captured::default(), duration: Duration::ZERO, leaked: false }
    }
}
