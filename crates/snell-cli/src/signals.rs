//! SIGHUP, SIGINT and SIGTERM while hooks run: they are ended first, and the exit code then says which signal it was. One that whoever
//! started the command had ignored, as `nohup` and the `&` of a script do, stays ignored.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, low_level};
use snell::system::Cancel;

/// Signals that came.
pub(crate) struct Signals {
    pub(crate) cancel: Cancel,
    received: Arc<AtomicUsize>,
}

impl Signals {
    /// From now on a signal cancels. Where that cannot be set up, a signal ends the process as ever.
    pub(crate) fn listen() -> Signals {
        let signals = Signals { cancel: Cancel::new(), received: Arc::default() };
        let ignored = ignored();
        for signal in [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0) {
            signals.catch(signal);
        }
        signals
    }

    fn catch(&self, signal: i32) {
        let Some(bell) = self.cancel.bell().and_then(|bell| bell.try_clone_to_owned().ok()) else { return };
        // The number is stored before the bell rings: handlers run in the order in which they were set.
        let number = usize::try_from(signal).unwrap_or_default();
        let Ok(noted) = flag::register_usize(signal, Arc::clone(&self.received), number) else { return };
        if low_level::pipe::register(signal, bell).is_err() {
            low_level::unregister(noted);
        }
    }

    /// The signal that came, if one did.
    pub(crate) fn received(&self) -> Option<u8> {
        u8::try_from(self.received.load(Ordering::SeqCst)).ok().filter(|signal| *signal != 0)
    }
}

/// The signals that are ignored, a bit each, where the system tells; nothing but `/proc` does without `unsafe`.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
