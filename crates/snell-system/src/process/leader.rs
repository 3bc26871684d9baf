//! The leader of a hook's process group: knowing that it has ended without burying it, ending its group, and then burying it.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::Child;
use std::sync::{Mutex, PoisonError};
use std::thread;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};
use snell_core::End;

/// So often a process that has closed its outputs is looked at before the alarm is set.
const MOMENT: u32 = 4;

/// A started process that leads its own group.
///
/// INVARIANT: its group is signalled only before it is reaped. Until then its number, and so the group's, belongs to nobody else.
pub(super) struct Leader {
    /// `None` once it is reaped.
    child: Option<Child>,
    pid: Pid,
    alarm: Alarm,
}

/// How its end is noticed.
enum Alarm {
    /// Not yet: most hooks close their outputs when they end, which tells as well and costs nothing.
    Unset,
    /// By a descriptor that becomes readable.
    Descriptor(OwnedFd),
    /// By looking now and then: no pidfd on this system, or no descriptor left.
    Slices,
}

impl Leader {
    /// Takes a child that was started in a group of its own.
    pub(super) fn new(child: Child) -> Self {
        let pid = Pid::from_child(&child);
        Leader { child: Some(child), pid, alarm: Alarm::Unset }
    }

    /// How it ended, if it has. It stays unreaped, however often this is asked.
    pub(super) fn ended(&self) -> Option<End> {
        match waitid(WaitId::Pid(self.pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT) {
            Ok(status) => status.map(|status| match (status.exit_status(), status.terminating_signal()) {
                (Some(code), _) => End::Exited(code),
                (None, signal) => End::Signalled(signal.unwrap_or_default()),
            }),
            // Somebody else took its status: a host that waits for every child, or one that was started with SIGCHLD ignored.
            Err(Errno::CHILD) => Some(End::NotStarted("it ran, but another part of this process took its exit status".to_owned())),
            Err(_) => None,
        }
    }

    /// The signal that stopped it because it asked the terminal: its group is never the one in the foreground, so that it would not go on.
    pub(super) fn wants_terminal(&self) -> Option<i32> {
        let look = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let stopped = waitid(WaitId::Pid(self.pid), look).ok()??.stopping_signal()?;
        [Signal::TTIN, Signal::TTOU].iter().any(|signal| signal.as_raw() == stopped).then_some(stopped)
    }

    /// How it ended, where it is about to: a process closes its outputs a moment before its end can be seen, and to wait for that moment
    /// costs less than to set the alarm.
    pub(super) fn ends_now(&self) -> Option<End> {
        (0..MOMENT).find_map(|_| {
            thread::yield_now();
            self.ended()
        })
    }

    /// Sets the alarm.
    pub(super) fn arm(&mut self) {
        if matches!(self.alarm, Alarm::Unset) {
            self.alarm = open_alarm(self.pid).map_or(Alarm::Slices, Alarm::Descriptor);
        }
    }

    pub(super) fn is_armed(&self) -> bool {
        !matches!(self.alarm, Alarm::Unset)
    }

    /// Its end must be looked for now and then.
    pub(super) fn is_looked_for(&self) -> bool {
        matches!(self.alarm, Alarm::Slices)
    }

    /// The alarm to wait on.
    pub(super) fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        match &self.alarm {
            Alarm::Descriptor(descriptor) => Some(descriptor.as_fd()),
            Alarm::Unset | Alarm::Slices => None,
        }
    }

    /// Sends a signal to its whole group, and to itself in case it has moved to another group.
    pub(super) fn signal(&self, signal: Signal) {
        if self.child.is_some() {
            let _ = kill_process_group(self.pid, signal);
            let _ = kill_process(self.pid, signal);
        }
    }

    /// Kills what is left of its group, then reaps it. To be called once it has ended.
    pub(super) fn bury(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        let _ = kill_process_group(self.pid, Signal::KILL);
        let _ = child.try_wait();
    }
}

impl Drop for Leader {
    /// Reached with a child only when it could not be killed in time, or when an observer panicked: it is ended now and reaped later.
    fn drop(&mut self) {
        self.signal(Signal::KILL);
        let Some(mut child) = self.child.take() else { return };
        if !matches!(child.try_wait(), Ok(Some(_))) {
            UNREAPED.lock().unwrap_or_else(PoisonError::into_inner).push(child);
        }
    }
}

/// Processes that were killed but had not died when their run had to return, for example inside a hanging file system.
static UNREAPED: Mutex<Vec<Child>> = Mutex::new(Vec::new());

/// Reaps those that have died since.
pub(crate) fn bury_the_unreaped() {
    let mut unreaped = UNREAPED.lock().unwrap_or_else(PoisonError::into_inner);
    if !unreaped.is_empty() {
        unreaped.retain_mut(|child| matches!(child.try_wait(), Ok(None)));
    }
}

#[cfg(target_os = "linux")]
fn open_alarm(pid: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn open_alarm(_pid: Pid) -> Option<OwnedFd> {
    None
}
