//! The latest events, in lines: of one hook, or of all.

use snell::journal::Record;

use crate::print::log::{first_line, outcome_column, reason, subject};
use crate::print::record::part;
use crate::print::style::{DIM, paint, plain};

/// Every event.
pub(super) fn all(records: &[Record]) -> Vec<String> {
    let line = |record: &Record| {
        let why = reason(record);
        format!("{}  {}  {}  {}  {why}", time(record), plain(&record.id), outcome_column(record), subject(record))
    };
    records.iter().map(line).collect()
}

/// What became of one hook in each event that considered it.
pub(super) fn of_hook(records: &[Record], name: &str) -> Vec<String> {
    let line = |record: &Record| {
        let hook = record.hooks.iter().find(|hook| hook.name == name)?;
        let (mark, words) = part(record, hook);
        Some(format!("{}  {mark} {words}  {}", time(record), first_line_of(&subject(record))))
    };
    records.iter().filter_map(line).collect()
}

fn first_line_of(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// `08-12 09:30:00`, in UTC.
fn time(record: &Record) -> String {
    let time = record.time.get(5..19).unwrap_or(&record.time).replace('T', " ");
    paint(DIM, first_line(&time, 19))
}
