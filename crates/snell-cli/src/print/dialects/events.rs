//! The events: one block for each, with what every dialect makes of it.

use snell::core::dialect::{Default, Event, Gate};
use snell::core::envelope;
use snell::{Dialect, EventKind};

use super::super::style::{BOLD, DIM, Page, paint};
use super::{name, words};

/// More dialects than this are many.
const MANY: usize = 3;

pub(super) fn section(dialects: &[&Dialect]) -> String {
    kinds(dialects).into_iter().map(|kind| event(dialects, kind)).collect::<Vec<_>>().join("\n")
}

/// Every kind that some dialect has, in the order in which they come up.
fn kinds(dialects: &[&Dialect]) -> Vec<EventKind> {
    let mut kinds = Vec::new();
    for kind in dialects.iter().flat_map(|dialect| dialect.events.iter()).map(|row| row.kind) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

fn event(dialects: &[&Dialect], kind: EventKind) -> String {
    let shown = dialects.iter().find_map(|dialect| dialect.event(kind)).map_or("", Event::name);
    let mut text = format!("{}\n", paint(BOLD, shown));
    let common = dialects.iter().flat_map(|dialect| dialect.facts.iter()).map(|row| row.key.as_ref()).collect::<Vec<_>>();
    for dialect in dialects {
        match dialect.event(kind) {
            Some(row) => {
                text.line(format_args!("  {}  {}", name(dialects, dialect), summary(dialect, row)));
                details(dialect, row, &common).for_each(|line| text.line(format_args!("    {}", paint(DIM, line))));
            }
            // Of many, only those that have it are worth a line.
            None if dialects.len() > MANY => {}
            None => text.line(format_args!("  {}  {}", name(dialects, dialect), paint(DIM, "–"))),
        }
    }
    text
}

/// `can deny the call · matched by tool · 5 s`.
fn summary(dialect: &Dialect, row: &Event) -> String {
    let mut parts = vec![words::gate(row.gate).to_owned(), words::subject(&row.subject), format!("{} s", dialect.timeout_of(row))];
    if row.own_plugin_only {
        parts.push("the plugin's own hooks only".to_owned());
    }
    if row.names.len() > 1 {
        parts.push(format!("also {}", row.names[1..].join(", ")));
    }
    parts.join(" · ")
}

/// What it tells beside the common facts (those that are not always there with a `?`), what may be answered, and the exits.
fn details(dialect: &Dialect, row: &Event, common: &[&str]) -> impl Iterator<Item = String> {
    let own = envelope::rows(dialect, row).filter(|fact| !common.contains(&fact.key.as_ref()));
    let told = own.map(|fact| if fact.default == Default::Absent { format!("{}?", fact.key) } else { fact.key.to_string() });
    let told = told.collect::<Vec<_>>().join(", ");
    let replies = row.replies.iter().map(words::reply).chain(words::plain(row.plain).map(str::to_owned));
    let exits: Vec<String> = match row.gate {
        Gate::Observes => vec!["exit 0: passes; any other exit: fails, and blocks nothing".to_owned()],
        _ => row.exits.iter().map(words::exit).collect(),
    };
    let told = (!told.is_empty()).then_some(told);
    let strengths = row.strengths.iter().map(|strength| words::strength(strength, row.gate));
    titled("stdin", told)
        .chain(titled("stdout", replies))
        .chain(titled("exits", exits))
        .chain(titled("heeds", strengths))
        .collect::<Vec<_>>()
        .into_iter()
}

/// Lines of which the first has a title.
fn titled<'a>(title: &'a str, lines: impl IntoIterator<Item = String> + 'a) -> impl Iterator<Item = String> + 'a {
    lines.into_iter().enumerate().map(move |(index, line)| format!("{:<6}  {line}", if index == 0 { title } else { "" }))
}
