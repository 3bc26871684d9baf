//! The text of the file: events in the order of the hooks, hooks of one matcher together, losses as comments where the agent reads comments.

use serde_json::{Value, json};
use snell_core::dialect::{Entries, Shape};

use super::{Conversion, Converted, Entry};

/// What stands in the list of an event.
struct Item {
    comments: Vec<String>,
    matcher: Option<String>,
    handlers: Vec<Value>,
}

impl Converted<'_> {
    /// The file's text, with a line feed at its end.
    pub fn text(&self) -> String {
        let host = self.to.host.as_ref();
        let version = host.and_then(|host| host.version.as_ref());
        let at_top = self.to.sources.first().is_some_and(|row| row.shape == Shape::GroupsAtTop);
        let indent = if at_top { "" } else { "  " };
        let events: Vec<String> = self.events().iter().map(|(event, items)| self.event(event, items, indent)).collect();
        let events = events.join(",\n");
        let mut members: Vec<String> = version.iter().map(|(key, version)| format!("  {}: {version}", json!(key))).collect();
        members.push(if at_top { events } else { format!("  \"hooks\": {{\n{events}\n  }}") });
        format!("{{\n{}\n}}\n", members.join(",\n"))
    }

    fn events(&self) -> Vec<(String, Vec<Item>)> {
        let mut events: Vec<(String, Vec<Item>)> = Vec::new();
        for (one, entry) in self.hooks.iter().flat_map(|one| one.entries.iter().map(move |entry| (one, entry))) {
            let at = events.iter().position(|(event, _)| *event == entry.event).unwrap_or_else(|| {
                events.push((entry.event.clone(), Vec::new()));
                events.len() - 1
            });
            self.add(&mut events[at].1, one, entry);
        }
        events
    }

    fn add(&self, items: &mut Vec<Item>, one: &Conversion, entry: &Entry) {
        let reads_comments = self.to.host.as_ref().is_some_and(|host| !host.plain_json);
        let comment = |lost: &super::Lost| format!("{} ({}): {}", lost.code, lost.grade.name(), lost.grade.how().unwrap_or_default());
        let comments: Vec<String> = one.losses.iter().filter(|_| reads_comments).map(comment).collect();
        let handler = Value::Object(entry.handler.clone());
        match items.last_mut().filter(|last| !self.is_flat() && last.matcher == entry.matcher) {
            Some(last) => {
                last.comments.extend(comments);
                last.handlers.push(handler);
            }
            None => items.push(Item { comments, matcher: entry.matcher.clone(), handlers: vec![handler] }),
        }
    }

    fn is_flat(&self) -> bool {
        self.to.host.as_ref().is_some_and(|host| host.entries == Entries::Flat)
    }

    fn event(&self, event: &str, items: &[Item], indent: &str) -> String {
        let items: Vec<String> = items.iter().map(|item| self.item(item, &format!("{indent}    "))).collect();
        format!("{indent}  {}: [\n{}\n{indent}  ]", json!(event), items.join(",\n"))
    }

    fn item(&self, item: &Item, indent: &str) -> String {
        let mut value = item.matcher.as_ref().map_or_else(|| json!({}), |matcher| json!({ "matcher": matcher }));
        if let Some(object) = value.as_object_mut() {
            match (self.is_flat(), &item.handlers[..]) {
                (true, [Value::Object(handler)]) => object.extend(handler.clone()),
                (_, handlers) => drop(object.insert("hooks".to_owned(), handlers.into())),
            }
        }
        let comments = item.comments.iter().map(|comment| format!("// {}", comment.replace(['\n', '\r'], " ")));
        let lines = comments.chain(format!("{value:#}").lines().map(str::to_owned)).collect::<Vec<_>>();
        lines.iter().map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
    }
}
