//! One file's tree into hooks: events, groups, handlers. A fault costs the smallest thing it is in, and is always told (N1.11).

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::Finding;
use super::json;
use super::lines::Lines;
use super::toml;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Place};
use crate::dialect::{self, Dialect, Event as Row, Format, Only, Shape, Words};
use crate::event::EventKind;
use crate::hook::{Hook, Source, Status};
use crate::matcher::Patterns;
use crate::tree::{Member, Node};

/// What a file gave.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// Its hooks, in document order.
    pub hooks: Vec<Hook>,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
    /// Its tree, for what else stands in it (switches).
    pub tree: Option<Node>,
}

/// Reads the text of one file (without a byte-order mark) that is alone. `status` is what already holds for all of its hooks.
pub fn read(dialect: &Dialect, row: &dialect::Source, source: &Arc<Source>, status: Status, text: &str) -> Loaded {
    read_beside(dialect, row, source, status, text, &mut Patterns::default())
}

/// The same for a file among others, whose matchers it shares.
pub fn read_beside(
    dialect: &Dialect,
    row: &dialect::Source,
    source: &Arc<Source>,
    status: Status,
    text: &str,
    patterns: &mut Patterns,
) -> Loaded {
    let (tree, findings) = match row.format {
        Format::Json => json::read(text),
        Format::Toml => toml::read(text),
    };
    let mut file = File::new(dialect, row, source, status, text, patterns);
    for finding in findings {
        file.find(finding);
    }
    if let Some(tree) = &tree {
        file.top(tree);
    }
    Loaded { hooks: file.hooks, diagnostics: file.diagnostics, tree }
}

/// A file that is being read.
pub(super) struct File<'a> {
    pub(super) dialect: &'a Dialect,
    pub(super) row: &'a dialect::Source,
    pub(super) source: &'a Arc<Source>,
    pub(super) status: Status,
    lines: Lines<'a>,
    pub(super) hooks: Vec<Hook>,
    diagnostics: Vec<Diagnostic>,
    /// Groups of each event so far, through all its spellings (N8.3).
    groups: HashMap<EventKind, usize>,
    /// `id`s so far (E2.1).
    pub(super) ids: HashSet<String>,
    pub(super) patterns: &'a mut Patterns,
}

/// The event that handlers are read for.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub(super) event: &'a Row,
    pub(super) only: Only,
    pub(super) group: usize,
}

impl<'a> File<'a> {
    fn new(
        dialect: &'a Dialect,
        row: &'a dialect::Source,
        source: &'a Arc<Source>,
        status: Status,
        text: &'a str,
        patterns: &'a mut Patterns,
    ) -> Self {
        File {
            dialect,
            row,
            source,
            status,
            lines: Lines::of(text),
            hooks: Vec::new(),
            diagnostics: Vec::new(),
            groups: HashMap::new(),
            ids: HashSet::new(),
            patterns,
        }
    }

    pub(super) fn words(&self) -> Words {
        self.source.words
    }

    pub(super) fn place(&self, span: &Range<usize>) -> Place {
        let (line, column) = self.lines.place(span.start);
        Place { path: self.source.path.clone(), line, column, span: span.clone() }
    }

    /// Tells a finding. Text that is switched off, or not trusted, is no concern of the user's: there it is a note.
    pub(super) fn find(&mut self, finding: Finding) {
        let diagnostic = Diagnostic { help: finding.help, ..Diagnostic::new(finding.code, finding.message) };
        let place = self.place(&finding.span);
        self.diagnostics.push(diagnostic.at(&place));
    }

    fn top(&mut self, tree: &Node) {
        let Some(members) = tree.members() else {
            let message = format!("a hooks file is an object, and this is {}", tree.what());
            self.find(Finding::new(Code::WrongShape, message, tree.span.clone()).help("write {\"hooks\": { … }}"));
            return;
        };
        if self.row.shape == Shape::GroupsAtTop {
            self.events(tree);
            return;
        }
        for member in members {
            self.stray_event(member);
        }
        if let Some(hooks) = tree.get("hooks") {
            self.events(hooks);
        }
    }

