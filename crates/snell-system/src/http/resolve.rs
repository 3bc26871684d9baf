//! Looking up a host's addresses, in bounded time.
//!
//! The system's resolver (`getaddrinfo`) knows no deadline and cannot be interrupted. It runs on a thread of its own that is left behind
//! when the deadline comes first, and there are never more than a few of those.

use std::io;
use std::net::{IpAddr, ToSocketAddrs};
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};
use std::thread;

use super::fault::{Deadline, Fault};

/// The most look-ups that run at once; further ones wait, under their own deadline.
const MOST_AT_ONCE: usize = 16;

/// Finds the addresses of a name. May block for as long as it likes.
pub trait Resolve: Send + Sync {
    /// Every address of `name`.
    fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// The platform's own resolver.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        Ok((name, 0).to_socket_addrs()?.map(|address| address.ip()).collect())
    }
}

/// Runs a resolver under deadlines.
pub(super) struct LookUps {
    resolver: Arc<dyn Resolve>,
    slots: Arc<Slots>,
}

impl LookUps {
    pub(super) fn new(resolver: Arc<dyn Resolve>) -> Self {
        LookUps { resolver, slots: Arc::new(Slots { free: Mutex::new(MOST_AT_ONCE), freed: Condvar::new() }) }
    }

    /// Every address of `name`. A failure is a failure: a name that cannot be resolved is not asked.
    pub(super) fn look_up(&self, name: &str, deadline: Deadline) -> Result<Vec<IpAddr>, Fault> {
        let slot = self.slots.take(deadline)?;
        let (sender, receiver) = mpsc::sync_channel(1);
        let (resolver, name) = (Arc::clone(&self.resolver), name.to_owned());
        let work = move || {
            let answer = resolver.resolve(&name);
            drop(slot);
            // Nobody listens any more when the deadline came first.
            let _ = sender.send(answer);
        };
        let thread = thread::Builder::new().name("snell-resolve".to_owned()).spawn(work);
        thread.map_err(|error| Fault::of_io("the host cannot be looked up", &error))?;
        match receiver.recv_timeout(deadline.left()?) {
            Ok(Ok(addresses)) if addresses.is_empty() => Err(Fault::Transport("the host has no address".to_owned())),
            Ok(Ok(addresses)) => Ok(addresses),
            Ok(Err(error)) => Err(Fault::of_io("the host cannot be resolved", &error)),
            Err(mpsc::RecvTimeoutError::Timeout) => Err(Fault::TimedOut),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(Fault::Transport("the look-up of the host broke off".to_owned())),
        }
    }
}

struct Slots {
    free: Mutex<usize>,
    freed: Condvar,
}

impl Slots {
    fn take(self: &Arc<Self>, deadline: Deadline) -> Result<Slot, Fault> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            free = self.freed.wait_timeout(free, deadline.left()?).unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        Ok(Slot(Arc::clone(self)))
    }
}

/// One running look-up; given back when it is dropped, also by a resolver that panics.
struct Slot(Arc<Slots>);

impl Drop for Slot {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}
