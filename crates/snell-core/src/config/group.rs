//! One group of an event: its matcher, and its handlers as hooks. A fault in it costs the group, and what it guards stays guarded (E1.2).

use super::Finding;
use super::file::{At, File};
use super::handler;
use crate::code::Code;
use crate::dialect::{Shape, Subject};
use crate::hook::{Handler, Hook, Status};
use crate::matcher::Matcher;
use crate::tree::{Node, NodeKind};

impl File<'_> {
    /// Reads one group. `fault` is what is wrong around it, which breaks its handlers.
    pub(super) fn group(&mut self, at: At<'_>, node: &Node, fault: Option<&str>) {
        if node.members().is_none() {
            let message = format!("a group is an object, and this is {}", node.what());
            self.find(Finding::new(Code::WrongShape, message, node.span.clone()).help("write {\"hooks\": [ … ]}"));
            return;
        }
        let (matcher, matcher_fault) = self.matcher(at, node);
        let fault = fault.or(matcher_fault.as_deref());
        let flat = self.row.shape == Shape::GroupsOrFlat && node.get("hooks").is_none();
        if flat {
            self.handler(at, 0, node, &matcher, fault);
            return;
        }
        let Some(hooks) = node.get("hooks") else {
            self.group_without_hooks(at, node, &matcher, fault);
            return;
        };
        self.unknown_group_keys(node);
        if let Some(handlers) = hooks.items() {
            for (index, handler) in handlers.iter().enumerate() {
                self.handler(at, index, handler, &matcher, fault);
            }
            return;
        }
        let message = format!("`hooks` of a group is a list of handlers, and this is {}", hooks.what());
        let help = "write [{\"type\": \"command\", \"command\": \"…\"}]";
        self.find(Finding::new(Code::WrongShape, message.clone(), hooks.span.clone()).help(help));
        if hooks.members().is_some() {
            self.handler(at, 0, hooks, &matcher, fault.or(Some(&message)));
        }
    }

    /// A handler that stands where a group is meant is broken, and guards all the same (E1.2); anything else is nothing.
    fn group_without_hooks(&mut self, at: At<'_>, node: &Node, matcher: &Matcher, fault: Option<&str>) {
        let names = |key: &str| self.dialect.handler_keys.iter().any(|known| known.key == key);
        let is_handler = node.members().unwrap_or_default().iter().any(|member| names(&member.key));
        let (message, help) = if is_handler {
            ("a handler stands where a group is meant", "write {\"hooks\": [{\"type\": \"command\", \"command\": \"…\"}]}")
        } else {
            self.unknown_group_keys(node);
            let help = "write {\"matcher\": \"…\", \"hooks\": [{\"type\": \"command\", \"command\": \"…\"}]}";
            ("a group without `hooks` does nothing", help)
        };
        self.find(Finding::new(Code::WrongShape, message, node.span.clone()).help(help));
        if is_handler {
            self.handler(at, 0, node, matcher, fault.or(Some(message)));
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
        let Some(written) = node.get("matcher").filter(|node| node.kind != NodeKind::Null) else { return (all(), None) };
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
        let broken = matches!(handler, Handler::Broken { .. });
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
