//! How a request can end without an answer, and the one deadline it is under.

use std::io;
use std::time::{Duration, Instant};

use snell_core::completion::End;

use super::guard::Refusal;

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Nothing was sent, because it must not be.
    Refused(Refusal),
    /// The deadline came first.
    TimedOut,
    /// Something on the way; the text says what, and shows nothing of the url.
    Transport(String),
}

impl Fault {
    /// A failure of the network, in its own words without the number.
    pub(super) fn of_io(what: &str, error: &io::Error) -> Self {
        let text = error.to_string();
        let words = text.split(" (os error").next().unwrap_or(&text);
        Fault::Transport(format!("{what}: {}", words.to_lowercase()))
    }
}

impl From<Fault> for End {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Refused(refusal) => End::Refused(refusal.to_string()),
            Fault::TimedOut => End::TimedOut,
            Fault::Transport(why) => End::Transport(why),
        }
    }
}

/// The moment at which a request ends, from the look-up of its host to the last byte of its answer (N9.4).
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline(Instant);

impl Deadline {
    /// `timeout` after `start`; timeouts are at most a day (N2.4).
    pub(super) fn after(start: Instant, timeout: Duration) -> Self {
        Deadline(start + timeout.min(Duration::from_secs(24 * 60 * 60)))
    }

    /// What is left, never zero.
    pub(super) fn left(self) -> Result<Duration, Fault> {
        match self.0.saturating_duration_since(Instant::now()) {
            Duration::ZERO => Err(Fault::TimedOut),
            left => Ok(left),
        }
    }
}
