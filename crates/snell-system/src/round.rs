//! All hooks of one event in one poll loop: who starts when, what is waited for, and where each completion goes.
//!
//! The loop costs little beside the processes themselves: no thread and no descriptor for a hook beyond its pipes, one shared buffer, and a
//! poll list of at most four entries for each hook in the window.

use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use snell_core::{Action, Completion, End, Invocation};

use crate::cancel::Cancel;
use crate::process::{Buffer, NoStart, Order, Part, Running, bury_the_unreaped};
use crate::requests::{Job, News, Requests};
use crate::run::Watch;
use crate::runner::Runner;
use crate::scarcity::Scarcity;

/// How often a cancellation is looked for that cannot wake the loop.
const LOOK_FOR_CANCEL: Duration = Duration::from_millis(20);

/// The hooks of one event on their way from invocation to completion.
pub(crate) struct Round<'a> {
    window: usize,
    watch: &'a dyn Watch,
    cancel: &'a Cancel,
    until: Option<Instant>,
    /// Nothing more is begun, and what runs is ended like this.
    closed: Option<End>,
    waiting: VecDeque<(usize, Order<'a>)>,
    running: Vec<Running<'a>>,
    requests: Option<Requests>,
    results: Vec<Option<Completion>>,
    scarcity: Scarcity,
    ready: Vec<(Listener, PollFlags)>,
    buffer: Buffer,
}

/// What a descriptor in the poll list stands for.
#[derive(Clone, Copy)]
enum Listener {
    Hook(usize, Part),
    Cancel,
    Requests,
}

impl<'a> Round<'a> {
    /// Lines the invocations up; requests are on their way from now on.
    pub(crate) fn begin(runner: &'a Runner, invocations: &'a [Invocation], watch: &'a dyn Watch, cancel: &'a Cancel) -> Self {
        bury_the_unreaped();
        let mut round = Round {
            window: runner.window.max(1),
            watch,
            cancel,
            until: runner.until,
            closed: None,
            waiting: VecDeque::new(),
            running: Vec::new(),
            requests: None,
            results: vec![None; invocations.len()],
            scarcity: Scarcity::default(),
            ready: Vec::new(),
            buffer: Buffer::new(),
        };
        let mut jobs = Vec::new();
        for (index, invocation) in invocations.iter().enumerate() {
            match &invocation.action {
                Action::Run { program, args, directory, env, stdin } => {
                    let order = Order { program, args, directory, env, stdin, timeout: invocation.timeout };
                    round.waiting.push_back((index, order));
                }
                Action::Post { url, body } => {
                    let left = runner.until.map_or(Duration::MAX, |until| until.saturating_duration_since(Instant::now()));
                    jobs.push(Job { index, url: url.clone(), body: body.clone(), timeout: invocation.timeout.min(left) });
                }
            }
        }
        round.close_if_due(cancel.is_set());
        round.send(runner, jobs);
        round
    }

    fn send(&mut self, runner: &Runner, jobs: Vec<Job>) {
        if jobs.is_empty() {
            return;
        }
        let end = match &runner.post {
            _ if self.closed.is_some() => self.closed.clone().unwrap_or(End::Cancelled),
            None => End::NotStarted("https hooks are not available here".to_owned()),
            Some(post) if self.may_block() && jobs.len() == 1 => {
                self.watch.started(jobs[0].index);
                self.finish(jobs[0].index, jobs[0].sent(&**post));
                return;
            }
            Some(post) => {
                self.requests = Some(Requests::begin(post, jobs));
                return;
            }
        };
        for job in jobs {
            self.finish(job.index, Completion::of(end.clone()));
        }
    }

    /// Whether this thread may wait for a request itself, which is three times as quick as having another do so: no process needs it
    /// meanwhile, and nothing can cancel.
    fn may_block(&self) -> bool {
        self.waiting.is_empty() && self.cancel.is_never()
    }

    /// Turns until every hook has ended.
    pub(crate) fn turn(mut self) -> Vec<Completion> {
        loop {
            self.start_what_fits();
            if self.is_over() {
                break;
            }
            self.wait();
            self.close_if_due(self.cancel.was_set());
            self.advance();
        }
        let lost = || Completion::of(End::NotStarted("it was never started".to_owned()));
        self.results.drain(..).map(|result| result.unwrap_or_else(lost)).collect()
    }

    fn is_over(&self) -> bool {
        self.waiting.is_empty() && self.running.is_empty() && self.requests.is_none()
    }

