//! Ours and the limit in turns: what disturbs one disturbs the other, and the median forgets the rest.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Medians of both, and of their ratios, turn by turn.
pub(crate) struct Pair {
    pub(crate) ours: f64,
    pub(crate) limit: f64,
    pub(crate) ratio: f64,
}

/// Measures both so many times, in turns, after one turn that does not count. The two may measure anything, in the same unit.
pub(crate) fn alternated(turns: usize, mut ours: impl FnMut() -> f64, mut limit: impl FnMut() -> f64) -> Pair {
    let mut pairs = Vec::with_capacity(turns);
    for turn in 0..=turns {
        let pair = if turn % 2 == 0 {
            let ours = ours();
            (ours, limit())
        } else {
            let limit = limit();
            (ours(), limit)
        };
        if turn > 0 {
            pairs.push(pair);
        }
    }
    Pair {
        ours: median(pairs.iter().map(|(ours, _)| *ours)),
        limit: median(pairs.iter().map(|(_, limit)| *limit)),
        ratio: median(pairs.iter().map(|(ours, limit)| ours / limit)),
    }
}

/// The median of some measurements; 0 of none.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Microseconds that some work takes; what it makes is dropped after the clock has stopped.
pub(crate) fn micros<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    let made = black_box(work());
    let time = start.elapsed();
    drop(made);
    in_micros(time)
}

/// The median of so many runs, in microseconds.
pub(crate) fn median_of<T>(rounds: usize, mut work: impl FnMut() -> T) -> f64 {
    median((0..rounds).map(|_| micros(&mut work)))
}

fn in_micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
