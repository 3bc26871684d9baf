//! The table of what was measured.

use std::fs;
use std::process::ExitCode;

use crate::pairs::Pair;

/// One line: what was measured, what it may be, what it is.
pub(crate) struct Row {
    what: String,
    may_be: String,
    is: String,
    more: String,
    /// None where it could not be measured here, or promises nothing.
    holds: Option<bool>,
}

impl Row {
    /// A ratio to a limit, both in microseconds.
    pub(crate) fn ratio(what: impl Into<String>, at_most: f64, pair: &Pair) -> Row {
        Row {
            what: what.into(),
            may_be: format!("{at_most}"),
            is: format!("{:.2}", pair.ratio),
            more: format!("{} over {}", time(pair.ours), time(pair.limit)),
            holds: Some(pair.ratio <= at_most),
        }
    }

    /// A time in microseconds.
    pub(crate) fn time(what: impl Into<String>, at_most: f64, is: f64) -> Row {
        Row { what: what.into(), may_be: time(at_most), is: time(is), more: String::new(), holds: Some(is <= at_most) }
    }

    /// An amount of memory in bytes.
    pub(crate) fn bytes(what: impl Into<String>, at_most: f64, is: f64) -> Row {
        Row { what: what.into(), may_be: bytes(at_most), is: bytes(is), more: String::new(), holds: Some(is <= at_most) }
    }

    /// A figure that is told and promises nothing.
    pub(crate) fn told(what: impl Into<String>, is: impl Into<String>) -> Row {
        Row { what: what.into(), may_be: String::new(), is: is.into(), more: String::new(), holds: None }
    }

    /// What could not be measured here, and why.
    pub(crate) fn missing(what: impl Into<String>, why: impl Into<String>) -> Row {
        Row { what: what.into(), may_be: String::new(), is: "not measured".to_owned(), more: why.into(), holds: None }
    }

    /// The same row, with more said about it.
    pub(crate) fn note(mut self, more: impl AsRef<str>) -> Row {
        if !self.more.is_empty() {
            self.more.push_str("; ");
        }
        self.more.push_str(more.as_ref());
        self
    }
}

/// Rows as they come.
pub(crate) struct Table {
    missed: Vec<String>,
}

impl Table {
    pub(crate) fn begin() -> Table {
        let processors = std::thread::available_parallelism().map_or(0, usize::from);
        println!("{processors} processors, load {}\n", load());
        println!("| What | at most | measured | |");
        println!("|---|---|---|---|");
        Table { missed: Vec::new() }
    }

    pub(crate) fn add(&mut self, rows: Vec<Row>) {
        for row in rows {
            let misses = row.holds == Some(false);
            let is = if misses { format!("**{}** (misses)", row.is) } else { row.is };
            println!("| {} | {} | {is} | {} |", row.what, row.may_be, row.more);
            if misses {
                self.missed.push(row.what);
            }
        }
    }

    pub(crate) fn end(self) -> ExitCode {
        println!("\nload at the end {}", load());
        if self.missed.is_empty() {
            println!("every row holds");
            return ExitCode::SUCCESS;
        }
        println!("{} missed:", self.missed.len());
        for what in self.missed {
            println!("  {what}");
        }
        ExitCode::FAILURE
    }
}

/// How busy the machine was in the last minute.
fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().unwrap_or("not known").to_owned()
}

/// Microseconds with the digits that matter.
pub(crate) fn time(micros: f64) -> String {
    match micros {
        ..1.0 => format!("{:.0} ns", micros * 1e3),
        ..100.0 => format!("{micros:.1} µs"),
        ..10_000.0 => format!("{micros:.0} µs"),
        _ => format!("{:.1} ms", micros / 1e3),
    }
}

/// Bytes as people say them.
pub(crate) fn bytes(bytes: f64) -> String {
    if bytes < 1e5 { format!("{bytes:.0} B") } else { format!("{:.2} MiB", bytes / f64::from(1 << 20)) }
}
