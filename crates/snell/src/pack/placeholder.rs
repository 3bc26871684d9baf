//! Other agents' plugin roots, in commands and in scripts, and what is told about them (R8.3).

use std::path::Path;

use snell_core::command::{mentions, rename, rename_plain};
use snell_core::config::lines::Lines;
use snell_core::{Code, Diagnostic, Place};

use super::package::{Package, PackedFile};
use super::rules::Rules;

/// Texts that people read: what they mention is not run.
const PROSE: [&str; 6] = ["md", "markdown", "txt", "rst", "html", "json"];
/// Scripts of shells.
const SHELL_SCRIPTS: [&str; 5] = ["sh", "bash", "zsh", "dash", "ksh"];
/// A larger file is no script, in bytes.
const LARGEST_SCRIPT: usize = 1024 * 1024;
/// So many lines of one script are told.
const MOST_LINES: usize = 20;

/// A command or an argument, rewritten.
pub(super) struct Rewritten {
    pub(super) text: String,
    pub(super) changed: Vec<Diagnostic>,
    pub(super) lost: Vec<Diagnostic>,
}

/// Rewrites a command; `is_plain` where no shell reads it.
pub(super) fn renamed(rules: &Rules<'_>, text: &str, is_plain: bool) -> Rewritten {
    let names = rules.foreign_roots();
    let new = rules.root;
    let renamed = if is_plain { rename_plain(text, &names, new) } else { rename(text, &names, new) };
    let mut changed = Vec::new();
    if renamed.text != text {
        let help = format!("write ${{{new}}} in the source");
        changed.push(Diagnostic::new(Code::PlaceholderRewritten, format!("becomes `{}`", renamed.text)).help(help));
    }
    for old in &renamed.requoted {
        let message = format!("`{old}` is quoted anew, since no shell expands anything between apostrophes");
        changed.push(Diagnostic::new(Code::PlaceholderRequoted, message).help("write it between double quotes"));
    }
    for old in &renamed.escaped {
        let message = format!("`\\{old}` is behind a backslash: only a shell that reads the text again expands it");
        changed.push(Diagnostic::new(Code::PlaceholderEscaped, message));
    }
    for name in &renamed.bare {
        let what = if renamed.assigned.contains(name) { "is given a value in the command" } else { "is named in the command" };
        changed.push(Diagnostic::new(Code::PlaceholderNamed, format!("`{name}` {what}; that is left as it is")));
    }
    let left = |old: &String| {
        let message = format!("`{old}` stands where no shell expands it, and stays");
        Diagnostic::new(Code::PlaceholderLeft, message).help(format!("write ${{{new}}} where the shell reads it"))
    };
    Rewritten { lost: renamed.left.iter().map(left).collect(), changed, text: renamed.text }
}

/// The lines of scripts that use another agent's plugin root.
pub(super) fn in_scripts(rules: &Rules<'_>, root: &Path, package: &Package) -> Vec<Diagnostic> {
    package
        .files()
        .filter_map(|(path, file)| Some((path.as_str(), script(path.as_str(), file)?)))
        .flat_map(|(path, text)| in_script(rules, root, path, text))
        .collect()
}

fn in_script(rules: &Rules<'_>, root: &Path, path: &str, text: &str) -> Vec<Diagnostic> {
    let names = rules.foreign_roots();
    let is_shell =
        SHELL_SCRIPTS.contains(&extension(path)) || text.lines().next().is_some_and(|line| line.starts_with("#!") && line.ends_with("sh"));
    let lines = Lines::of(text);
    let found = mentions(text, &names, is_shell).into_iter().map(|word| {
        let (line, column) = lines.place(word.start);
        let message = format!("the script uses `{}`, which packing does not edit", &text[word.clone()]);
        let place = Place { path: root.join(path).into(), line, column, span: word };
        Diagnostic::new(Code::PlaceholderInScript, message).help(format!("use `{}`", rules.root)).at(&place)
    });
    let mut found: Vec<Diagnostic> = found.collect();
    found.dedup_by_key(|found| found.place.as_ref().map(|place| place.line));
    found.truncate(MOST_LINES);
    found
}

/// The text of a file that something may run.
fn script<'p>(path: &str, file: &'p PackedFile) -> Option<&'p str> {
    let is_prose = PROSE.contains(&extension(path)) || file.content.len() > LARGEST_SCRIPT;
    std::str::from_utf8(&file.content).ok().filter(|_| !is_prose)
}

fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}
