//! One hook while it runs: its pipes, its leader, its deadline, and the few states between start and end.

use std::process::{ChildStderr, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::process::Signal;
use snell_core::{Completion, End};

use super::leader::Leader;
use super::spawn::{NoStart, Order, spawn};
use super::stream::{Buffer, Feed, Stream};

/// After its leader's end a hook may be heard for so long: what is in the pipes, and what a child in the background still says.
const DRAIN: Duration = Duration::from_millis(200);
/// Between SIGTERM and SIGKILL.
const GRACE: Duration = Duration::from_millis(200);
/// After SIGKILL, a process that still has not died (it sits in the kernel) is left alone.
const PATIENCE: Duration = Duration::from_millis(500);
/// A hook that has not closed its outputs by then gets an alarm for its leader's end. Most have.
const ALARM_AFTER: Duration = Duration::from_millis(20);
/// How often a hook that takes long is asked whether it stopped for want of the terminal: nothing tells of that by itself.
const STOP: Duration = Duration::from_millis(200);
/// How often a leader without an alarm is looked at.
const SLICE: Duration = Duration::from_millis(10);
/// The deadline of a timeout that is too long to add to a clock.
const FAR: Duration = Duration::from_secs(366 * 24 * 3600);

/// What of a hook a poll loop can wait for.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    Stdin,
    Stdout,
    Stderr,
    Alarm,
}

/// A hook that was started and has not ended.
pub(crate) struct Running<'a> {
    /// Its place among the invocations.
    pub index: usize,
    leader: Leader,
    feed: Option<Feed<'a>>,
    stdout: Stream<ChildStdout>,
    stderr: Stream<ChildStderr>,
    started: Instant,
    deadline: Instant,
    /// When to ask next whether it stopped for want of the terminal.
    ask: Instant,
    /// Its alarm rang since the last look.
    alarmed: bool,
    phase: Phase,
}

enum Phase {
    /// Until the deadline.
    Running,
    /// The leader ended like this, then; what is in the pipes is still heard.
    Draining(End, Instant),
    /// It was told to stop, and has until then.
    Ending(End, Instant),
    /// It was killed, and is waited for until then.
    Killed(End, Instant),
}

impl<'a> Running<'a> {
    /// Starts it.
    pub(crate) fn start(index: usize, order: &Order<'a>) -> Result<Self, NoStart> {
        let begun = Instant::now();
        let mut start = spawn(order)?;
        Ok(Running {
            index,
            stdout: Stream::new(start.child.stdout.take()),
            stderr: Stream::new(start.child.stderr.take()),
            leader: Leader::new(start.child),
            feed: start.feed,
            started: begun,
            deadline: begun.checked_add(order.timeout).unwrap_or_else(|| begun + FAR),
            ask: begun + STOP,
            alarmed: false,
            phase: Phase::Running,
        })
    }

    /// Calls `wait_for` with each descriptor to wait on.
    pub(crate) fn descriptors<'b>(&'b self, mut wait_for: impl FnMut(Part, PollFd<'b>)) {
        let feed = self.feed.as_ref().map(|feed| (Part::Stdin, feed.descriptor(), PollFlags::OUT));
        let stdout = self.stdout.descriptor().map(|fd| (Part::Stdout, fd, PollFlags::IN));
        let stderr = self.stderr.descriptor().map(|fd| (Part::Stderr, fd, PollFlags::IN));
        let alarm = self.alarm_matters().then(|| self.leader.descriptor()).flatten().map(|fd| (Part::Alarm, fd, PollFlags::IN));
        for (part, descriptor, flags) in [feed, stdout, stderr, alarm].into_iter().flatten() {
            wait_for(part, PollFd::from_borrowed_fd(descriptor, flags));
        }
    }

    /// Once the leader is known to have ended, its alarm would only ring on and on.
    fn alarm_matters(&self) -> bool {
        match self.phase {
            Phase::Running | Phase::Killed(..) => true,
            Phase::Draining(..) | Phase::Ending(..) => false,
        }
    }

    /// One of its descriptors is ready, or has nobody at its other end any more.
    pub(crate) fn ready(&mut self, part: Part, hung_up: bool, buffer: &mut Buffer) {
        match part {
            Part::Stdin => {
                if self.feed.as_mut().is_none_or(Feed::push) {
                    self.feed = None;
                }
            }
            Part::Stdout => self.stdout.pull(hung_up, buffer),
            Part::Stderr => self.stderr.pull(hung_up, buffer),
            Part::Alarm => self.alarmed = true,
        }
    }

