//! Ends what hooks started outside their process groups (`setsid`, daemons), for a process that is a command of its own.
//!
//! On Linux such a process becomes the parent of every orphan below it and can end them after a run. This is for the whole process and
//! ends *every* child that it did not have before, so a library inside a host with children of its own must not use it: there such a
//! process is told of ([`snell_core::Completion::leaked`]) but lives on. No run may be under way in another thread.

use std::io;
use std::sync::Arc;

/// Permission to sweep: this process adopts orphans.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Children that this process had before: they are not ours to end.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    spared: Arc<[i32]>,
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeSet;
    use std::fs;
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, waitid};

    /// A sweep takes no longer, even where something keeps starting processes faster than they can be ended.
    const LONGEST: Duration = Duration::from_secs(2);
    const PAUSE: Duration = Duration::from_millis(1);

    /// A child as `/proc` shows it.
    pub(super) struct Child {
        pub(super) pid: i32,
        dead: bool,
    }

    /// Ends all children but the spared ones, and those that they leave in turn. Gives how many were alive.
    pub(super) fn end_all(spared: &[i32]) -> usize {
        let give_up_at = Instant::now() + LONGEST;
        let mut ended = BTreeSet::new();
        while has_children() {
            let orphans: Vec<Child> = children().into_iter().filter(|child| !spared.contains(&child.pid)).collect();
            if orphans.is_empty() || Instant::now() > give_up_at {
                break;
            }
            // All are killed before any is reaped, so that fewer are left to start new ones.
            for orphan in orphans.iter().filter(|orphan| !orphan.dead) {
                ended.insert(orphan.pid);
                Pid::from_raw(orphan.pid).map(|pid| kill_process(pid, Signal::KILL));
            }
            if !reap(&orphans) {
                thread::sleep(PAUSE);
            }
        }
        ended.len()
    }

    /// Whether any was dead already.
    fn reap(orphans: &[Child]) -> bool {
        let reaped = |orphan: &Child| {
            Pid::from_raw(orphan.pid)
                .is_some_and(|pid| matches!(waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG), Ok(Some(_))))
        };
        orphans.iter().filter(|orphan| reaped(orphan)).count() > 0
    }

    /// The cheap question first: usually nothing is left.
    pub(super) fn has_children() -> bool {
        waitid(WaitId::All, WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT).is_ok()
    }

    pub(super) fn children() -> Vec<Child> {
        let own = getpid().as_raw_pid();
        let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
        let pids = processes.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        pids.filter_map(|pid| child_of(own, pid)).collect()
    }

    /// Reads `pid (name) state parent …`; the name may hold anything, parentheses too.
    fn child_of(parent: i32, pid: i32) -> Option<Child> {
        let line = fs::read(format!("/proc/{pid}/stat")).ok()?;
        let name_end = line.iter().rposition(|byte| *byte == b')')?;
        let rest = std::str::from_utf8(&line[name_end + 1..]).ok()?;
        let mut fields = rest.split_ascii_whitespace();
        let state = fields.next()?;
        let is_child = fields.next()?.parse() == Ok(parent);
        is_child.then(|| Child { pid, dead: state == "Z" || state == "X" })
    }
}

#[cfg(target_os = "linux")]
impl Sweep {
    /// From now on every orphan below this process becomes its child. Children that it has already are spared for ever.
    pub fn become_subreaper() -> io::Result<Sweep> {
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        // A command seldom has children of before, and to look through all processes costs more than all else that it does.
        let before = if linux::has_children() { linux::children() } else { Vec::new() };
        Ok(Sweep { spared: before.iter().map(|child| child.pid).collect() })
    }

    /// Kills and reaps every orphan, and the orphans that those leave, for at most two seconds. Gives how many were alive.
    pub fn orphans(&self) -> usize {
        linux::end_all(&self.spared)
    }
}

#[cfg(not(target_os = "linux"))]
impl Sweep {
    /// Not possible on this system: only Linux lets a process adopt orphans.
    pub fn become_subreaper() -> io::Result<Sweep> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "only Linux lets a process adopt orphans"))
    }

    /// Ends nothing.
    pub fn orphans(&self) -> usize {
        0
    }
}
