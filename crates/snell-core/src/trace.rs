//! What became of every hook of an event: the record that makes "never ran" look like nothing else (N10.2).

use std::sync::Arc;
use std::time::Duration;

use crate::code::Code;
use crate::completion::End;
use crate::diagnostic::{Diagnostic, Place};
use crate::dialect::Gate;
use crate::hook::Hook;
use crate::secret::{self, Secret};
use crate::select::Why;
use crate::verdict::{Failure, Verdict};

/// One hook's step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The hook's name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// `command`, `http`, or a type that cannot be run.
    pub kind: String,
    /// Its command or url as written, secrets of a url hidden.
    pub run: String,
    /// What became of it.
    pub state: State,
    /// What it said, in the trace's own words: plugin secrets masked.
    pub verdict: Option<Verdict>,
    /// Why it said nothing.
    pub failure: Option<Failure>,
    /// What is worth telling.
    pub notes: Vec<Diagnostic>,
}

/// What became of a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It was chosen and run, or could not be started.
    Ran {
        /// How the run ended; none where it was refused before it began.
        end: Option<End>,
        /// How long it took.
        duration: Duration,
    },
    /// It was not run.
    Skipped(Why),
    /// It would run (`explain`).
    WouldRun,
}

/// The steps of one event, in configured order. A clone is cheap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// One for each hook of the event.
    pub steps: Arc<Vec<Step>>,
    /// So many processes that the hooks had left behind were ended afterwards; which hook's they were is not known.
    pub swept: usize,
}

impl Step {
    /// A step in which nothing was said. A hook that is not trusted says why.
    pub fn new(hook: &Hook, state: State) -> Step {
        Step {
            name: hook.name.clone(),
            place: hook.place.clone(),
            kind: hook.kind().to_owned(),
            run: hook.run().into_owned(),
            notes: if state == State::Skipped(Why::Untrusted) { untrusted(hook.why_not()) } else { Vec::new() },
            state,
            verdict: None,
            failure: None,
        }
    }

    /// Notes what the hook said. SECURITY: its plugin's secrets are masked in every text that is kept here (R5.6).
    pub fn say(&mut self, hook: &Hook, verdict: Result<Verdict, Failure>) {
        match verdict {
            Ok(verdict) if verdict.is_silent() => {}
            Ok(verdict) => self.verdict = Some(masked(hook, verdict)),
            Err(failure) => self.failure = Some(failure),
        }
    }
}

fn untrusted(why: Option<String>) -> Vec<Diagnostic> {
    let note = |why| Diagnostic::new(Code::Untrusted, why).help("`snell trust` shows what would run, and asks");
    why.map(note).into_iter().collect()
}

fn masked(hook: &Hook, mut verdict: Verdict) -> Verdict {
    let Some(plugin) = &hook.source.plugin else { return verdict };
    let secrets: Vec<&Secret> = plugin.variables.iter().map(|(_, secret)| secret).collect();
    let mask = |text: &str| secret::mask(text, secrets.iter().copied());
    verdict.context = verdict.context.map(|text| mask(&text));
    verdict.output = verdict.output.map(|value| mask_json(value, &mask));
    verdict.input = verdict.input.map(|input| input.into_iter().map(|(key, value)| (key, mask_json(value, &mask))).collect());
    verdict
}

fn mask_json(value: serde_json::Value, mask: &dyn Fn(&str) -> String) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::String(text) => Value::String(mask(&text)),
        Value::Array(items) => Value::Array(items.into_iter().map(|item| mask_json(item, mask)).collect()),
        Value::Object(fields) => Value::Object(fields.into_iter().map(|(key, value)| (key, mask_json(value, mask))).collect()),
        other => other,
    }
}

/// The word for a decision at a gate: a call or a prompt is denied, a turn is blocked.
pub fn decision_word(gate: Gate, decision: crate::verdict::Decision) -> &'static str {
    use crate::verdict::Decision;
    match decision {
        Decision::Allow | Decision::Grant => "allow",
        Decision::Ask => "ask",
        Decision::End => "end",
        Decision::Block if matches!(gate, Gate::Call | Gate::Prompt) => "deny",
        Decision::Block => "block",
    }
}
