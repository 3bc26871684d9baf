//! Remembers selections: the same tool is used again and again, and a configuration does not change between reloads.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use snell_core::dialect::{Event as Row, Subject};
use snell_core::select::{Choice, Selection, select};
use snell_core::trace::{State, Step, Trace};
use snell_core::{Dialect, Event, EventKind, Fact, HookSet};

/// So many selections are remembered; then all are forgotten, as names are the model's to make up.
const LARGEST: usize = 64;

/// Names of more bytes than this are not worth remembering.
const LONGEST_NAME: usize = 256;

/// The selections of one configuration.
#[derive(Debug, Default)]
pub(crate) struct Memo(Mutex<HashMap<Key, Arc<Selected>>>);

/// A selection, and the trace of an event in which no hook has a part: then nothing else happens.
#[derive(Debug)]
pub(crate) struct Selected {
    pub(crate) selection: Selection,
    pub(crate) quiet: Option<Trace>,
}

impl Selected {
    fn of(selection: Selection, hooks: &HookSet) -> Arc<Selected> {
        let step = |choice: &Choice| Step::new(&hooks.hooks()[choice.hook], choice.skipped.map_or(State::WouldRun, State::Skipped));
        let steps = || Trace { steps: Arc::new(selection.choices.iter().map(step).collect()), swept: 0 };
        Arc::new(Selected { quiet: selection.is_quiet().then(steps), selection })
    }
}

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
    pub(crate) fn select(&self, dialect: &Dialect, row: &Row, hooks: &HookSet, event: &Event, continuations: u32) -> Arc<Selected> {
        let text = |fact| event.text(fact).unwrap_or_default().to_owned();
        let key = Key {
            event: event.kind,
            at_limit: continuations >= dialect.continuations.most(),
            subject: dialect.rows(event.kind).filter_map(tested).map(text).collect::<Vec<_>>().join("\0"),
            tool: text(Fact::ToolName),
            plugin: if row.own_plugin_only { text(Fact::Plugin) } else { String::new() },
        };
        if hooks.looks_at_input(event.kind) || [&key.subject, &key.tool, &key.plugin].iter().any(|name| name.len() > LONGEST_NAME) {
            return Selected::of(select(dialect, row, hooks, event, continuations), hooks);
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(selected) = known.get(&key) {
            return selected.clone();
        }
        let selected = Selected::of(select(dialect, row, hooks, event, continuations), hooks);
        if known.len() >= LARGEST {
            known.clear();
        }
        known.insert(key, selected.clone());
        selected
    }
}

/// The fact that matchers of a row are tested against, beside the tool's name.
fn tested(row: &Row) -> Option<Fact> {
    match row.subject {
        Subject::Fact(fact) | Subject::Exactly(fact) => Some(fact),
        Subject::Tool | Subject::Fixed(_) | Subject::Command | Subject::Ignored => None,
    }
}
