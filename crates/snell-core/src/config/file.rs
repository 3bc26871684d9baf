//! One file's tree into hooks: events, groups, handlers. A fault costs the smallest thing it is in, and is always told (N1.11).

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::Finding;
use super::handler;
use super::json;
use super::lines::Lines;
use super::toml;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::dialect::{self, Dialect, Event as Row, Format, Only, Shape, Subject, Words};
use crate::event::EventKind;
use crate::hook::{Hook, Source, Status};
use crate::matcher::{Matcher, Patterns};
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
    row: &'a dialect::Source,
    pub(super) source: &'a Arc<Source>,
    status: Status,
    lines: Lines<'a>,
    hooks: Vec<Hook>,
    diagnostics: Vec<Diagnostic>,
    /// Groups of each event so far, through all its spellings (N8.3).
    groups: HashMap<EventKind, usize>,
    /// `id`s so far (E2.1).
    pub(super) ids: HashSet<String>,
    patterns: &'a mut Patterns,
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

    pub(super) fn find_as(&mut self, severity: Severity, finding: Finding) {
        self.find(finding);
        if let Some(last) = self.diagnostics.last_mut() {
            last.severity = severity;
        }
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
        let Some(groups) = member.value.items() else {
            let message = format!("`{}` is a list of groups, and this is {}", member.key, member.value.what());
            self.find(Finding::new(Code::WrongShape, message, member.value.span.clone()).help("write [{\"hooks\": [ … ]}]"));
            return;
        };
        for node in groups {
            let count = self.groups.entry(event.kind).or_default();
            let at = At { event, only, group: *count };
            *count += 1;
            self.group(at, node);
        }
    }

    fn group(&mut self, at: At<'_>, node: &Node) {
        if node.members().is_none() {
            let message = format!("a group is an object, and this is {}", node.what());
            self.find(Finding::new(Code::WrongShape, message, node.span.clone()).help("write {\"hooks\": [ … ]}"));
            return;
        }
        let (matcher, matcher_fault) = self.matcher(at, node);
        let flat = self.row.shape == Shape::GroupsOrFlat && node.get("hooks").is_none();
        if flat {
            self.handler(at, 0, node, &matcher, matcher_fault.as_deref());
            return;
        }
        self.unknown_group_keys(node);
        match node.get("hooks").map(|hooks| (hooks, hooks.items())) {
            Some((_, Some(handlers))) => {
                for (index, handler) in handlers.iter().enumerate() {
                    self.handler(at, index, handler, &matcher, matcher_fault.as_deref());
                }
            }
            Some((hooks, None)) => {
                let message = format!("`hooks` of a group is a list of handlers, and this is {}", hooks.what());
                self.find(
                    Finding::new(Code::WrongShape, message, hooks.span.clone()).help("write [{\"type\": \"command\", \"command\": \"…\"}]"),
                );
            }
            None => {
                let finding = Finding::new(Code::WrongShape, "a group without `hooks` does nothing".to_owned(), node.span.clone());
                self.find(finding.help("write {\"matcher\": \"…\", \"hooks\": [{\"type\": \"command\", \"command\": \"…\"}]}"));
            }
        }
    }

    fn unknown_group_keys(&mut self, node: &Node) {
        for member in node.members().unwrap_or_default() {
            if !["matcher", "hooks", "description"].contains(&member.key.as_str()) {
                let message = format!("`{}` has no meaning in a group; it is ignored", member.key);
                self.find(Finding::new(Code::UnknownKey, message, member.key_span.clone()));
            }
        }
    }

    /// The group's matcher, and what is wrong with it where it cannot be used.
    fn matcher(&mut self, at: At<'_>, node: &Node) -> (Matcher, Option<String>) {
        let rules = &self.dialect.matchers;
        let all = || Matcher::read(None, rules).unwrap_or_else(|_| Matcher::broken(""));
        let Some(written) = node.get("matcher").filter(|node| node.kind != crate::tree::NodeKind::Null) else { return (all(), None) };
        if at.event.subject == Subject::Ignored {
            if !matches!(written.text(), Some("" | "*")) {
                let message = format!("`{}` has nothing to match; the matcher is ignored", at.event.name());
                self.find(Finding::new(Code::MatcherIgnored, message, written.span.clone()).help("leave the matcher out"));
            }
            return (all(), None);
        }
        let Some(text) = written.text() else {
            let message = format!("a matcher is a string, and this is {}", written.what());
            self.find(Finding::new(Code::BadMatcher, message.clone(), written.span.clone()).help("write a pattern, or leave it out"));
            return (Matcher::broken(&written.to_value().to_string()), Some(message));
        };
        if matches!(at.event.subject, Subject::Exactly(_)) {
            return (Matcher::exactly(text), None);
        }
        if text == "*" && rules.star_is_noted {
            let message = "a lone `*` is no regular expression; it matches everything".to_owned();
            self.find(Finding::new(Code::StarMatcher, message, written.span.clone()).help("leave the matcher out, or write `.*`"));
        }
        match self.patterns.read(text, rules) {
            Ok(matcher) => (matcher, None),
            Err(fault) => {
                self.find(Finding { code: Code::BadMatcher, message: fault.message.clone(), help: fault.help, span: written.span.clone() });
                (Matcher::broken(text), Some(fault.message))
            }
        }
    }

    fn handler(&mut self, at: At<'_>, index: usize, node: &Node, matcher: &Matcher, matcher_fault: Option<&str>) {
        let read = handler::read(self, at, node);
        let handler = match matcher_fault {
            Some(fault) => read.handler.broken_by(fault),
            None => read.handler,
        };
        let broken = matches!(handler, crate::hook::Handler::Broken { .. });
        let position = format!("{}[{}].hooks[{index}]", at.event.snake_name(), at.group);
        let stem = self.source.path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        self.hooks.push(Hook {
            name: match &read.id {
                Some(id) => format!("{}/{stem}:{id}", self.source.scope),
                None => format!("{}/{stem}:{position}", self.source.scope),
            },
            id: read.id,
            event: at.event.kind,
            row: self.dialect.events.iter().position(|row| std::ptr::eq(row, at.event)).unwrap_or(usize::MAX),
            only: at.only,
            matcher: matcher.clone(),
            condition: read.condition,
            below: read.below,
            aside: read.aside,
            handler,
            timeout: read.timeout,
            on_failure: read.on_failure,
            place: self.place(&node.span),
            source: self.source.clone(),
            status: if broken { self.status.min(Status::Broken) } else { self.status },
            distrust: None,
        });
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
