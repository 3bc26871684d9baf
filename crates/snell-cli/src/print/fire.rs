//! `fire` and `explain` for a person: the outcome first, then each hook with its mark, time and words, then what was skipped and why.

use std::collections::HashMap;

use serde_json::{Map, Value};
use snell::core::dialect::Gate;
use snell::core::select::Why;
use snell::core::tool;
use snell::core::trace::{State, Step};
use snell::core::{Hook, Place};
use snell::{Engine, Event, Fact, HookSet, Outcome, Trace};

use super::style::{BOLD, DIM, NEWS, WARN, count, cut, paint, plain};
use super::{Here, diagnostics, outcome, step};

/// The longest piece of a tool's input in the first line, in characters.
const LONGEST_GLANCE: usize = 60;

/// Everything that stands around an outcome.
pub(crate) struct View<'a> {
    pub(crate) here: &'a Here,
    pub(crate) hooks: &'a HookSet,
    by_place: HashMap<&'a Place, &'a Hook>,
    pub(crate) gate: Gate,
    /// The event's name, as its dialect writes it.
    pub(crate) name: String,
    pub(crate) event: &'a Event,
    /// The tool's input in the dialect's own field names.
    pub(crate) input: Option<Map<String, Value>>,
}

impl<'a> View<'a> {
    pub(crate) fn new(engine: &Engine, event: &'a Event, hooks: &'a HookSet, here: &'a Here) -> Self {
        let row = engine.dialect().event(event.kind);
        let native = event.get(Fact::ToolInput).map(|input| tool::native_input(engine.dialect(), event.text(Fact::ToolName), input));
        View {
            here,
            hooks,
            by_place: hooks.hooks().iter().rev().map(|hook| (&hook.place, hook)).collect(),
            gate: row.map_or(Gate::Observes, |row| row.gate),
            name: row.map_or_else(|| format!("{:?}", event.kind), |row| row.name().to_owned()),
            event,
            input: native.and_then(|input| if let Value::Object(input) = input { Some(input) } else { None }),
        }
    }

    /// The hook of a step.
    pub(super) fn hook(&self, step: &Step) -> Option<&'a Hook> {
        self.by_place.get(&step.place).copied().filter(|hook| hook.name == step.name)
    }

    /// `PreToolUse · Bash  rm -rf build`.
    pub(super) fn subject(&self) -> String {
        let mut subject = paint(BOLD, plain(&self.name));
        if let Some(tool) = self.event.text(Fact::ToolName) {
            subject.push_str(&paint(BOLD, format!(" · {}", plain(tool))));
        }
        if let Some(glance) = self.glance() {
            subject.push_str(&paint(DIM, format!("  {}", cut(&plain(glance), LONGEST_GLANCE))));
        }
        subject
    }

    /// What the event is about, at a glance: a tool's first text, or the prompt.
    fn glance(&self) -> Option<&str> {
        let input = self.event.get(Fact::ToolInput).and_then(Value::as_object);
        let first = input.and_then(|input| input.values().find_map(Value::as_str));
        first.or_else(|| self.event.text(Fact::Prompt)).filter(|text| !text.trim().is_empty())
    }
}

/// What came of an event.
pub(crate) fn fired(view: &View<'_>, outcome: &Outcome, trace: &Trace) -> String {
    let mut text = outcome::of(view, outcome, trace);
    text.push_str(&steps(view, trace, &outcome.by));
    text + &findings(view, trace)
}

/// What would run.
pub(crate) fn explained(view: &View<'_>, trace: &Trace) -> String {
    let chosen = trace.steps.iter().filter(|step| step.state == State::WouldRun).count();
    let of = if chosen == trace.steps.len() { String::new() } else { format!(" of {}", trace.steps.len()) };
    let would = match (chosen, trace.steps.len()) {
        (0, 0) => "no hook is configured for this event".to_owned(),
        (0, all) => format!("would run none of {}", count(all, "hook")),
        (1, 1) => "would run 1 hook".to_owned(),
        _ => format!("would run {chosen}{of} hooks"),
    };
    let headline = format!("{} {}  {would}\n", paint(NEWS, "→"), view.subject());
    headline + &steps(view, trace, &[]) + &findings(view, trace)
}

fn steps(view: &View<'_>, trace: &Trace, by: &[String]) -> String {
    let is_skipped = |step: &&snell::core::trace::Step| matches!(step.state, State::Skipped(_)) && !by.contains(&step.name);
    let (skipped, others): (Vec<_>, Vec<_>) = trace.steps.iter().partition(is_skipped);
    let widths = step::Widths::of(&trace.steps);
    let mut text = String::new();
    for steps in [others, skipped] {
        if !steps.is_empty() {
            text.push('\n');
        }
        for one in steps {
            text.push_str(&step::line(view, one, by, &widths));
        }
    }
    text
}

/// What was swept up afterwards, and what is wrong with the configuration, shortly: `check` shows it at length.
fn findings(view: &View<'_>, trace: &Trace) -> String {
    let swept: String = snell::report::swept(trace).map(|found| diagnostics::note(&found, "")).unwrap_or_default();
    let found = swept + &diagnostics::short(view.here, &view.hooks.diagnostics);
    if found.is_empty() { found } else { format!("\n{found}") }
}

/// The line for stderr when hooks were skipped because nobody trusts the project.
pub(crate) fn untrusted(trace: &Trace) -> Option<String> {
    let skipped = trace.steps.iter().filter(|step| step.state == State::Skipped(Why::Untrusted)).count();
    let what = count(skipped, "project hook");
    let them = if skipped == 1 { "it" } else { "them" };
    let help = format!("`--trust` runs {them} this once; `snell trust` shows what would run, and asks");
    (skipped > 0).then(|| format!("{}: {what} skipped: not trusted; {help}", paint(WARN, "snell")))
}
