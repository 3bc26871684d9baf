//! Sends one hook's request and brings back how it ended.

use std::sync::Arc;
use std::time::{Duration, Instant};

use snell_core::completion::{Captured, Completion, End};

use super::connection::Connection;
use super::dial::{Dial, Dialling, SystemDialler};
use super::fault::{Deadline, Fault};
use super::guard::{Target, check_url};
use super::pool::Pool;
use super::reply::Answer;
use super::request;
use super::resolve::{LookUps, Resolve, SystemResolver};
use super::tls::{Roots, Tls};
use crate::run::Post;

/// What a client is made with.
#[derive(Clone)]
pub struct Options {
    /// Certificate authorities beside the platform's.
    pub roots: Roots,
    /// Who looks names up.
    pub resolver: Arc<dyn Resolve>,
    /// Who opens connections.
    pub dialler: Arc<dyn Dial>,
}

impl Default for Options {
    fn default() -> Self {
        Options { roots: Roots::default(), resolver: Arc::new(SystemResolver), dialler: Arc::new(SystemDialler) }
    }
}

/// A client for HTTPS hooks: one for all of a session's, from any number of threads. Making one costs nothing; see [`super`] for what it
/// promises.
pub struct Https {
    dialling: Dialling,
    tls: Tls,
    pool: Pool,
}

impl Https {
    /// A client that has not connected to anything yet.
    pub fn new(options: Options) -> Self {
        let dialling = Dialling { look_ups: LookUps::new(options.resolver), dialler: options.dialler };
        Https { dialling, tls: Tls::new(options.roots), pool: Pool::default() }
    }

    /// Sends `body` to `url`, which is expanded already, and reads the answer. Returns when `timeout` has passed, whatever the network does.
    ///
    /// The completion is [`End::Answered`] with the body in `stdout`, [`End::Refused`] when nothing was sent because it must not be,
    /// [`End::TimedOut`], or [`End::Transport`]. No text in it shows any part of the url (N9.6).
    pub fn post(&self, url: &str, body: &[u8], timeout: Duration) -> Completion {
        let start = Instant::now();
        let answer = self.send(url, body, Deadline::after(start, timeout));
        let (end, stdout) = match answer {
            Ok(answer) => (End::Answered(answer.status), answer.body),
            Err(fault) => (fault.into(), Captured::default()),
        };
        Completion { stdout, duration: start.elapsed(), ..Completion::of(end) }
    }

    fn send(&self, url: &str, body: &[u8], deadline: Deadline) -> Result<Answer, Fault> {
        let target = check_url(url).map_err(Fault::Refused)?;
        let request = request::post(&target, body);
        // A POST is not repeated once any of it may have arrived. A kept connection that breaks before that is the only one tried again.
        if let Some(mut kept) = self.pool.take(&target) {
            let answer = kept.exchange(&request, deadline);
            if answer.is_ok() || kept.has_sent() {
                return self.finish(&target, kept, answer);
            }
        }
        let mut fresh = self.connect(&target, deadline)?;
        let answer = fresh.exchange(&request, deadline);
        self.finish(&target, fresh, answer)
    }

    fn connect(&self, target: &Target, deadline: Deadline) -> Result<Connection, Fault> {
        let tls = self.tls.client(target)?;
        let socket = self.dialling.connect(target, deadline)?;
        Connection::new(socket, tls).map_err(|error| Fault::of_io("the connection failed", &error))
    }

    fn finish(&self, target: &Target, connection: Connection, answer: Result<Answer, Fault>) -> Result<Answer, Fault> {
        if let Ok(Answer { idle: Some(idle), .. }) = &answer {
            self.pool.keep(target, connection, *idle);
        }
        answer
    }
}

impl Post for Https {
    fn post(&self, url: &str, body: &[u8], timeout: Duration) -> Completion {
        Https::post(self, url, body, timeout)
    }
}
