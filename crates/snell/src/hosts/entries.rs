//! Which entries an agent gets: one for each of its events that some hook could be for, match-all, with an explicit timeout (B4).

use serde_json::{Map, Value};
use snell_core::dialect::{Dialect, Event as Row, Host, Unit};
use snell_core::event::EventKind;

use super::edit::Handler;
use crate::engine::Engine;

/// The least that an entry gets, in seconds.
const LEAST: f64 = 60.0;
/// What the bridge itself may take beside its hooks: it ends them one second before its own time is over.
const OWN: f64 = 2.0;
/// Events without which the turns of a session cannot be counted.
const ALWAYS: [EventKind; 2] = [EventKind::UserPromptSubmit, EventKind::Stop];

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The event's native name.
    pub event: String,
    /// What it runs.
    pub command: String,
    /// How long it may take.
    pub seconds: u64,
}

/// How the bridge is called.
#[derive(Clone, Debug)]
pub struct Calls {
    /// The absolute path of `snell`.
    pub program: String,
    /// What is added to every call.
    pub more: Vec<String>,
}

impl Calls {
    /// The entry of an event.
    pub(super) fn entry(&self, dialect: &Dialect, event: &str, seconds: u64) -> Entry {
        let within = seconds.to_string();
        let words = [&self.program, "bridge", "run", &dialect.name, event, "--within", &within];
        let words = words.into_iter().chain(self.more.iter().map(String::as_str));
        let command = words.map(quoted).collect::<Vec<_>>().join(" ");
        Entry { event: event.to_owned(), command, seconds }
    }
}

/// The entries of an agent, in the order of its table, for hooks of these sources.
pub fn entries(dialect: &Dialect, host: &Host, sources: &[Engine], calls: &Calls) -> Vec<Entry> {
    wanted(dialect, host, sources).map(|row| calls.entry(dialect, row.name(), seconds(row, sources))).collect()
}

/// The events that get an entry.
pub(super) fn wanted<'d>(dialect: &'d Dialect, host: &'d Host, sources: &'d [Engine]) -> impl Iterator<Item = &'d Row> {
    let is_first = |row: &&Row| dialect.event(row.kind).is_some_and(|first| std::ptr::eq(first, *row));
    dialect.events.iter().filter(is_first).filter(|row| is_wanted(row, host, sources))
}

fn is_wanted(row: &Row, host: &Host, sources: &[Engine]) -> bool {
    let has =
        |source: &Engine| source.dialect().events.iter().any(|own| row.tells(own.kind) || own.also.iter().any(|also| row.tells(also.kind)));
    let stands = |source: &Engine| source.hooks().hooks().iter().any(|hook| row.tells(hook.event));
    ALWAYS.contains(&row.kind)
        || sources.iter().any(if host.sparing.contains(&row.kind) { &stands as &dyn Fn(&Engine) -> bool } else { &has })
}

/// The seconds that an event's entry gets.
fn seconds(row: &Row, sources: &[Engine]) -> u64 {
    needed(row, sources, LEAST)
}

/// More than the longest of the hooks may take and no less than this, as far as the agent gives so much.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is at least 1 and at most some days")]
pub(super) fn needed(row: &Row, sources: &[Engine], least: f64) -> u64 {
    let longest = |source: &Engine| {
        let hooks = source.hooks();
        let of_row = hooks.hooks().iter().filter(|hook| row.tells(hook.event)).map(|hook| hook.timeout.as_secs_f64());
        of_row.fold(0.0, f64::max)
    };
    let longest = sources.iter().map(longest).fold(0.0, f64::max);
    let wanted = (longest + OWN).ceil().max(least);
    row.longest.map_or(wanted, |most| wanted.min(most)).clamp(1.0, 1e6) as u64
}

impl Entry {
    /// As it stands in the native file.
    pub(super) fn handler(&self, dialect: &Dialect, host: &Host) -> Handler {
        let timeout = match dialect.unit {
            Unit::Seconds => self.seconds,
            // Older and newer versions agree on what is 1000 and more.
            Unit::Milliseconds | Unit::SecondsBelow1000 => self.seconds * 1000,
        };
        let mut handler: Map<String, Value> = Map::new();
        handler.insert("type".to_owned(), "command".into());
        handler.insert(host.command.to_string(), self.command.clone().into());
        handler.insert(host.timeout.to_string(), timeout.into());
        Handler { event: self.event.clone(), handler }
    }
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+=:@%,".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
