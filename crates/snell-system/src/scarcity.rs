//! The time in which the machine has no room for the next process: when to try again, and when to give up.

use std::time::{Duration, Instant};

/// How soon a start is tried again. Sooner when another hook ends.
const TRY_AGAIN: Duration = Duration::from_millis(10);

/// Whether descriptors, processes or memory are scarce just now.
#[derive(Default)]
pub(crate) struct Scarcity(Option<Lack>);

struct Lack {
    /// Since when, with nothing of ours running whose end could make room.
    since: Instant,
    retry: Instant,
}

impl Scarcity {
    /// When to try again; `None` where nothing is scarce.
    pub(crate) fn retry(&self) -> Option<Instant> {
        self.0.as_ref().map(|lack| lack.retry)
    }

    /// A start failed for want of room. Whether that hook goes on waiting: as long as others of ours are running, as it would for its place
    /// in the window; `alone`, until its own timeout.
    pub(crate) fn may_wait(&mut self, alone: bool, timeout: Duration) -> bool {
        let now = Instant::now();
        let since = self.0.as_ref().filter(|_| alone).map_or(now, |lack| lack.since);
        self.0 = Some(Lack { since, retry: now + TRY_AGAIN });
        now - since < timeout
    }

    /// A hook ended: there may be room again.
    pub(crate) fn ease(&mut self, now: Instant) {
        if let Some(lack) = &mut self.0 {
            lack.retry = now;
        }
    }

    /// A start succeeded.
    pub(crate) fn end(&mut self) {
        self.0 = None;
    }
}
