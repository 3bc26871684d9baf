//! Remembers selections: the same tool is used again and again, and a configuration does not change between reloads.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use snell_core::dialect::{Event as Row, Subject};
use snell_core::select::{Selection, select};
use snell_core::{Dialect, Event, EventKind, Fact, HookSet};

/// So many selections are remembered; then all are forgotten, as names are the model's to make up.
const LARGEST: usize = 512;

/// Names of more bytes than this are not worth remembering.
const LONGEST_NAME: usize = 256;

/// The selections of one configuration.
#[derive(Debug, Default)]
pub(crate) struct Memo(Mutex<HashMap<Key, Arc<Selection>>>);

/// Everything that a selection depends on beside the configuration. INVARIANT: what `select` looks at stands here.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Key {
    event: EventKind,
    at_limit: bool,
    subject: String,
    tool: String,
    plugin: String,
}

impl Memo {
    /// The selection of an event: remembered, or made.
    pub(crate) fn select(&self, dialect: &Dialect, row: &Row, hooks: &HookSet, event: &Event, continuations: u32) -> Arc<Selection> {
        let text = |fact| event.text(fact).unwrap_or_default().to_owned();
        let key = Key {
            event: event.kind,
            at_limit: continuations >= dialect.continuations.limit,
            subject: if let Subject::Fact(fact) = row.subject { text(fact) } else { String::new() },
            tool: text(Fact::ToolName),
            plugin: if row.own_plugin_only { text(Fact::Plugin) } else { String::new() },
        };
        if [&key.subject, &key.tool, &key.plugin].iter().any(|name| name.len() > LONGEST_NAME) {
            return Arc::new(select(dialect, row, hooks, event, continuations));
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(selection) = known.get(&key) {
            return selection.clone();
        }
        let selection = Arc::new(select(dialect, row, hooks, event, continuations));
        if known.len() >= LARGEST {
            known.clear();
        }
        known.insert(key, selection.clone());
        selection
    }
}
