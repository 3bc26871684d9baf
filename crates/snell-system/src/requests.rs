//! Requests, each sent by a thread of a small pool, while the poll loop runs the processes. The loop never waits for a thread: whoever
//! overruns is reported as timed out and left to end by itself.

use std::collections::VecDeque;
use std::io::{PipeReader, PipeWriter, Read, Write, pipe};
use std::os::fd::{AsFd, BorrowedFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use snell_core::{Completion, End};

use crate::run::Post;

/// So many requests of one event are under way at once.
const THREADS: usize = 8;
/// A request that is so much over its deadline is given up: it hangs where no deadline reaches.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often news are looked for where there is no bell.
const SLICE: Duration = Duration::from_millis(10);

/// A request to be sent.
pub(crate) struct Job {
    pub index: usize,
    pub url: String,
    pub body: Arc<[u8]>,
    pub timeout: Duration,
}

impl Job {
    /// Sends it and waits for its answer, on this thread.
    pub(crate) fn sent(&self, post: &dyn Post) -> Completion {
        let answer = catch_unwind(AssertUnwindSafe(|| post.post(&self.url, &self.body, self.timeout)));
        answer.unwrap_or_else(|_| Completion::of(End::Transport("the request broke off inside this program".to_owned())))
    }
}

/// What happened to a request.
pub(crate) enum News {
    Started(usize),
    Finished(usize, Completion),
}

/// The requests of one event.
pub(crate) struct Requests {
    post: Arc<dyn Post>,
    shared: Arc<Shared>,
    inbox: Receiver<News>,
    outbox: Sender<News>,
    open: Vec<Flight>,
}

/// A request without an answer yet.
struct Flight {
    index: usize,
    timeout: Duration,
    /// Set when it starts.
    given_up_at: Option<Instant>,
}

struct Shared {
    queue: Mutex<VecDeque<Job>>,
    /// Both ends live as long as any thread does, so that ringing late is no broken pipe. `None` where no descriptor was left.
    bell: Option<(PipeReader, PipeWriter)>,
    rung: AtomicBool,
}

impl Requests {
    /// Sends them all, a few at once.
    pub(crate) fn begin(post: &Arc<dyn Post>, jobs: Vec<Job>) -> Self {
        let open = jobs.iter().map(|job| Flight { index: job.index, timeout: job.timeout, given_up_at: None }).collect();
        let threads = jobs.len().min(THREADS);
        let (outbox, inbox) = channel();
        let shared = Shared { queue: Mutex::new(jobs.into()), bell: pipe().ok(), rung: AtomicBool::new(false) };
        let requests = Requests { post: Arc::clone(post), shared: Arc::new(shared), inbox, outbox, open };
        let started = (0..threads).filter(|_| requests.start_thread()).count();
        if started == 0 {
            requests.refuse_all();
        }
        requests
    }

    fn start_thread(&self) -> bool {
        let (post, shared, outbox) = (Arc::clone(&self.post), Arc::clone(&self.shared), self.outbox.clone());
        thread::Builder::new().name("snell-post".to_owned()).spawn(move || work(&*post, &shared, &outbox)).is_ok()
    }

    fn refuse_all(&self) {
        for job in self.shared.queue().drain(..) {
            let why = "no thread could be started to send it (`ulimit -u` shows the limit)".to_owned();
            let _ = self.outbox.send(News::Finished(job.index, Completion::of(End::NotStarted(why))));
        }
        self.shared.ring();
    }

    /// What to wait on for news.
    pub(crate) fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.shared.bell.as_ref().map(|(reader, _)| reader.as_fd())
    }

    /// When news must be looked for, bell or not.
    pub(crate) fn next_look(&self, now: Instant) -> Option<Instant> {
        let given_up = self.open.iter().filter_map(|flight| flight.given_up_at).min();
        if self.shared.bell.is_none() { Some(given_up.map_or(now + SLICE, |at| at.min(now + SLICE))) } else { given_up }
    }

    /// What happened since.
    pub(crate) fn news(&mut self, now: Instant) -> Vec<News> {
        self.shared.hush();
        let mut news = Vec::new();
        while let Ok(item) = self.inbox.try_recv() {
            if self.note(&item, now) {
                news.push(item);
            }
        }
        self.give_up(now, &mut news);
        news
    }

    /// Whether it concerns a request that is still open.
    fn note(&mut self, item: &News, now: Instant) -> bool {
        let (News::Started(index) | News::Finished(index, _)) = item;
        let Some(at) = self.open.iter().position(|flight| flight.index == *index) else { return false };
        match item {
            News::Started(_) => self.open[at].given_up_at = now.checked_add(self.open[at].timeout.saturating_add(PATIENCE)),
            News::Finished(..) => drop(self.open.swap_remove(at)),
        }
        true
    }

    fn give_up(&mut self, now: Instant, news: &mut Vec<News>) {
        let overdue = |flight: &mut Flight| flight.given_up_at.is_some_and(|at| now >= at);
        let given_up: Vec<Flight> = self.open.extract_if(.., overdue).collect();
        for flight in given_up {
            let completion = Completion { duration: flight.timeout + PATIENCE, ..Completion::of(End::TimedOut) };
            news.push(News::Finished(flight.index, completion));
            // Its thread hangs; the requests behind it get another.
            if !self.shared.queue().is_empty() && !self.start_thread() {
                self.refuse_all();
            }
        }
    }

    /// Whether every request has an end.
    pub(crate) fn is_over(&self) -> bool {
        self.open.is_empty()
    }

    /// Lets go of all that have no end yet, and tells which those are.
    pub(crate) fn abandon(self) -> Vec<usize> {
        self.open.iter().map(|flight| flight.index).collect()
    }
}

impl Drop for Requests {
    /// What was not begun never will be.
    fn drop(&mut self) {
        self.shared.queue().clear();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, VecDeque<Job>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Job> {
        self.queue().pop_front()
    }

    /// At most one byte is in the pipe, so that ringing never blocks.
    fn ring(&self) {
        if let Some((_, writer)) = &self.bell
            && !self.rung.swap(true, Ordering::SeqCst)
        {
            let _ = (&*writer).write(b"!");
        }
    }

    /// To be called before the news are taken: whoever rings later is heard later.
    fn hush(&self) {
        if let Some((reader, _)) = &self.bell
            && self.rung.load(Ordering::SeqCst)
        {
            let _ = (&*reader).read(&mut [0]);
            self.rung.store(false, Ordering::SeqCst);
        }
    }
}

/// The life of a thread: one request after the other until there are no more.
fn work(post: &dyn Post, shared: &Shared, outbox: &Sender<News>) {
    while let Some(job) = shared.next() {
        let _ = outbox.send(News::Started(job.index));
        shared.ring();
        let _ = outbox.send(News::Finished(job.index, job.sent(post)));
        shared.ring();
    }
}