    fn start_what_fits(&mut self) {
        if self.scarcity.retry().is_some_and(|retry| Instant::now() < retry) {
            return;
        }
        while self.running.len() < self.window {
            let Some((index, order)) = self.waiting.front().copied() else { return };
            match Running::start(index, &order) {
                Ok(running) => {
                    self.waiting.pop_front();
                    self.scarcity.end();
                    self.watch.started(index);
                    self.running.push(running);
                }
                Err(NoStart::Scarce(_)) if self.scarcity.may_wait(self.running.is_empty(), order.timeout) => return,
                Err(NoStart::Scarce(why) | NoStart::Never(why)) => {
                    self.waiting.pop_front();
                    self.finish(index, Completion::of(End::NotStarted(why)));
                }
            }
        }
    }

    fn wait(&mut self) {
        let now = Instant::now();
        let pause = self.next_look(now).map(|due| due.saturating_duration_since(now));
        self.ready.clear();
        let mut polls = Vec::with_capacity(self.running.len() * 3 + 2);
        let mut listen = |listener, poll| {
            self.ready.push((listener, PollFlags::empty()));
            polls.push(poll);
        };
        for (at, running) in self.running.iter().enumerate() {
            running.descriptors(|part, poll| listen(Listener::Hook(at, part), poll));
        }
        if let Some(ear) = self.cancel.ear().filter(|_| self.closed.is_none()) {
            listen(Listener::Cancel, PollFd::from_borrowed_fd(ear, PollFlags::IN));
        }
        if let Some(bell) = self.requests.as_ref().and_then(Requests::descriptor) {
            listen(Listener::Requests, PollFd::from_borrowed_fd(bell, PollFlags::IN));
        }
        poll_all(&mut polls, pause);
        for ((_, ready), poll) in self.ready.iter_mut().zip(&polls) {
            *ready = poll.revents();
        }
        drop(polls);
        self.hear();
    }

    fn hear(&mut self) {
        for at in 0..self.ready.len() {
            let (listener, flags) = self.ready[at];
            match listener {
                _ if flags.is_empty() => {}
                Listener::Hook(at, part) => self.running[at].ready(part, flags.contains(PollFlags::HUP), &mut self.buffer),
                Listener::Cancel => self.close_if_due(true),
                // Its news are taken with the next look, rung for or not.
                Listener::Requests => {}
            }
        }
    }

    fn next_look(&self, now: Instant) -> Option<Instant> {
        let hooks = self.running.iter().map(|running| running.next_look(now)).min();
        let requests = self.requests.as_ref().and_then(|requests| requests.next_look(now));
        let retry = self.scarcity.retry().filter(|_| !self.waiting.is_empty());
        let cancel = (self.cancel.is_silent() && self.closed.is_none()).then(|| now + LOOK_FOR_CANCEL);
        let until = self.until.filter(|_| self.closed.is_none());
        [hooks, requests, retry, cancel, until].into_iter().flatten().min()
    }

    fn advance(&mut self) {
        let now = Instant::now();
        let mut at = 0;
        while at < self.running.len() {
            match self.running[at].advance(now) {
                Some(completion) => {
                    let running = self.running.swap_remove(at);
                    self.finish(running.index, completion);
                    self.scarcity.ease(now);
                }
                None => at += 1,
            }
        }
        self.take_news(now);
    }

    fn take_news(&mut self, now: Instant) {
        let Some(requests) = &mut self.requests else { return };
        let news = requests.news(now);
        if requests.is_over() {
            self.requests = None;
        }
        for item in news {
            match item {
                News::Started(index) => self.watch.started(index),
                News::Finished(index, completion) => self.finish(index, completion),
            }
        }
    }

    fn close_if_due(&mut self, is_cancelled: bool) {
        if is_cancelled {
            self.close(&End::Cancelled);
        } else if self.until.is_some_and(|until| Instant::now() >= until) {
            self.close(&End::TimedOut);
        }
    }

    /// Ends everything, once.
    fn close(&mut self, end: &End) {
        if self.closed.is_some() {
            return;
        }
        self.closed = Some(end.clone());
        let now = Instant::now();
        for running in &mut self.running {
            running.end(end.clone(), now);
        }
        let waiting = std::mem::take(&mut self.waiting).into_iter().map(|(index, _)| index);
        let sent = self.requests.take().map(Requests::abandon).unwrap_or_default();
        for index in waiting.chain(sent) {
            self.finish(index, Completion::of(end.clone()));
        }
    }

    fn finish(&mut self, index: usize, completion: Completion) {
        self.watch.finished(index, &completion);
        self.results[index] = Some(completion);
    }
}

/// Waits. When waiting itself fails, nothing is ready and the next turn comes a little later.
fn poll_all(polls: &mut [PollFd<'_>], pause: Option<Duration>) {
    let pause = pause.and_then(|pause| Timespec::try_from(pause).ok());
    match poll(polls, pause.as_ref()) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(_) => thread::sleep(Duration::from_millis(5)),
    }
}
