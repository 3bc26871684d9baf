//! Runs one target until it is enough, and makes what fails small.

use std::collections::HashSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

use crate::Target;
use crate::mutate::mutate;
use crate::random::Random;

/// So much stack has whoever calls a reader. Less than that of any thread of a host.
const STACK: usize = 1 << 20;
/// The most inputs that are changed further.
const MOST_KEPT: usize = 10_000;

/// What a run came to.
#[derive(Debug)]
pub struct Report {
    /// Inputs that were tried.
    pub rounds: usize,
    /// Traits that were seen.
    pub traits: usize,
    /// How long the slowest input took, and which it was.
    pub slowest: (Duration, Vec<u8>),
    /// The first input that something did not hold of.
    pub failure: Option<Failure>,
}

/// An input that something does not hold of.
#[derive(Debug)]
pub struct Failure {
    /// As small as it could be made.
    pub input: Vec<u8>,
    /// The words of the panic.
    pub words: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "b\"{}\"\n{}", self.input.escape_ascii(), self.words)
    }
}

/// Tries inputs while `goes_on` says so of the number of those that were tried.
///
/// # Panics
/// Where no thread can be had.
pub fn run(target: Target, seed: u64, goes_on: impl Fn(usize) -> bool + Send) -> Report {
    thread::scope(|threads| {
        let running = thread::Builder::new().stack_size(STACK).spawn_scoped(threads, || all(target, seed, goes_on)).expect("a thread");
        running.join().expect("panics are caught")
    })
}

fn all(target: Target, seed: u64, goes_on: impl Fn(usize) -> bool) -> Report {
    let mut random = Random::new(seed);
    let mut corpus = (target.seeds)();
    let mut seen = HashSet::new();
    let mut report = Report { rounds: 0, traits: 0, slowest: (Duration::ZERO, Vec::new()), failure: None };
    let seeds = corpus.clone();
    let mut seeds = seeds.into_iter();
    while report.failure.is_none() && goes_on(report.rounds) {
        let input = seeds.next().unwrap_or_else(|| mutate(&mut random, &corpus, target.pieces));
        report.rounds += 1;
        let begun = Instant::now();
        let result = check(target, &input);
        if begun.elapsed() > report.slowest.0 {
            report.slowest = (begun.elapsed(), input.clone());
        }
        match result {
            Ok(found) if seen.insert(found) && corpus.len() < MOST_KEPT => corpus.push(input),
            Ok(_) => {}
            Err(_) => report.failure = Some(smallest(target, input)),
        }
    }
    report.traits = seen.len();
    report
}

fn check(target: Target, input: &[u8]) -> Result<u64, String> {
    catch_unwind(AssertUnwindSafe(|| (target.check)(input))).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
    })
}

/// The same fault, or another, with less around it.
fn smallest(target: Target, mut input: Vec<u8>) -> Failure {
    let mut length = input.len() / 2;
    while length > 0 {
        let mut at = 0;
        while at < input.len() {
            let mut less = input.clone();
            less.drain(at..(at + length).min(input.len()));
            if check(target, &less).is_err() { input = less } else { at += length }
        }
        length /= 2;
    }
    let words = check(target, &input).err().unwrap_or_else(|| "it did not fail again".to_owned());
    Failure { input, words }
}
