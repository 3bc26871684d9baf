//! What a person reads before they say yes: every hook, every script that it names, and what changed since the last yes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use similar::TextDiff;
use snell::Dialect;
use snell::trust::{ApprovedFile, Review, Reviewed, Standing, State};

use crate::print::style::{BOLD, GOOD, MINUS, PLUS, WARN, paint, plain};

/// So many lines of one script are shown.
const SHOWN_LINES: usize = 400;

/// The whole review.
///
/// SECURITY: everything of the project goes through `plain`. It must not be able to move the cursor, hide a line or turn text around in the
/// very review in which it is judged.
pub(crate) fn text(dialect: &Dialect, review: &Review) -> String {
    let mut text = format!("{} ({})\n", paint(BOLD, plain(&review.folder.root.display().to_string())), dialect.title);
    if review.hooks.is_empty() {
        text.push_str("no hooks come with this project\n");
        return text;
    }
    line(&mut text, "state", state(review));
    line(&mut text, "digest", review.digest.as_str());
    if let Some(fault) = &review.fault {
        line(&mut text, "trouble", &fault.message);
    }
    for hook in &review.hooks {
        text.push_str(&self::hook(hook));
    }
    match review.before {
        Some(_) if review.state == State::Changed => {
            text.push_str("\nwhat changed since it was approved\n\n");
            text.push_str(&diff(review));
        }
        _ => text.extend(review.files.iter().map(file)),
    }
    text
}

fn line(text: &mut String, name: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{name:<10} {}", plain(value));
}

fn state(review: &Review) -> &'static str {
    match review.state {
        State::Trusted => "trusted: it is what was approved",
        State::Untrusted => "untrusted: nobody approved it",
        State::Changed => "changed: it is not what was approved",
    }
}

fn hook(reviewed: &Reviewed) -> String {
    let place = format!("{}:{}", reviewed.hook.place.path.display(), reviewed.hook.place.line);
    let style = if reviewed.standing == Standing::Trusted { GOOD } else { WARN };
    let mut text = format!("\n{}  {}\n", paint(BOLD, plain(&reviewed.hook.name)), paint(style, reviewed.standing.word()));
    let mut add = |name: &str, value: &str| line(&mut text, &format!("  {name}"), value);
    add("from", &place);
    for property in reviewed.shown().lines() {
        let (name, value) = property.split_once(' ').unwrap_or((property, ""));
        add(name, value.trim_start());
    }
    for name in reviewed.files.keys() {
        add("pins", name);
    }
    for what in &reviewed.unresolved {
        add("unpinned", what);
    }
    if let Some(why) = reviewed.standing.why_not() {
        add("why not", &why);
    }
    text
}

fn file(file: &ApprovedFile) -> String {
    let mut text = format!("\n{}  {}\n", paint(BOLD, plain(&file.path)), file.sha256);
    let Some(content) = &file.text else {
        text.push_str("  (not shown: it is large, no text, or outside of the project)\n");
        return text;
    };
    for line in content.lines().take(SHOWN_LINES) {
        let _ = writeln!(text, "  | {}", plain(line));
    }
    let more = content.lines().count().saturating_sub(SHOWN_LINES);
    if more > 0 {
        let _ = writeln!(text, "  … {more} more lines");
    }
    text
}

/// What is different from what was approved: definitions by the hooks' names, files by their paths.
pub(super) fn diff(review: &Review) -> String {
    let Some(before) = &review.before else { return "nothing was approved here before\n".to_owned() };
    let then: BTreeMap<&str, &str> = before.hooks.iter().map(|hook| (hook.name.as_str(), hook.shown.as_str())).collect();
    let shown: Vec<(&str, String)> = review.hooks.iter().map(|hook| (hook.hook.name.as_str(), hook.shown())).collect();
    let now: BTreeMap<&str, &str> = shown.iter().map(|(name, shown)| (*name, shown.as_str())).collect();
    let mut text = String::new();
    for name in then.keys().chain(now.keys()).collect::<BTreeSet<_>>() {
        text.push_str(&unified(name, then.get(name).copied(), now.get(name).copied()));
    }
    let files_then: BTreeMap<&str, &ApprovedFile> = before.files.iter().map(|file| (file.path.as_str(), file)).collect();
    let files_now: BTreeMap<&str, &ApprovedFile> = review.files.iter().map(|file| (file.path.as_str(), file)).collect();
    for path in files_then.keys().chain(files_now.keys()).collect::<BTreeSet<_>>() {
        text.push_str(&of_files(path, files_then.get(path).copied(), files_now.get(path).copied()));
    }
    match review.state {
        _ if !text.is_empty() => text,
        State::Changed => "what changed is not shown: a hidden part of a url, or whose file a hook stands in\n".to_owned(),
        _ => "nothing changed\n".to_owned(),
    }
}

fn of_files(path: &str, then: Option<&ApprovedFile>, now: Option<&ApprovedFile>) -> String {
    if then.map(|file| &file.sha256) == now.map(|file| &file.sha256) {
        return String::new();
    }
    let has_text = |file: Option<&ApprovedFile>| file.is_none_or(|file| file.text.is_some());
    if has_text(then) && has_text(now) {
        return unified(path, then.and_then(|file| file.text.as_deref()), now.and_then(|file| file.text.as_deref()));
    }
    let digest = |file: Option<&ApprovedFile>| file.map_or_else(|| "absent".to_owned(), |file| file.sha256.to_string());
    coloured(&format!("--- {path}\n+++ {path}\n- {}\n+ {}\n", digest(then), digest(now)))
}

/// A unified diff; nothing where both are equal.
fn unified(name: &str, then: Option<&str>, now: Option<&str>) -> String {
    if then == now {
        return String::new();
    }
    let diff = TextDiff::from_lines(then.unwrap_or_default(), now.unwrap_or_default());
    let header = |side: Option<&str>, what: &str| side.map_or_else(|| "absent".to_owned(), |_| format!("{name} ({what})"));
    coloured(&diff.unified_diff().context_radius(3).header(&header(then, "approved"), &header(now, "now")).to_string())
}

fn coloured(diff: &str) -> String {
    let colour = |line: &str| match line.as_bytes().first() {
        Some(b'-') => paint(MINUS, plain(line)),
        Some(b'+') => paint(PLUS, plain(line)),
        _ => plain(line),
    };
    diff.lines().map(|line| colour(line) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_no_diff() {
        assert_eq!(unified("x", Some("a\n"), Some("a\n")), "");
        let diff = anstream::adapter::strip_str(&unified("x", None, Some("a\u{1b}[2Kb\n"))).to_string();
        assert_eq!(diff, "--- absent\n+++ x (now)\n@@ -0,0 +1 @@\n+a\\u{1b}[2Kb\n");
    }
}
