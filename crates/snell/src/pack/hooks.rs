//! The hooks file of a plugin that is being packed: what of it is kept, what changes, what is lost (R8.4).
//!
//! What a hook is, is asked of the loader that will run it: a handler is kept where the loader would run it, and a finding of the
//! loader's about something that it does not use is a loss. Nothing here has an idea of its own.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value};
use snell_core::config::lines::Lines;
use snell_core::config::{self, Loaded};
use snell_core::dialect::{HandlerMeans, Subject};
use snell_core::hook::{Handler, Plugin, Source, Status};
use snell_core::tree::{Member, Node};
use snell_core::{Code, Diagnostic, Hook, Place, Severity};

use super::gate;
use super::placeholder;
use super::rules::Rules;

/// Keys beside `hooks` that say something to people.
const REMARKS: [&str; 2] = ["$schema", "description"];

/// A hooks file, packed.
pub(super) struct PackedHooks {
    /// Its new content.
    pub(super) value: Value,
    pub(super) changed: Vec<Diagnostic>,
    pub(super) lost: Vec<Diagnostic>,
}

/// The hooks of a text, as the dialect's loader reads them.
pub(crate) fn load(rules: &Rules<'_>, plugin: &str, path: &Path, text: &str) -> Loaded {
    let plugin = Plugin {
        name: plugin.to_owned(),
        root: PathBuf::new(),
        data: PathBuf::new(),
        variables: Vec::new(),
        defaults: Vec::new(),
        unconfigured: Vec::new(),
    };
    let source = Arc::new(Source {
        scope: format!("{}/{}", rules.source.scope, plugin.name),
        path: path.into(),
        of_project: false,
        words: rules.source.words,
        switch: None,
        directory: rules.source.directory,
        plugin: Some(Arc::new(plugin)),
    });
    config::read(rules.dialect, rules.source, &source, Status::Ready, text)
}

/// Packs what was loaded from a text.
pub(super) fn pack(rules: &Rules<'_>, path: &Path, text: &str, loaded: Loaded) -> PackedHooks {
    let kept = loaded.hooks.iter().filter(|hook| !matches!(hook.handler, Handler::Broken { .. }));
    let kept: HashSet<(usize, usize)> = kept.map(|hook: &Hook| (hook.place.span.start, hook.place.span.end)).collect();
    let mut packing = Packing { rules, path, lines: Lines::of(text), kept, changed: Vec::new(), lost: Vec::new() };
    for found in loaded.diagnostics {
        packing.sort(found, loaded.tree.as_ref());
    }
    let value = loaded.tree.as_ref().map_or(Value::Null, |tree| packing.file(tree));
    PackedHooks { value, changed: packing.changed, lost: packing.lost }
}

struct Packing<'a> {
    rules: &'a Rules<'a>,
    path: &'a Path,
    lines: Lines<'a>,
    /// The spans of the handlers that the loader would run.
    kept: HashSet<(usize, usize)>,
    changed: Vec<Diagnostic>,
    lost: Vec<Diagnostic>,
}

