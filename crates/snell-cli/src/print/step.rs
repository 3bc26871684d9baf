//! One hook of an event: its mark, its name, its time, its words, and below it what is worth telling.

use std::time::Duration;

use snell::core::select::Why;
use snell::core::trace::{State, Step};
use snell::{Code, Hook};

use super::diagnostics;
use super::fire::View;
use super::said::{glance, ran, why_not, why_skipped};
use super::style::{BAD, BOLD, DIM, NEWS, Page, paint, plain};

/// A name longer than this pushes only its own line aside.
const WIDEST_NAME: usize = 64;

/// The columns of the list.
pub(super) struct Widths {
    name: usize,
    time: usize,
}

impl Widths {
    pub(super) fn of(steps: &[Step]) -> Self {
        let name = steps.iter().map(|step| plain(&step.name).chars().count()).filter(|width| *width <= WIDEST_NAME).max();
        let time = steps.iter().map(|step| time(step).chars().count()).max();
        Widths { name: name.unwrap_or(0), time: time.unwrap_or(0) }
    }
}

/// The line of one hook and what stands below it. `by` are the hooks that made the outcome.
pub(super) fn line(view: &View<'_>, step: &Step, by: &[String], widths: &Widths) -> String {
    let decisive = by.contains(&step.name);
    let hook = view.hook(step);
    let name = format!("{:<width$}", plain(&step.name), width = widths.name);
    let (mark, words) = match &step.state {
        State::Ran { .. } => ran(view, step, decisive),
        State::Skipped(Why::Broken) if decisive => (paint(BAD, "✗"), broken_guard(hook)),
        State::Skipped(why) => return format!("  {}\n", paint(DIM, format!("– {name}  skipped: {}", why_skipped(hook, *why)))),
        State::WouldRun => (paint(NEWS, "→"), paint(DIM, glance(&step.run))),
    };
    let time = if widths.time == 0 { String::new() } else { format!("{:>width$}  ", time(step), width = widths.time) };
    let mut text = String::new();
    text.line(format_args!("  {mark} {}  {}{words}", paint(BOLD, name), paint(DIM, time)));
    if step.failure.is_some() {
        let place = view.here.place(&step.place.path, step.place.line, step.place.column);
        text.line(format_args!("      {}", paint(DIM, format!("{place}  {}", glance(&step.run)))));
    }
    for note in step.notes.iter().filter(|note| note.code != Code::FailedClosed) {
        text.push_str(&diagnostics::note(note, "      "));
    }
    text
}

/// E1.2: it was not run, and blocks for that very reason.
fn broken_guard(hook: Option<&Hook>) -> String {
    format!("{} could not be loaded, and blocks until it is repaired: {}", paint(BAD, "broken:"), why_not(hook))
}

/// How long it took; empty where it was not run.
fn time(step: &Step) -> String {
    match &step.state {
        State::Ran { end: Some(_), duration } => duration_words(*duration),
        _ => String::new(),
    }
}

fn duration_words(duration: Duration) -> String {
    let ms = duration.as_secs_f64() * 1000.0;
    match ms {
        ..9.95 => format!("{ms:.1} ms"),
        ..999.5 => format!("{ms:.0} ms"),
        _ => format!("{:.1} s", ms / 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_two_digits_that_matter() {
        let words = |ms| duration_words(Duration::from_micros(ms));
        assert_eq!(
            [words(400), words(9_940), words(12_400), words(999_400), words(1_234_000)],
            ["0.4 ms", "9.9 ms", "12 ms", "999 ms", "1.2 s"]
        );
    }
}
