//! A handle that ends a run early, from another thread or from a signal handler.

use std::fmt;
use std::io::{PipeReader, PipeWriter, Write, pipe};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Cancels runs. Clones are the same handle; once set it stays set.
///
/// A run that is cancelled ends its hooks as at a deadline (SIGTERM, 200 ms, SIGKILL) and reports [`snell_core::End::Cancelled`] for
/// them, and for those that had not begun.
#[derive(Clone, Default)]
pub struct Cancel(Option<Arc<Shared>>);

struct Shared {
    set: AtomicBool,
    /// A byte in this pipe means "set" too. Nobody ever reads it, so it stays visible to every run. `None` where the process is out of
    /// descriptors: runs then look at `set` now and then.
    bell: Option<(PipeReader, PipeWriter)>,
}

impl Cancel {
    /// A handle that nothing sets: it costs nothing.
    pub fn never() -> Self {
        Cancel(None)
    }

    /// A handle that can be set.
    pub fn new() -> Self {
        Cancel(Some(Arc::new(Shared { set: AtomicBool::new(false), bell: pipe().ok() })))
    }

    /// Cancels. It stores a flag and writes one byte, so that it may be called in a signal handler.
    pub fn set(&self) {
        let Some(shared) = &self.0 else { return };
        if !shared.set.swap(true, Ordering::SeqCst)
            && let Some((_, writer)) = &shared.bell
        {
            let _ = (&*writer).write(b"!");
        }
    }

    /// Whether it was set.
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|shared| shared.set.load(Ordering::SeqCst) || shared.hear())
    }

    /// Whether nothing can ever set it.
    pub(crate) fn is_never(&self) -> bool {
        self.0.is_none()
    }

    /// Whether [`set`](Self::set) was called: what a poll loop asks, which hears the bell itself.
    pub(crate) fn was_set(&self) -> bool {
        self.0.as_ref().is_some_and(|shared| shared.set.load(Ordering::SeqCst))
    }

    /// Where a byte written cancels: for libraries that turn a signal into a byte. `None` for [`Cancel::never`] and where the process was
    /// out of descriptors.
    pub fn bell(&self) -> Option<BorrowedFd<'_>> {
        self.0.as_ref()?.bell.as_ref().map(|(_, writer)| writer.as_fd())
    }

    /// What a poll loop waits on.
    pub(crate) fn ear(&self) -> Option<BorrowedFd<'_>> {
        self.0.as_ref()?.bell.as_ref().map(|(reader, _)| reader.as_fd())
    }

    /// Whether it can be set without a poll loop being woken.
    pub(crate) fn is_silent(&self) -> bool {
        self.0.is_some() && self.ear().is_none()
    }
}

impl Shared {
    fn hear(&self) -> bool {
        let Some((reader, _)) = &self.bell else { return false };
        let mut ear = [PollFd::new(reader, PollFlags::IN)];
        let heard = poll(&mut ear, Some(&Timespec::default())).is_ok_and(|ready| ready > 0);
        if heard {
            self.set.store(true, Ordering::SeqCst);
        }
        heard
    }
}

impl fmt::Debug for Cancel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Cancel").field(&self.is_set()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clone_hears_of_it() {
        let cancel = Cancel::new();
        let clone = cancel.clone();
        assert!(!clone.is_set());
        cancel.set();
        assert!(clone.is_set() && cancel.is_set());
    }

    #[test]
    fn a_byte_in_the_bell_cancels() {
        let cancel = Cancel::new();
        rustix::io::write(cancel.bell().expect("descriptors are left"), b"x").expect("a pipe takes a byte");
        assert!(cancel.is_set());
    }

    #[test]
    fn never_stays_unset() {
        let cancel = Cancel::never();
        cancel.set();
        assert!(!cancel.is_set() && cancel.bell().is_none());
    }
}
