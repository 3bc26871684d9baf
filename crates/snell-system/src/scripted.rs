//! The in-memory twin of [`Runner`](crate::Runner): it answers from a script and remembers what it was asked.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use snell_core::{Completion, End, Invocation};

use crate::cancel::Cancel;
use crate::run::{Run, Watch};

type Answer = dyn Fn(usize, &Invocation) -> Completion + Send + Sync;

/// Runs nothing: for tests, and for embedders who want to see what would be run.
pub struct Scripted {
    answer: Box<Answer>,
    seen: Mutex<Vec<Invocation>>,
}

impl Scripted {
    /// Answers each invocation by a function of its place in its event and of itself.
    pub fn by(answer: impl Fn(usize, &Invocation) -> Completion + Send + Sync + 'static) -> Self {
        Scripted { answer: Box::new(answer), seen: Mutex::new(Vec::new()) }
    }

    /// Answers the first invocation with the first completion, and so on, over all events. One too many is not started.
    pub fn in_order(completions: impl IntoIterator<Item = Completion>) -> Self {
        let left: Mutex<VecDeque<Completion>> = Mutex::new(completions.into_iter().collect());
        Scripted::by(move |_, _| {
            lock(&left).pop_front().unwrap_or_else(|| Completion::of(End::NotStarted("the script has no answer left".to_owned())))
        })
    }

    /// Every invocation it was asked to run so far, in order.
    pub fn seen(&self) -> Vec<Invocation> {
        lock(&self.seen).clone()
    }

    fn one(&self, index: usize, invocation: &Invocation, watch: &dyn Watch, cancel: &Cancel) -> Completion {
        lock(&self.seen).push(invocation.clone());
        let completion = if cancel.is_set() {
            Completion::of(End::Cancelled)
        } else {
            watch.started(index);
            (self.answer)(index, invocation)
        };
        watch.finished(index, &completion);
        completion
    }
}

impl Run for Scripted {
    fn run(&self, invocations: &[Invocation], watch: &dyn Watch, cancel: &Cancel) -> Vec<Completion> {
        invocations.iter().enumerate().map(|(index, invocation)| self.one(index, invocation, watch, cancel)).collect()
    }
}

/// A script of a test that panicked can still be read.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use snell_core::Action;

    use super::*;

    fn post(url: &str) -> Invocation {
        Invocation { action: Action::Post { url: url.to_owned(), body: b"{}"[..].into() }, timeout: Duration::from_secs(1) }
    }

    #[test]
    fn answers_come_in_order_over_all_events_and_then_run_out() {
        let scripted = Scripted::in_order([0, 2].map(|code| Completion::of(End::Exited(code))));
        let first = scripted.run(&[post("a")], &(), &Cancel::never());
        let second = scripted.run(&[post("b"), post("c")], &(), &Cancel::never());
        assert_eq!(first[0].end, End::Exited(0));
        assert_eq!(second[0].end, End::Exited(2));
        assert!(matches!(second[1].end, End::NotStarted(_)));
        assert_eq!(scripted.seen(), [post("a"), post("b"), post("c")]);
    }

    #[test]
    fn an_answer_may_depend_on_the_invocation() {
        let scripted = Scripted::by(|index, _| Completion::of(End::Exited(i32::try_from(index).unwrap_or(-1))));
        let completions = scripted.run(&[post("a"), post("b")], &(), &Cancel::never());
        assert_eq!(completions[1].end, End::Exited(1));
    }
}