    /// When [`advance`](Self::advance) must be called again, whatever the descriptors say.
    pub(crate) fn next_look(&self, now: Instant) -> Instant {
        let due = match self.phase {
            Phase::Running if self.leader.is_armed() => self.deadline.min(self.ask),
            Phase::Running => self.deadline.min(self.started + ALARM_AFTER),
            Phase::Draining(_, since) => since + DRAIN,
            Phase::Ending(_, until) | Phase::Killed(_, until) => until,
        };
        if self.alarm_matters() && self.leader.is_looked_for() { due.min(now + SLICE) } else { due }
    }

    /// Tells it to stop, because of the deadline, a cancellation, or because it never would go on.
    pub(crate) fn end(&mut self, end: End, now: Instant) {
        if matches!(self.phase, Phase::Running) {
            self.feed = None;
            self.leader.signal(Signal::TERM);
            // A stopped process hears SIGTERM only once it goes on.
            self.leader.signal(Signal::CONT);
            self.phase = Phase::Ending(end, now + GRACE);
        }
    }

    /// Takes it as far as it can go now. Its completion once it has ended; it must then be dropped.
    pub(crate) fn advance(&mut self, now: Instant) -> Option<Completion> {
        match &mut self.phase {
            Phase::Running => self.advance_running(now),
            Phase::Draining(end, since) => {
                let (end, since) = (end.clone(), *since);
                (self.is_silent() || now >= since + DRAIN).then(|| self.finish(end, since))
            }
            Phase::Ending(end, until) => {
                if now >= *until {
                    let end = end.clone();
                    self.leader.signal(Signal::KILL);
                    self.leader.arm();
                    self.phase = Phase::Killed(end, now + PATIENCE);
                }
                None
            }
            Phase::Killed(end, until) => {
                let (end, until) = (end.clone(), *until);
                self.advance_killed(end, until, now)
            }
        }
    }

    fn advance_running(&mut self, now: Instant) -> Option<Completion> {
        let late = now >= self.deadline;
        if let Some(end) = self.look(late) {
            self.feed = None;
            if self.is_silent() {
                return Some(self.finish(end, now));
            }
            self.phase = Phase::Draining(end, now);
        } else if late {
            self.end(End::TimedOut, now);
        } else if let Some(signal) = self.wants_terminal(now) {
            self.end(End::Signalled(signal), now);
        } else if self.is_silent() || now >= self.started + ALARM_AFTER {
            self.leader.arm();
        }
        None
    }

    /// How the leader ended, where there is a reason to look.
    fn look(&mut self, late: bool) -> Option<End> {
        let closed = self.is_silent() && !self.leader.is_armed();
        if !(std::mem::take(&mut self.alarmed) || late || closed || self.leader.is_looked_for()) {
            return None;
        }
        let ended = self.leader.ended();
        if closed { ended.or_else(|| self.leader.ends_now()) } else { ended }
    }

    /// The signal that stopped it when it asked the terminal. Whatever else stops a process may also let it go on: that is waited for.
    fn wants_terminal(&mut self, now: Instant) -> Option<i32> {
        if now < self.ask {
            return None;
        }
        self.ask = now + STOP;
        self.leader.wants_terminal()
    }

    fn advance_killed(&mut self, end: End, until: Instant, now: Instant) -> Option<Completion> {
        if self.leader.ended().is_some() {
            if self.is_silent() {
                return Some(self.finish(end, now));
            }
            self.phase = Phase::Draining(end, now);
            return None;
        }
        (now >= until).then(|| self.completion(end, now))
    }

    /// Both its outputs are closed.
    fn is_silent(&self) -> bool {
        self.stdout.is_closed() && self.stderr.is_closed()
    }

    fn finish(&mut self, end: End, ended: Instant) -> Completion {
        self.leader.bury();
        self.completion(end, ended)
    }

    fn completion(&mut self, end: End, ended: Instant) -> Completion {
        let leaked = !self.is_silent();
        Completion { end, stdout: self.stdout.finish(), stderr: self.stderr.finish(), duration: ended - self.started, leaked }
    }
}
