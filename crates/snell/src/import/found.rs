//! The hooks of another agent's file, each with what becomes of it here. What is a hook, the loader says that reads the file anyway.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value};
use snell_core::config::{self, json};
use snell_core::dialect::{Event as Row, HandlerMeans as Means, Source as SourceRow};
use snell_core::hook::{Handler, Source, Status};
use snell_core::tree::{Member, Node};
use snell_core::{Code, Diagnostic, Dialect, Hook};

use super::ImportFault;
use super::write::Before;

/// What of a handler is taken over (N11.4).
const TAKEN: [Means; 7] = [Means::Type, Means::Command, Means::Args, Means::Env, Means::Timeout, Means::OnFailure, Means::Id];

/// One handler of a file.
pub(super) struct Found<'d> {
    /// The event, as this dialect writes it, or as it stands in the file where there is none here.
    pub(super) event: String,
    pub(super) row: Option<&'d Row>,
    pub(super) matcher: Option<String>,
    /// Its command, or what else it would run.
    pub(super) command: String,
    pub(super) from: PathBuf,
    pub(super) line: usize,
    /// Which group of which file it is in: those of one group stay together.
    pub(super) group: Range<usize>,
    /// The hook that is imported; none where it is not.
    pub(super) hook: Option<Hook>,
    /// The handler as it is written.
    pub(super) handler: Map<String, Value>,
    pub(super) differences: Vec<Diagnostic>,
}

/// The handlers of one file, and what was found outside of them. A file that is not there has none.
pub(super) fn read<'d>(here: &'d Dialect, row: &SourceRow, path: &Path) -> Result<(Vec<Found<'d>>, Vec<Diagnostic>), ImportFault> {
    let before = Before::read(path)?;
    let Some(text) = before.text()? else { return Ok(Default::default()) };
    let source = Arc::new(Source {
        scope: row.scope.to_string(),
        path: path.into(),
        of_project: row.base == snell_core::dialect::Base::Project,
        words: row.words,
        switch: None,
        directory: row.directory,
        plugin: None,
    });
    let loaded = config::read(here, row, &source, Status::Ready, text);
    if let Some(fault) = loaded.diagnostics.iter().find(|found| matches!(found.code, Code::Syntax | Code::TooDeep)) {
        let line = fault.place.as_ref().map_or(1, |place| place.line);
        return Err(
            ImportFault::new(format!("`{}`, line {line}: {}", path.display(), fault.message)).help("repair it first; nothing was changed")
        );
    }
    let tree = loaded.tree.as_ref();
    let mut reading = Reading { here, row, path, hooks: loaded.hooks, diagnostics: loaded.diagnostics, text, found: Vec::new() };
    for member in tree.and_then(|tree| tree.get("hooks")).and_then(Node::members).unwrap_or_default() {
        reading.event(member);
    }
    let outside = reading.diagnostics.into_iter().filter(|found| found.place.is_some()).collect();
    Ok((reading.found, outside))
}

struct Reading<'r, 'd> {
    here: &'d Dialect,
    row: &'r SourceRow,
    path: &'r Path,
    hooks: Vec<Hook>,
    /// What is not yet told of some handler.
    diagnostics: Vec<Diagnostic>,
    text: &'r str,
    found: Vec<Found<'d>>,
}

