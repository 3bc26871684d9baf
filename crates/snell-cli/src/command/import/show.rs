//! What a person sees of an import.

use std::collections::BTreeSet;
use std::path::Path;

use snell::import::{ImportReport, ImportedHook, Plan};

use crate::print::Here;
use crate::print::style::{BOLD, DIM, GOOD, Page, WARN, count, paint, plain};

/// Every hook with the codes of what will be different for it, and what they mean.
pub(super) fn plan(here: &Here, report: &ImportReport, plan: &Plan<'_>) -> String {
    let mut text = String::new();
    if report.hooks.is_empty() {
        text.line(format_args!("{} has no hooks here", plan.agent));
    }
    for hook in &report.hooks {
        text.push_str(&one(here, hook));
    }
    text.push_str(&meanings(report));
    for note in &report.notes {
        text.line(format_args!("{} {}", paint(WARN, format!("{}[{}]:", note.severity, note.code)), plain(&note.message)));
        if let Some(help) = &note.help {
            text.line(format_args!("  {} {}", paint(DIM, "help:"), plain(help)));
        }
    }
    if plan.changes_nothing() {
        text.line("everything is imported already");
    }
    text
}

fn one(here: &Here, hook: &ImportedHook) -> String {
    let mut text = String::new();
    let matcher = hook.matcher.as_deref().filter(|matcher| !matcher.is_empty());
    let matcher = matcher.map_or_else(String::new, |matcher| format!(" {}", plain(matcher)));
    text.line(format_args!("{}{matcher}: {}", paint(BOLD, plain(&hook.event)), plain(&hook.command)));
    let from = format!("{}:{}", here.path(Path::new(&hook.from)), hook.line);
    let to = match (&hook.to, hook.present) {
        (Some(_), true) => "is imported already".to_owned(),
        (Some(to), false) => format!("goes to {}", here.path(Path::new(to))),
        (None, _) => paint(WARN, "is not imported"),
    };
    text.line(format_args!("  {} {to}", paint(DIM, from)));
    let codes: Vec<&str> = hook.differences.iter().map(|difference| difference.code.as_str()).collect();
    if !codes.is_empty() {
        text.line(format_args!("  {} {}", paint(WARN, "different:"), codes.join(", ")));
    }
    text
}

/// Each difference once, in its own words: most hooks share most of them.
fn meanings(report: &ImportReport) -> String {
    let mut told = BTreeSet::new();
    let mut text = String::new();
    for difference in report.hooks.iter().flat_map(|hook| &hook.differences) {
        if !told.insert((&difference.code, &difference.message)) {
            continue;
        }
        text.line(format_args!("{} {}", paint(WARN, format!("{}:", difference.code)), plain(&difference.message)));
        if let Some(help) = &difference.help {
            text.line(format_args!("  {} {}", paint(DIM, "help:"), plain(help)));
        }
    }
    if text.is_empty() { text } else { format!("\n{text}\n") }
}

/// What was done.
pub(super) fn done(here: &Here, report: &ImportReport, plan: &Plan<'_>) -> String {
    let mut text = String::new();
    match report.action.as_str() {
        "imported" => {
            let new = || report.hooks.iter().filter(|hook| hook.to.is_some() && !hook.present);
            let differences: usize = new().map(|hook| hook.differences.len()).sum();
            let different =
                if differences > 0 { format!("; {}, which --dry-run shows", count(differences, "difference")) } else { String::new() };
            text.line(format_args!("{} {}{different}", paint(GOOD, "imported"), count(new().count(), "hook")));
            for file in plan.files() {
                text.line(format_args!("  {}", here.path(file)));
            }
        }
        "dismissed" => text.line(format_args!("{}: nothing was imported", paint(GOOD, "dismissed"))),
        _ => text.line("cancelled: nothing was changed"),
    }
    for hook in report.hooks.iter().filter(|hook| hook.to.is_none() && report.action == "imported") {
        text.line(format_args!("{} {}: {}", paint(WARN, "not imported"), plain(&hook.event), plain(&hook.command)));
    }
    if report.marker {
        text.line(format_args!("{}'s own files are no longer loaded", plan.agent));
    }
    text
}
