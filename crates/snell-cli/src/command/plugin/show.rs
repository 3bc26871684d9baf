//! What a person sees of packing and installing.

use std::path::Path;

use snell::install::{InstallReport, Opened};
use snell::pack::Packed;
use snell::{Code, Diagnostic, Dialect, Hook};

use crate::print::style::{BAD, BOLD, DIM, GOOD, Page, WARN, count, paint, plain};
use crate::print::{Here, diagnostics};

/// What was packed, or why it was not.
pub(super) fn packed(here: &Here, packed: &Packed, accepted: &[Code], out: Option<&Path>) -> String {
    let mut text = findings(here, packed);
    match out {
        Some(out) => {
            let what = format!("{} with {}", name(packed), count(packed.hooks.len(), "hook"));
            text.line(format_args!("{} {what}: {}", paint(GOOD, "packed"), here.path(out)));
        }
        None => {
            let mut codes: Vec<&str> =
                packed.lost.iter().filter(|lost| !accepted.contains(&lost.code)).map(|lost| lost.code.as_str()).collect();
            codes.sort_unstable();
            codes.dedup();
            text.line(format_args!("{} {}: nothing was written", paint(BAD, "not packed"), name(packed)));
            let accept = codes.iter().map(|code| format!("--accept-loss {code}")).collect::<Vec<_>>().join(" ");
            text.line(format_args!("  {} repair the source, or add {accept}", paint(DIM, "help:")));
        }
    }
    text
}

/// What packing would do.
pub(super) fn checked(here: &Here, packed: &Packed) -> String {
    let mut text = findings(here, packed);
    if packed.lost.is_empty() {
        let what = if packed.changed.is_empty() { "it is packed as it is".to_owned() } else { "nothing is lost".to_owned() };
        text.line(format_args!("{} {} with {}: {what}", paint(GOOD, "good"), name(packed), count(packed.hooks.len(), "hook")));
    } else {
        text.line(format_args!("{} {}: {}", paint(BAD, "lost"), name(packed), count(packed.lost.len(), "thing")));
    }
    text
}

fn name(packed: &Packed) -> String {
    version(&packed.name, packed.version.as_deref())
}

fn version(name: &str, version: Option<&str>) -> String {
    let version = version.map_or_else(String::new, |version| format!(" {}", plain(version)));
    format!("{}{version}", paint(BOLD, plain(name)))
}

fn findings(here: &Here, packed: &Packed) -> String {
    let mut text = String::new();
    for (title, found) in [("changed:", &packed.changed), ("lost:", &packed.lost)] {
        if !found.is_empty() {
            text.line(paint(BOLD, title));
        }
        for one in found {
            text.push_str(&finding(here, one));
        }
    }
    text
}

fn finding(here: &Here, found: &Diagnostic) -> String {
    let mut text = diagnostics::note(found, "  ");
    if let Some(place) = &found.place {
        text.line(format_args!("    {} {}", paint(DIM, "at:"), here.place(&place.path, place.line, place.column)));
    }
    text
}

/// What a plugin will run, before it is installed.
pub(super) fn offered(here: &Here, dialect: &Dialect, opened: &Opened, before: Option<&str>) -> String {
    let mut text = String::new();
    let instead = before.map_or_else(String::new, |before| format!(", in the place of {before}"));
    text.line(format_args!("{}{instead}, will run as you:", version(&opened.name, opened.version.as_deref())));
    for hook in &opened.hooks {
        text.line(format_args!("  {}", one(dialect, hook)));
    }
    if opened.hooks.is_empty() {
        text.line("  nothing: it has no hooks");
    }
    for found in opened.diagnostics.iter().filter(|found| found.severity > snell::Severity::Note) {
        text.push_str(&finding(here, found));
    }
    text
}

fn one(dialect: &Dialect, hook: &Hook) -> String {
    let row = dialect.event(hook.event);
    let event = row.map_or("", snell::core::dialect::Event::name);
    let matcher =
        hook.matcher.written().filter(|matcher| !matcher.is_empty()).map_or_else(String::new, |matcher| format!(" {}", plain(matcher)));
    let now = if hook.event == snell::EventKind::Install { paint(WARN, " (now)") } else { String::new() };
    format!("{}{now}{matcher}: {}", paint(BOLD, event), plain(&hook.run()))
}

/// What became of a plugin and of its hooks.
pub(super) fn done(report: &InstallReport, what: &str, here: &Here) -> String {
    let mut text = String::new();
    for hook in &report.hooks {
        let fate = match (&hook.failure, hook.why.as_deref()) {
            (Some(failure), _) => format!("{} {}", paint(BAD, "failed:"), plain(&failure.message)),
            (None, Some(why)) => paint(DIM, format!("skipped: {why}")),
            (None, None) => paint(GOOD, "ran"),
        };
        text.line(format_args!("  {}: {fate}", plain(&hook.run)));
    }
    let root = here.path(Path::new(&report.root));
    text.line(format_args!("{} {}: {root}", paint(GOOD, what), version(&report.plugin, report.version.as_deref())));
    text
}
