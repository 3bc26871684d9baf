//! Which hooks are still running, on a terminal, once the wait becomes noticeable.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use snell::core::{Completion, Hook};
use snell::{Observer, core::Place};

use crate::print::style::{DIM, NEWS, count, cut, paint, plain};

/// A shorter wait is not worth a word.
const NOTICEABLE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);
const FRAMES: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
/// To the line's beginning, and nothing after it.
const CLEAR: &str = "\r\x1b[2K";

type Running = Arc<Mutex<BTreeMap<(String, usize), Started>>>;

struct Started {
    at: Instant,
    timeout: Duration,
}

/// Is told what runs.
struct Eye(Running);

/// A line on stderr that comes after a while and goes when it is dropped.
pub(crate) struct Progress {
    running: Running,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts watching. `width` is the terminal's.
    pub(crate) fn start(width: usize) -> Progress {
        let running = Running::default();
        let (end, ended) = channel();
        let seen = Arc::clone(&running);
        let thread = thread::Builder::new().name("snell-progress".to_owned()).spawn(move || watch(&seen, &ended, width));
        Progress { running, end: Some(end), thread: thread.ok() }
    }

    /// Who is to be told what runs.
    pub(crate) fn observer(&self) -> Arc<dyn Observer> {
        Arc::new(Eye(Arc::clone(&self.running)))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Observer for Eye {
    fn started(&self, hook: &Hook) {
        lock(&self.0).insert(key(hook), Started { at: Instant::now(), timeout: hook.timeout });
    }

    fn finished(&self, hook: &Hook, _: &Completion) {
        lock(&self.0).remove(&key(hook));
    }
}

fn key(hook: &Hook) -> (String, usize) {
    let Place { span, .. } = &hook.place;
    (hook.name.clone(), span.start)
}

fn lock(running: &Running) -> MutexGuard<'_, BTreeMap<(String, usize), Started>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watch(running: &Running, ended: &Receiver<()>, width: usize) {
    let mut shown = false;
    for frame in FRAMES.iter().cycle() {
        if ended.recv_timeout(TICK) != Err(RecvTimeoutError::Timeout) {
            break;
        }
        let line = line(&lock(running), width);
        if let Some(line) = &line {
            say(&format!("{CLEAR}{} {line}", paint(NEWS, frame)));
        } else if shown {
            say(CLEAR);
        }
        shown = line.is_some();
    }
    if shown {
        say(CLEAR);
    }
}

/// The hook that has run longest, and how many run beside it.
fn line(running: &BTreeMap<(String, usize), Started>, width: usize) -> Option<String> {
    let ((name, _), oldest) = running.iter().min_by_key(|(_, started)| started.at)?;
    let waited = oldest.at.elapsed();
    if waited < NOTICEABLE {
        return None;
    }
    let beside = if running.len() > 1 { format!(", and {}", count(running.len() - 1, "more hook")) } else { String::new() };
    let time = format!("{} s of at most {} s{beside}", waited.as_secs(), oldest.timeout.as_secs_f64());
    let room = width.saturating_sub(time.chars().count() + 6);
    Some(format!("{}  {}", cut(&plain(name), room), paint(DIM, time)))
}

/// A terminal that went away is no reason to stop.
fn say(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn running(name: &str, ago: Duration) -> ((String, usize), Started) {
        (
            (name.to_owned(), 0),
            Started { at: Instant::now().checked_sub(ago).expect("the machine is up"), timeout: Duration::from_secs(600) },
        )
    }

    fn shown(running: impl IntoIterator<Item = ((String, usize), Started)>, width: usize) -> Option<String> {
        line(&running.into_iter().collect(), width).map(|line| anstream::adapter::strip_str(&line).to_string())
    }

    #[test]
    fn a_wait_is_told_once_it_can_be_noticed() {
        assert_eq!(shown([], 80), None);
        assert_eq!(shown([running("user/a:x", Duration::ZERO)], 80), None);
        assert_eq!(shown([running("user/a:x", Duration::from_secs(3))], 80).as_deref(), Some("user/a:x  3 s of at most 600 s"));
    }

    #[test]
    fn the_longest_wait_is_told_in_one_line() {
        let both = || [running("user/a:quick", Duration::ZERO), running("user/a:slow\u{1b}[2J", Duration::from_secs(7))];
        assert_eq!(shown(both(), 80).as_deref(), Some("user/a:slow\\u{1b}[2J  7 s of at most 600 s, and 1 more hook"));
        assert!(shown(both(), 40).is_some_and(|line| line.chars().count() <= 40));
    }
}
