//! `list` for a person: the hooks of each file, whether each will run, and why not.

use std::collections::BTreeMap;
use std::path::Path;

use snell::Diagnostic;
use snell::report::{ListReport, ListedHook};

use super::style::{BAD, BOLD, DIM, GOOD, Page, WARN, count, cut, paint, plain};
use super::table::aligned;
use super::{Here, diagnostics};

/// Wider cells push their row aside.
const WIDEST: usize = 40;
/// The longest command in the table.
const LONGEST_RUN: usize = 72;

/// The table of hooks, by file.
pub(crate) fn hooks(here: &Here, report: &ListReport, found: &[Diagnostic]) -> String {
    let mut text = String::new();
    let mut rest = report.hooks.as_slice();
    while let Some(first) = rest.first() {
        let end = rest.iter().position(|hook| !is_beside(hook, first)).unwrap_or(rest.len());
        let (file, others) = rest.split_at(end);
        text.push_str(&self::file(here, first, file));
        rest = others;
    }
    text.push_str(&summary(report));
    let found = diagnostics::short(here, found);
    if found.is_empty() { text } else { format!("{text}\n{found}") }
}

fn is_beside(hook: &ListedHook, other: &ListedHook) -> bool {
    hook.path == other.path && hook.scope == other.scope
}

fn file(here: &Here, first: &ListedHook, hooks: &[ListedHook]) -> String {
    let (stem, _) = split(&first.name);
    let mut text = format!("{}  {}\n", paint(BOLD, plain(stem)), paint(DIM, here.path(Path::new(&first.path))));
    let cells: Vec<[String; 6]> = hooks.iter().map(cells).collect();
    for (hook, [name, event, matcher, run, timeout, status]) in hooks.iter().zip(aligned(&cells, WIDEST)) {
        let row = format!("{name}  {event}  {matcher}  {run}  {timeout}");
        match hook.status.as_str() {
            "ready" => text.line(format_args!("  {} {}", paint(GOOD, "✓"), row.trim_end())),
            // Where the status says it all, one line does.
            "untrusted" | "disabled" => {
                text.line(format_args!("  {} {}  {}", mark(&hook.status), paint(DIM, row), paint(WARN, status)));
            }
            broken => {
                text.line(format_args!("  {} {}", mark(broken), paint(DIM, row.trim_end())));
                text.line(format_args!("      {}", why(hook)));
            }
        }
    }
    text.push('\n');
    text
}

fn cells(hook: &ListedHook) -> [String; 6] {
    let (_, name) = split(&hook.name);
    let matcher = hook.matcher.as_deref().filter(|matcher| !matcher.is_empty()).unwrap_or("*");
    let run = cut(&plain(&hook.run), LONGEST_RUN);
    [plain(name), plain(&hook.event), cut(&plain(matcher), WIDEST), run, format!("{} s", hook.timeout), hook.status.clone()]
}

/// The part of a hook's name that its file gives, and the part that is its own.
fn split(name: &str) -> (&str, &str) {
    name.rsplit_once(':').unwrap_or(("", name))
}

fn mark(status: &str) -> String {
    match status {
        "broken" => paint(BAD, "✗"),
        "unconfigured" => paint(WARN, "!"),
        _ => paint(DIM, "–"),
    }
}

fn why(hook: &ListedHook) -> String {
    let status = hook.status.replace('_', " ");
    let style = if hook.status == "broken" { BAD } else { WARN };
    let why = hook.why.as_deref().map_or_else(String::new, |why| format!(": {}", plain(why)));
    format!("{}{}", paint(style, status), paint(DIM, why))
}

/// `5 hooks: 3 ready, 2 untrusted`.
fn summary(report: &ListReport) -> String {
    if report.hooks.is_empty() {
        return "no hooks\n".to_owned();
    }
    let mut by_status: BTreeMap<&str, usize> = BTreeMap::new();
    for hook in &report.hooks {
        *by_status.entry(hook.status.as_str()).or_default() += 1;
    }
    let counts: Vec<String> = by_status.iter().map(|(status, number)| format!("{number} {}", status.replace('_', " "))).collect();
    let hint = if by_status.contains_key("untrusted") { "; --trust runs what is untrusted" } else { "" };
    format!("{}: {}{hint}\n", count(report.hooks.len(), "hook"), counts.join(", "))
}
