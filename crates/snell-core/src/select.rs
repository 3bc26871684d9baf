//! `select`: which hooks an event chooses, and why the others are not chosen (N10.2).

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::dialect::{Dialect, Duplicates, Event as Row, Names, Subject};
use crate::envelope;
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
    let at_limit = row.gate == crate::dialect::Gate::Turn && continuations >= dialect.continuations.most();
    let mut subjects = Subjects { dialect, event, known: Vec::new() };
    let mut choices: Vec<Choice> = Vec::new();
    for &index in hooks.of_event(event.kind) {
        let hook = &hooks.hooks()[index];
        let concerned = subjects.of(hook).is_some_and(|(row, names)| fits(row, hook, event, names));
        let skipped = if at_limit { Some(Why::Limit) } else { why_not(hook, concerned) };
        let again = skipped.is_none() && dialect.duplicates == Duplicates::SameRun && runs_before(hooks, &choices, hook);
        choices.push(Choice { hook: index, skipped: if again { Some(Why::Duplicate) } else { skipped }, concerned });
    }
    Selection { choices }
}

/// Whether a chosen hook runs the same already.
fn runs_before(hooks: &HookSet, choices: &[Choice], hook: &Hook) -> bool {
    let chosen = choices.iter().filter(|choice| choice.skipped.is_none());
    chosen.map(|choice| &hooks.hooks()[choice.hook]).any(|before| before.runs_as(hook))
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
fn fits(row: &Row, hook: &Hook, event: &Event, names: &[Cow<'_, str>]) -> bool {
    let own_plugin =
        !row.own_plugin_only || hook.source.plugin.as_ref().is_some_and(|plugin| event.text(Fact::Plugin) == Some(plugin.name.as_str()));
    let names: Vec<&str> = names.iter().map(Cow::as_ref).collect();
    let wanted = hook.matcher.is_broken() || hook.matcher.accepts(&names);
    let meant = hook.condition.as_ref().is_none_or(|condition| condition.holds(event));
    own_plugin && tool::is_of(hook.only, event.text(Fact::ToolName)) && wanted && meant
}

/// Whether a matcher accepts calls of a canonical tool, where it stands under this row.
pub fn sees(dialect: &Dialect, row: &Row, matcher: &crate::matcher::Matcher, canonical: &str) -> bool {
    let event = Event::new(row.kind).with(Fact::ToolName, canonical);
    let names = subject(dialect, row, &event);
    let told_only = dialect.matchers.names == Names::AllForLists && matcher.is_pattern();
    let names: Vec<&str> = names.iter().take(if told_only { 1 } else { usize::MAX }).map(Cow::as_ref).collect();
    matcher.accepts(&names)
}

/// What a hook under this row is told that a canonical tool is called.
pub fn told_tool(dialect: &Dialect, row: &Row, canonical: &str) -> String {
    let event = Event::new(row.kind).with(Fact::ToolName, canonical);
    envelope::told_text(dialect, row, Fact::ToolName, &event).unwrap_or_else(|| tool::native(dialect, canonical))
}

/// What matchers are tested against, for each row of the event.
struct Subjects<'a> {
    dialect: &'a Dialect,
    event: &'a Event,
    known: Vec<(usize, Vec<Cow<'a, str>>)>,
}

impl<'a> Subjects<'a> {
    /// The hook's row, and what its matcher is tested against.
    fn of(&mut self, hook: &Hook) -> Option<(&'a Row, &[Cow<'a, str>])> {
        let row = self.dialect.events.get(hook.row)?;
        let at = self.known.iter().position(|(index, _)| *index == hook.row).unwrap_or_else(|| {
            self.known.push((hook.row, subject(self.dialect, row, self.event)));
            self.known.len() - 1
        });
        let names = &self.known[at].1[..];
        let told_only = self.dialect.matchers.names == Names::AllForLists && hook.matcher.is_pattern();
        Some((row, if told_only { &names[..names.len().min(1)] } else { names }))
    }
}

/// What matchers are tested against, what the hook is told first; nothing where the event carries no value to test (N4.8).
fn subject<'a>(dialect: &Dialect, row: &Row, event: &'a Event) -> Vec<Cow<'a, str>> {
    let some = |text: String| if text.is_empty() { Vec::new() } else { vec![Cow::Owned(text)] };
    match &row.subject {
        Subject::Ignored => Vec::new(),
        Subject::Fact(fact) | Subject::Exactly(fact) => some(envelope::told_text(dialect, row, *fact, event).unwrap_or_default()),
        Subject::Fixed(text) => some(text.to_string()),
        Subject::Command => {
            some(event.get(Fact::ToolInput).and_then(|input| input.get("command")?.as_str()).unwrap_or_default().to_owned())
        }
        Subject::Tool => match event.text(Fact::ToolName).filter(|name| !name.is_empty()) {
            Some(name) if dialect.matchers.names == Names::Told => {
                some(envelope::told_text(dialect, row, Fact::ToolName, event).unwrap_or_else(|| name.to_owned()))
            }
            Some(name) => tool::names(dialect, name).into_iter().map(Cow::Owned).collect(),
            None => Vec::new(),
        },
    }
}
