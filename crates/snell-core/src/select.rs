//! `select`: which hooks an event chooses, and why the others are not chosen (N10.2).

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::dialect::{Dialect, Event as Row, Subject};
use crate::event::{Event, Fact};
use crate::hook::{Hook, Status};
use crate::hook_set::HookSet;
use crate::tool;

/// Why a hook of the event is not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Why {
    Matcher,
    Disabled,
    Untrusted,
    Duplicate,
    SwitchedOff,
    Broken,
    /// The turn was kept going as often as it may be (N7.6, R2.2).
    Limit,
    /// `explain` alone: its url's address is not allowed (N9.2).
    Refused,
}

/// One hook of the event and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its index in the [`HookSet`].
    pub hook: usize,
    /// None where it is chosen.
    pub skipped: Option<Why>,
    /// It is not run, but it would have been consulted: a broken guard whose matcher fits (E1.2).
    pub concerned: bool,
}

/// What becomes of every hook of the event, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// One for each hook of the event.
    pub choices: Vec<Choice>,
}

impl Selection {
    /// The chosen hooks' indices, in order.
    pub fn chosen(&self) -> impl Iterator<Item = usize> {
        self.choices.iter().filter(|choice| choice.skipped.is_none()).map(|choice| choice.hook)
    }

    /// Whether no hook has any part in the outcome: none is run, none was kept from running that would have been.
    pub fn is_quiet(&self) -> bool {
        self.choices
            .iter()
            .all(|choice| matches!(choice.skipped, Some(why) if why != Why::Broken && why != Why::Limit || !choice.concerned))
    }
}

/// Chooses. `continuations` is how often hooks kept this turn (run) going already.
pub fn select(dialect: &Dialect, row: &Row, hooks: &HookSet, event: &Event, continuations: u32) -> Selection {
    let names = subject(dialect, row, event);
    let names: Vec<&str> = names.iter().map(Cow::as_ref).collect();
    let at_limit = row.gate == crate::dialect::Gate::Turn && continuations >= dialect.continuations.limit;
    let choices = hooks.of_event(row.kind).iter().map(|&index| {
        let hook = &hooks.hooks()[index];
        let concerned = fits(row, hook, event, &names);
        let skipped = if at_limit { Some(Why::Limit) } else { why_not(hook, concerned) };
        Choice { hook: index, skipped, concerned }
    });
    Selection { choices: choices.collect() }
}

fn why_not(hook: &Hook, concerned: bool) -> Option<Why> {
    match hook.status {
        Status::Untrusted => Some(Why::Untrusted),
        Status::SwitchedOff => Some(Why::SwitchedOff),
        Status::Disabled => Some(Why::Disabled),
        _ if !concerned => Some(Why::Matcher),
        Status::Broken => Some(Why::Broken),
        Status::Duplicate => Some(Why::Duplicate),
        Status::Unconfigured | Status::Ready => None,
    }
}

/// Whether the hook wants to see this event. A broken matcher might have wanted anything (E1.2).
fn fits(row: &Row, hook: &Hook, event: &Event, names: &[&str]) -> bool {
    let own_plugin =
        !row.own_plugin_only || hook.source.plugin.as_ref().is_some_and(|plugin| event.text(Fact::Plugin) == Some(plugin.name.as_str()));
    let wanted = hook.matcher.is_broken() || hook.matcher.accepts(names);
    own_plugin && tool::is_of(hook.only, event.text(Fact::ToolName)) && wanted
}

/// What matchers are tested against; nothing where the event carries no value to test (N4.8).
fn subject<'a>(dialect: &Dialect, row: &Row, event: &'a Event) -> Vec<Cow<'a, str>> {
    match row.subject {
        Subject::Ignored => Vec::new(),
        Subject::Fact(fact) => event.text(fact).filter(|text| !text.is_empty()).map(Cow::Borrowed).into_iter().collect(),
        Subject::Tool => match event.text(Fact::ToolName).filter(|name| !name.is_empty()) {
            Some(name) => tool::names(dialect, name).into_iter().map(Cow::Owned).collect(),
            None => Vec::new(),
        },
    }
}
