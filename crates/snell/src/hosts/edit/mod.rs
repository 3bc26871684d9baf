//! Our entries in the text of a native file: put in, brought up to date, taken out. Every byte that is not ours stays (B5).

mod find;
mod gap;
mod splice;
mod style;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value, json};
use snell_core::Code;
use snell_core::config::{Finding, json as reader};
use snell_core::dialect::{Entries, Host};
use snell_core::tree::Node;

pub(super) use find::{Found, ours};
use style::Style;

/// What stands under an event of a native file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Handler {
    /// The event's native name.
    pub(super) event: String,
    /// The handler: type, command, timeout.
    pub(super) handler: Map<String, Value>,
}

/// How an agent's file is written.
pub(super) struct Native<'h> {
    pub(super) host: &'h Host,
    /// The agent's name, by which our entries are known.
    pub(super) agent: &'h str,
}

impl Native<'_> {
    /// The text with exactly these entries of ours. No text, or a blank one, becomes a new file.
    ///
    /// # Errors
    /// The text is no JSON, or holds something else where the events should be.
    pub(super) fn with(&self, text: &str, handlers: &[Handler]) -> Result<String, Finding> {
        if text.trim().is_empty() {
            return Ok(self.fresh(handlers));
        }
        let mut text = self.versioned(text)?;
        for handler in handlers {
            text = self.put(&text, handler)?;
        }
        self.without(&text, None, &|found| handlers.iter().any(|wanted| wanted.event == found.event))
    }

    /// The text without our entries, but for those that are spared. Events that are then empty go too, where `before` did not have them.
    pub(super) fn without(&self, text: &str, before: Option<&str>, spare: &dyn Fn(&Found<'_>) -> bool) -> Result<String, Finding> {
        let mut text = text.to_owned();
        if text.trim().is_empty() {
            return Ok(text);
        }
        let before = before.and_then(|before| reader::read(before).0);
        loop {
            let root = self.read(&text)?;
            let Some(found) = ours(self, &root).into_iter().rfind(|found| !spare(found)) else { break };
            text = self.take(&text, &root, &found, before.as_ref());
        }
        let had = |key: &str| before.as_ref().is_none_or(|before| before.get(key).is_some());
        if let Some((key, _)) = self.host.version.as_ref().filter(|(key, _)| !had(key) && before.is_some()) {
            text = remove_member(&text, &self.read(&text)?, &[key]);
        }
        Ok(text)
    }

    /// A new file.
    fn fresh(&self, handlers: &[Handler]) -> String {
        let mut events: Map<String, Value> = Map::new();
        for handler in handlers {
            events.insert(handler.event.clone(), json!([self.item(handler)]));
        }
        let mut root = Map::new();
        root.extend(self.host.version.iter().map(|(key, version)| (key.to_string(), json!(version))));
        if self.host.events_at.is_empty() {
            root.extend(events);
        } else {
            root.insert(self.host.events_at.to_string(), events.into());
        }
        format!("{:#}\n", Value::Object(root))
    }

    /// What stands in the list of an event.
    fn item(&self, handler: &Handler) -> Value {
        match self.host.entries {
            Entries::Grouped => json!({ "hooks": [handler.handler] }),
            Entries::Flat => Value::Object(handler.handler.clone()),
        }
    }

    /// The text as a tree.
    ///
    /// # Errors
    /// As for [`with`](Self::with).
    pub(super) fn read(&self, text: &str) -> Result<Node, Finding> {
        let (node, findings) = reader::read(text);
        let node = node.ok_or_else(|| findings.into_iter().next().unwrap_or_else(|| Finding::new(Code::Syntax, "it is no JSON", 0..0)))?;
        for (node, what) in
            [Some((&node, "the file")), self.events(&node).map(|events| (events, self.host.events_at.as_ref()))].into_iter().flatten()
        {
            if node.members().is_none() {
                return Err(Finding::new(Code::Syntax, format!("{what} is {}, not an object", node.what()), node.span.clone()));
            }
        }
        Ok(node)
    }

    /// The object of events, where there is one.
    fn events<'n>(&self, root: &'n Node) -> Option<&'n Node> {
        if self.host.events_at.is_empty() { Some(root) } else { root.get(&self.host.events_at) }
    }

    fn versioned(&self, text: &str) -> Result<String, Finding> {
        let root = self.read(text)?;
        let Some((key, version)) = self.host.version.as_ref().filter(|(key, _)| root.get(key).is_none()) else {
            return Ok(text.to_owned());
        };
        Ok(append_member(text, &root, &root, key, &json!(version)))
    }

    /// Puts an entry in, or brings the one that is there up to date.
    fn put(&self, text: &str, handler: &Handler) -> Result<String, Finding> {
        let root = self.read(text)?;
        let mut there = ours(self, &root).into_iter().filter(|found| found.event == handler.event);
        if let Some(first) = there.next() {
            let mut text = match there.next_back() {
                Some(copy) => return self.put(&self.take(text, &root, &copy, None), handler),
                None => text.to_owned(),
            };
            if first.node.to_value() != Value::Object(handler.handler.clone()) {
                let style = Style::of(&text, &root);
                let is_one_line = style.one_line || !text[first.node.span.clone()].contains('\n');
                let indent = style::line_indent(&text, first.node.span.start).to_owned();
                let value = Value::Object(handler.handler.clone());
                let new = style.value(&value, (!is_one_line).then_some(indent.as_str()));
                text = splice::replace(&text, &first.node.span, &new);
            }
            return Ok(text);
        }
        let item = self.item(handler);
        let Some(events) = self.events(&root) else {
            let events = json!({ &handler.event: [item] });
            return Ok(append_member(text, &root, &root, &self.host.events_at, &events));
        };
        match events.get(&handler.event) {
            None => Ok(append_member(text, &root, events, &handler.event, &json!([item]))),
            Some(list) if list.items().is_some() => {
                let style = Style::of(text, &root);
                let indent = splice::inner_indent(text, &style, list);
                Ok(splice::append(text, &style, list, &style.value(&item, indent.as_deref())))
            }
            Some(other) => {
                let message = format!("`{}` is {}, not a list", handler.event, other.what());
                Err(Finding::new(Code::Syntax, message, other.span.clone()))
            }
        }
    }

    /// Takes an entry out, with what it leaves empty.
    fn take(&self, text: &str, root: &Node, found: &Found<'_>, before: Option<&Node>) -> String {
        let Some(events) = self.events(root) else { return text.to_owned() };
        let list = &events.members().unwrap_or_default()[found.member].value;
        let items = list.items().unwrap_or_default();
        let group = found.handler.and_then(|_| items[found.item].get("hooks"));
        let handlers = group.and_then(Node::items).unwrap_or_default();
        if let (Some(group), Some(handler), true) = (group, found.handler, handlers.len() > 1) {
            return splice::remove(text, group, handler);
        }
        let stood = |path: &[&str]| before.is_some_and(|before| path.iter().try_fold(before, |node, key| node.get(key)).is_some());
        let outer: Vec<&str> = Some(self.host.events_at.as_ref()).filter(|key| !key.is_empty()).into_iter().collect();
        if items.len() > 1 || stood(&[&outer[..], &[&found.event]].concat()) {
            return splice::remove(text, list, found.item);
        }
        let is_last_event = events.members().unwrap_or_default().len() == 1;
        if is_last_event && !outer.is_empty() && !stood(&outer) {
            return remove_member(text, root, &outer);
        }
        splice::remove(text, events, found.member)
    }
}

/// The text without a member of the root.
fn remove_member(text: &str, root: &Node, path: &[&str]) -> String {
    let index = root.members().unwrap_or_default().iter().rposition(|member| path.first() == Some(&member.key.as_str()));
    index.map_or_else(|| text.to_owned(), |index| splice::remove(text, root, index))
}

fn append_member(text: &str, root: &Node, object: &Node, key: &str, value: &Value) -> String {
    let style = Style::of(text, root);
    let indent = splice::inner_indent(text, &style, object);
    splice::append(text, &style, object, &style.member(key, value, indent.as_deref()))
}
