//! Connections that wait for their next request.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use super::connection::Connection;
use super::guard::{Host, Target};

/// The most connections that wait at once, to all hosts together.
const MOST_IDLE: usize = 16;

/// Waiting connections, the longest-waiting first.
#[derive(Default)]
pub(super) struct Pool(Mutex<Vec<Idle>>);

struct Idle {
    host: Host,
    port: u16,
    connection: Connection,
    rests: Rest,
}

impl Pool {
    /// A connection to `target`'s host and port on which nothing happened since its last answer.
    pub(super) fn take(&self, target: &Target) -> Option<Connection> {
        loop {
            let mut connection = self.take_any(target)?;
            if connection.is_quiet() {
                return Some(connection);
            }
        }
    }

    fn take_any(&self, target: &Target) -> Option<Connection> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let over: Vec<Idle> = waiting.extract_if(.., |idle| idle.rests.is_over()).collect();
        let found = waiting.iter().rposition(|idle| idle.host == target.host && idle.port == target.port);
        let found = found.map(|at| waiting.remove(at).connection);
        drop((waiting, over));
        found
    }

    /// Keeps a connection for `idle`.
    pub(super) fn keep(&self, target: &Target, connection: Connection, idle: Duration) {
        let rests = Rest { since: Instant::now(), since_by_the_clock: SystemTime::now(), at_most: idle };
        let idle = Idle { host: target.host.clone(), port: target.port, connection, rests };
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let surplus = if waiting.len() >= MOST_IDLE { Some(waiting.remove(0)) } else { None };
        waiting.push(idle);
        drop((waiting, surplus));
    }
}

/// How long a connection waits. The wall clock is asked too, since the other one stands still while the machine sleeps, and a connection
/// that everybody else has forgotten would swallow a request until its deadline.
struct Rest {
    since: Instant,
    since_by_the_clock: SystemTime,
    at_most: Duration,
}

impl Rest {
    fn is_over(&self) -> bool {
        let by_the_clock = self.since_by_the_clock.elapsed();
        self.since.elapsed() >= self.at_most || by_the_clock.is_err() || by_the_clock.is_ok_and(|rested| rested >= self.at_most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rest_is_over_when_either_clock_says_so_or_one_was_set_back() {
        let long = Duration::from_secs(31);
        let (since, since_by_the_clock) = (Instant::now(), SystemTime::now());
        let over = |since, since_by_the_clock| Rest { since, since_by_the_clock, at_most: Duration::from_secs(30) }.is_over();
        assert!(!over(since, since_by_the_clock));
        assert!(over(since.checked_sub(long).unwrap(), since_by_the_clock));
        assert!(over(since, since_by_the_clock - long));
        assert!(over(since, since_by_the_clock + long));
    }
}