impl<'d> Reading<'_, 'd> {
    fn event(&mut self, member: &Member) {
        let of_event = self.taken(std::slice::from_ref(&member.key_span));
        let row = self.named(&member.key);
        let before = self.found.len();
        for group in member.value.items().unwrap_or_default() {
            self.group(member, row, group, &of_event);
        }
        // An event without handlers is told all the same.
        if self.found.len() == before {
            self.diagnostics.extend(of_event);
        }
    }

    fn named(&self, name: &str) -> Option<&'d Row> {
        let foreign = || self.here.foreign_names.iter().find(|foreign| foreign.name == name && foreign.words == self.row.words);
        self.here.event_named(name).or_else(|| self.here.event(foreign()?.kind))
    }

    fn group(&mut self, event: &Member, row: Option<&'d Row>, group: &Node, of_event: &[Diagnostic]) {
        let handlers = group.get("hooks").and_then(Node::items).unwrap_or_default();
        let outside: Vec<Range<usize>> = gaps(&group.span, handlers.iter().map(|handler| &handler.span));
        let of_group = self.taken(&outside);
        for node in handlers {
            let hook = self.hooks.iter().find(|hook| hook.place.span == node.span).cloned();
            let mut differences = of_event.to_vec();
            differences.extend(of_group.iter().cloned());
            differences.extend(self.taken(std::slice::from_ref(&node.span)));
            if hook.as_ref().is_some_and(|hook| matches!(hook.handler, Handler::Http { .. })) {
                let found = Diagnostic::new(Code::NotImported, "only commands are imported");
                differences.push(found.help("write it into a hooks file of your own"));
            }
            self.found.push(Found {
                event: row.map_or(event.key.as_str(), Row::name).to_owned(),
                row,
                matcher: group.get("matcher").and_then(Node::text).map(str::to_owned),
                command: hook.as_ref().map(|hook| hook.run().into_owned()).filter(|run| !run.is_empty()).unwrap_or_else(|| written(node)),
                from: self.path.to_owned(),
                line: config::Lines::of(self.text).place(node.span.start).0,
                group: group.span.clone(),
                handler: self.handler(node),
                hook: hook.filter(|hook| matches!(hook.handler, Handler::Command { .. })),
                differences,
            });
        }
    }

    /// The findings that begin in one of these parts of the text.
    fn taken(&mut self, parts: &[Range<usize>]) -> Vec<Diagnostic> {
        let is_in =
            |found: &mut Diagnostic| found.place.as_ref().is_some_and(|place| parts.iter().any(|part| part.contains(&place.span.start)));
        self.diagnostics.extract_if(.., is_in).collect()
    }

    /// What of a handler is taken over, its type written out.
    fn handler(&self, node: &Node) -> Map<String, Value> {
        let mut handler = Map::new();
        handler.insert("type".to_owned(), "command".into());
        for member in node.members().unwrap_or_default() {
            let key =
                self.here.handler_keys.iter().find(|key| key.key == member.key && key.words.is_none_or(|words| words == self.row.words));
            if key.is_some_and(|key| TAKEN.contains(&key.means) && key.means != Means::Type) {
                handler.insert(member.key.clone(), member.value.to_value());
            }
        }
        handler
    }
}

/// The parts of a stretch that none of these, in order, covers.
fn gaps<'s>(whole: &Range<usize>, covered: impl Iterator<Item = &'s Range<usize>>) -> Vec<Range<usize>> {
    let mut gaps = Vec::new();
    let mut start = whole.start;
    for part in covered {
        gaps.push(start..part.start);
        start = part.end;
    }
    gaps.push(start..whole.end);
    gaps
}

/// What a handler would run that the loader cannot tell of.
fn written(node: &Node) -> String {
    let text = |key: &str| node.get(key).and_then(Node::text);
    text("command").or_else(|| text("url")).or_else(|| text("type")).unwrap_or_default().to_owned()
}

/// A hooks file that may be added to: its content.
pub(super) fn content(path: &Path, text: &str) -> Result<Value, ImportFault> {
    let (tree, findings) = json::read(text);
    let fault = findings.first().map(|finding| finding.message.clone());
    match (tree, fault) {
        (Some(tree), None) if tree.members().is_some() => Ok(tree.to_value()),
        (_, fault) => {
            let fault = fault.unwrap_or_else(|| "it holds no object".to_owned());
            let help = "repair it, or move it away; nothing was changed";
            Err(ImportFault::new(format!("`{}` cannot be added to: {fault}", path.display())).help(help))
        }
    }
}