impl Packing<'_> {
    /// A finding of the loader's is a loss, a change, or no concern of packing.
    fn sort(&mut self, mut found: Diagnostic, tree: Option<&Node>) {
        match found.code {
            Code::JsonExtension | Code::MatcherIgnored | Code::BadOnFailure => self.changed.push(found),
            Code::MissingType => {
                (found.code, found.severity) = (Code::TypeWritten, Code::TypeWritten.severity());
                self.changed.push(found);
            }
            Code::UnknownEvent
            | Code::EventNotHere
            | Code::EventUnderTop
            | Code::WrongShape
            | Code::BadMatcher
            | Code::UnknownType
            | Code::MissingField
            | Code::BadField
            | Code::UnknownKey
            | Code::AsyncIgnored
            | Code::BadTimeout
            | Code::BadId => {
                let span = found.place.as_ref().map_or(0..0, |place| place.span.clone());
                let guards = tree.is_some_and(|tree| gate::stands_at(self.rules.dialect, tree, &span));
                found.severity = if guards { Severity::Error } else { Severity::Warning };
                self.lost.push(found);
            }
            _ => {}
        }
    }

    fn file(&mut self, tree: &Node) -> Value {
        let mut file = Map::new();
        for member in tree.members().unwrap_or_default() {
            match member.key.as_str() {
                "hooks" => drop(file.insert("hooks".to_owned(), self.events(&member.value))),
                key if REMARKS.contains(&key) => drop(file.insert(key.to_owned(), member.value.to_value())),
                // An event at the top was told by the loader.
                key if self.rules.dialect.event_named(key).is_some() => {}
                key => {
                    let place = self.place(member.key_span.clone());
                    self.lost.push(Diagnostic::new(Code::UnknownKey, format!("`{key}` has no meaning in a hooks file")).at(&place));
                }
            }
        }
        if !file.contains_key("hooks") {
            file.insert("hooks".to_owned(), Value::Object(Map::new()));
        }
        Value::Object(file)
    }

    fn events(&mut self, node: &Node) -> Value {
        let mut events = Map::new();
        for member in node.members().unwrap_or_default() {
            let Some(row) = self.rules.dialect.event_named(&member.key) else { continue };
            let is_tested = row.subject != Subject::Ignored;
            let groups = member.value.items().unwrap_or_default().iter();
            let groups: Vec<Value> = groups.filter_map(|group| self.group(group, is_tested)).collect();
            if !groups.is_empty() {
                events.insert(member.key.clone(), Value::Array(groups));
            }
        }
        Value::Object(events)
    }

    /// A group with its handlers; none where no handler is left.
    fn group(&mut self, node: &Node, is_tested: bool) -> Option<Value> {
        let mut group = Map::new();
        for member in node.members()? {
            match member.key.as_str() {
                "hooks" => {
                    let handlers = member.value.items().unwrap_or_default().iter();
                    let kept = handlers.filter(|node| self.kept.contains(&(node.span.start, node.span.end))).collect::<Vec<_>>();
                    let handlers: Vec<Value> = kept.into_iter().map(|node| self.handler(node)).collect();
                    group.insert("hooks".to_owned(), Value::Array(handlers));
                }
                "matcher" if is_tested => drop(group.insert("matcher".to_owned(), member.value.to_value())),
                "description" => drop(group.insert("description".to_owned(), member.value.to_value())),
                _ => {}
            }
        }
        let has_handlers = group.get("hooks").and_then(Value::as_array).is_some_and(|handlers| !handlers.is_empty());
        has_handlers.then_some(Value::Object(group))
    }

    fn handler(&mut self, node: &Node) -> Value {
        let members = node.members().unwrap_or_default();
        let means = |member: &Member| self.rules.dialect.handler_keys.iter().find(|key| key.key == member.key).map(|key| key.means);
        let has = |wanted| members.iter().any(|member| means(member) == Some(wanted));
        let (has_type, is_plain) = (has(HandlerMeans::Type), has(HandlerMeans::Args));
        let mut handler = Map::new();
        if !has_type {
            handler.insert("type".to_owned(), "command".into());
        }
        for member in members {
            let Some(means) = means(member) else { continue };
            if let Some(value) = self.value(means, is_plain, &member.value) {
                handler.insert(member.key.clone(), value);
            }
        }
        Value::Object(handler)
    }

    /// The packed value of a handler's key; none where it is not kept.
    fn value(&mut self, means: HandlerMeans, is_plain: bool, node: &Node) -> Option<Value> {
        let was_lost =
            |packing: &Packing<'_>| packing.lost.iter().any(|lost| lost.place.as_ref().is_some_and(|place| place.span == node.span));
        Some(match means {
            HandlerMeans::Command => self.renamed(is_plain, node)?,
            HandlerMeans::Args => node.items()?.iter().map(|item| self.renamed(true, item)).collect::<Option<_>>()?,
            HandlerMeans::Timeout | HandlerMeans::Id if was_lost(self) => return None,
            HandlerMeans::OnFailure if !matches!(node.text(), Some("continue" | "block")) => "block".into(),
            _ => node.to_value(),
        })
    }

    fn renamed(&mut self, is_plain: bool, node: &Node) -> Option<Value> {
        let text = node.text()?;
        let renamed = placeholder::renamed(self.rules, text, is_plain);
        let place = self.place(node.span.clone());
        self.changed.extend(renamed.changed.into_iter().map(|found| found.at(&place)));
        self.lost.extend(renamed.lost.into_iter().map(|found| found.at(&place)));
        Some(renamed.text.into())
    }

    fn place(&self, span: std::ops::Range<usize>) -> Place {
        let (line, column) = self.lines.place(span.start);
        Place { path: self.path.into(), line, column, span }
    }
}
