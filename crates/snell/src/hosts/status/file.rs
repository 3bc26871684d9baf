//! One native file as it stands: our entries in it, and what is wrong with them.

use std::path::PathBuf;

use snell_core::config::{Finding, Lines, json};
use snell_core::dialect::Dialect;
use snell_core::{Code, Diagnostic};
use snell_system::files;

use super::super::edit::{self, Found};
use super::super::native::File;
use super::super::{HostFault, Place};
use super::entry::Called;

/// A native file.
pub(super) struct Seen {
    pub(super) scope: String,
    pub(super) path: PathBuf,
    /// It cannot be read.
    pub(super) is_broken: bool,
    /// We put entries into it, as far as is remembered.
    pub(super) is_recorded: bool,
    /// Our entries, in document order.
    pub(super) entries: Vec<Ours>,
    /// What puts them back as they should be.
    pub(super) again: String,
    pub(super) findings: Vec<Diagnostic>,
}

/// An entry of ours.
pub(super) struct Ours {
    /// Under which event it stands.
    pub(super) event: String,
    pub(super) command: String,
    /// What its command says; none where it is none of those that are installed.
    pub(super) called: Option<Called>,
    /// Where it stands.
    pub(super) place: snell_core::Place,
}

/// Looks at an agent's file.
pub(super) fn see(place: &Place<'_>) -> Seen {
    let (path, scope) = (place.path().to_owned(), place.scope().to_owned());
    let is_recorded = place.records.of(&path).is_some();
    let mut seen = Seen { scope, path, is_broken: false, is_recorded, entries: Vec::new(), again: String::new(), findings: Vec::new() };
    match File::read(place.path()).and_then(|file| file.text().map(str::to_owned)) {
        Ok(text) if text.trim().is_empty() => {}
        Ok(text) => seen.read(place, &text),
        Err(HostFault { message, .. }) => {
            seen.is_broken = true;
            let help = "make it a file that can be read; until then nothing can be installed into it";
            seen.findings.push(Diagnostic::new(Code::Unreadable, message).help(help).at(&seen.at("", 0..0)));
        }
    }
    seen
}

impl Seen {
    /// Whether it has entries of ours.
    pub(super) fn is_installed(&self) -> bool {
        !self.entries.is_empty()
    }

    fn read(&mut self, place: &Place<'_>, text: &str) {
        let native = place.native();
        let root = match native.read(text) {
            Ok(root) => root,
            Err(finding) => {
                self.is_broken = true;
                let help = "repair the file; the agent reads nothing of it, and nothing can be installed into it";
                self.findings.push(Diagnostic::new(Code::Syntax, finding.message).help(help).at(&self.at(text, finding.span)));
                return;
            }
        };
        let ours = edit::ours(&native, &root);
        self.entries = ours.iter().map(|found| self.entry(place, text, found)).collect();
        self.again = again(place.dialect, &self.scope, &from(&self.entries));
        for (found, entry) in ours.iter().zip(&self.entries) {
            if let Some(how) = edited(place, found, entry.called.as_ref()) {
                let message = format!("the entry of `{}` {how}", found.event);
                self.findings.push(Diagnostic::new(Code::EntryEdited, message).help(&self.again).at(&entry.place));
            }
        }
        let liberties = |finding: &Finding| finding.code == Code::JsonExtension;
        if let Some(finding) = json::read(text).1.into_iter().find(|finding| place.host.plain_json && liberties(finding)) {
            let message = format!("{} ignores this file as a whole: {}", place.dialect.title, finding.message);
            let found = Diagnostic::new(Code::CommentsRefused, message).help("take the comments and trailing commas out");
            self.findings.push(found.at(&self.at(text, finding.span)));
        }
        for (at, entry) in self.entries.iter().enumerate() {
            if self.entries[..at].iter().any(|other| other.event == entry.event) {
                let message = format!("`{}` has several entries of the bridge: every hook of it runs as often", entry.event);
                self.findings.push(Diagnostic::new(Code::EntryTwice, message).help(&self.again).at(&entry.place));
            }
        }
    }

    fn entry(&self, place: &Place<'_>, text: &str, found: &Found<'_>) -> Ours {
        let command = found.node.get(&place.host.command).and_then(snell_core::tree::Node::text).unwrap_or_default().to_owned();
        let called = Called::read(&command, &place.dialect.name);
        Ours { event: found.event.clone(), command, called, place: self.at(text, found.node.span.clone()) }
    }

    fn at(&self, text: &str, span: std::ops::Range<usize>) -> snell_core::Place {
        let (line, column) = Lines::of(text).place(span.start);
        snell_core::Place { path: self.path.as_path().into(), line, column, span }
    }
}

/// How an entry is not as it was installed.
fn edited(place: &Place<'_>, found: &Found<'_>, called: Option<&Called>) -> Option<String> {
    let Some(called) = called else { return Some("calls the bridge in another way than was installed".to_owned()) };
    if called.event != found.event {
        return Some(format!("says that the event is `{}`", called.event));
    }
    let matcher = found.group.get("matcher").filter(|_| !std::ptr::eq(found.group, found.node));
    let matcher = matcher.and_then(|matcher| matcher.text()).filter(|matcher| !matcher.is_empty() && *matcher != "*");
    let narrowed = matcher.map(|matcher| format!("has the matcher `{matcher}`: hooks see nothing else"));
    narrowed.or_else(|| called.difference(&found.node.to_value(), place.dialect, place.host))
}

/// The dialects that entries name; none where one means all.
pub(super) fn from<'e>(entries: impl IntoIterator<Item = &'e Ours>) -> Vec<String> {
    let mut names = Vec::new();
    for called in entries.into_iter().filter_map(|entry| entry.called.as_ref()) {
        if called.from().next().is_none() {
            return Vec::new();
        }
        names.extend(called.from().map(str::to_owned));
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// What puts the entries of a scope back as they should be.
fn again(dialect: &Dialect, scope: &str, from: &[String]) -> String {
    let scope = if scope == "user" { String::new() } else { format!(" --scope {scope}") };
    let from = from.iter().map(|name| format!(" --from {name}")).collect::<Vec<_>>().concat();
    format!("`snell bridge install {}{scope}{from}` puts it right", dialect.name)
}

/// Whether the program that an entry calls is there and can be run.
pub(super) fn is_runnable(program: &str, on_path: &dyn Fn(&str) -> bool) -> bool {
    let path = std::path::Path::new(program);
    if path.is_absolute() { files::is_file(path) && files::is_executable(path) } else { on_path(program) }
}