    /// N2.5: an event at the top does nothing, and that is told.
    fn stray_event(&mut self, member: &Member) {
        let holds_hooks = member.value.items().is_some() || member.value.members().is_some();
        if holds_hooks && (self.dialect.event_named(&member.key).is_some() || self.foreign(&member.key).is_some()) {
            let message = format!("`{}` stands at the top of the file, where it does nothing", member.key);
            let finding = Finding::new(Code::EventUnderTop, message, member.key_span.clone());
            self.find(finding.help(format!("put it under `hooks`: {{\"hooks\": {{\"{}\": […]}}}}", member.key)));
        }
    }

    fn foreign(&self, name: &str) -> Option<(&'a Row, Only)> {
        let foreign = self.dialect.foreign_names.iter().find(|foreign| foreign.name == name && foreign.words == self.row.words)?;
        Some((self.dialect.event(foreign.kind)?, foreign.only))
    }

    fn events(&mut self, hooks: &Node) {
        let Some(members) = hooks.members() else {
            let message = format!("`hooks` is an object of events, and this is {}", hooks.what());
            self.find(Finding::new(Code::WrongShape, message, hooks.span.clone()).help("write {\"hooks\": {\"PreToolUse\": [ … ]}}"));
            return;
        };
        // Of a repeated key the last one stands (N1.12); the reader has told it.
        let last: HashMap<&str, usize> = members.iter().enumerate().map(|(index, member)| (member.key.as_str(), index)).collect();
        for (index, member) in members.iter().enumerate() {
            if last[member.key.as_str()] == index {
                self.event(member);
            }
        }
    }

    fn event(&mut self, member: &Member) {
        if self.dialect.beside_events.contains(&member.key.as_str().into()) {
            return;
        }
        let known = self.dialect.event_named(&member.key).map(|row| (row, row.only)).or_else(|| self.foreign(&member.key));
        let Some((event, only)) = known else {
            self.find(unknown_event(self.dialect, member));
            return;
        };
        if event.own_plugin_only && self.source.plugin.is_none() {
            let message = format!("`{}` is an event of plugins; it never comes here", member.key);
            self.find(Finding::new(Code::EventNotHere, message, member.key_span.clone()).help("remove it"));
            return;
        }
        if let Some(groups) = member.value.items() {
            for node in groups {
                self.next_group(event, only, node, None);
            }
            return;
        }
        let message = format!("`{}` is a list of groups, and this is {}", member.key, member.value.what());
        self.find(Finding::new(Code::WrongShape, message.clone(), member.value.span.clone()).help("write [{\"hooks\": [ … ]}]"));
        // A group that nobody put in a list is broken, and guards all the same (E1.2).
        if member.value.members().is_some() {
            self.next_group(event, only, &member.value, Some(&message));
        }
    }

    fn next_group(&mut self, event: &'a Row, only: Only, node: &Node, fault: Option<&str>) {
        let count = self.groups.entry(event.kind).or_default();
        let at = At { event, only, group: *count };
        *count += 1;
        self.group(at, node, fault);
    }
}

fn unknown_event(dialect: &Dialect, member: &Member) -> Finding {
    let message = format!("unknown event `{}`; its hooks are not loaded", member.key);
    let finding = Finding::new(Code::UnknownEvent, message, member.key_span.clone());
    let names = dialect.events.iter().flat_map(|row| row.names.iter()).map(AsRef::as_ref);
    match super::nearest(&member.key, names) {
        Some(name) => finding.help(format!("did you mean `{name}`?")),
        None => finding.help(format!(
            "the events of {} are {}",
            dialect.title,
            dialect.events.iter().map(Row::name).collect::<Vec<_>>().join(", ")
        )),
    }
}
