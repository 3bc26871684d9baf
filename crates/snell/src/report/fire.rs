//! What `fire` and `explain` print: the outcome, and what became of every hook.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use snell_core::completion::End;
use snell_core::dialect::Gate;
use snell_core::outcome::Outcome;
use snell_core::trace::{State, Step, decision_word};
use snell_core::{Code, Diagnostic, Verdict};

use super::{DiagnosticReport, SCHEMA, word};
use crate::engine::Engine;
use crate::fire::Fired;

/// What `fire` and `explain` print.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FireReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The dialect's name.
    pub dialect: String,
    /// The event's name, as its dialect writes it.
    pub event: String,
    /// What the agent is to do; null where nothing was run.
    pub outcome: Option<OutcomeReport>,
    /// Every hook of the event, in configured order.
    pub hooks: Vec<HookReport>,
    /// What was found in the configuration.
    pub diagnostics: Vec<DiagnosticReport>,
    /// How many more there are: of very many only the gravest are told.
    pub omitted: usize,
}

/// What the agent is to do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutcomeReport {
    /// `proceed`, `deny`, `invalid_input`, `continue` or `end`; of agents that can ask, `ask` too.
    pub action: String,
    /// Why.
    pub reason: Option<String>,
    /// The hooks whose verdicts made the action.
    pub by: Vec<String>,
    /// `denied`, `unheard`, `allowed` or `none`; of agents that can ask, `asked` too.
    pub opinion: String,
    /// What replaces the tool's input.
    pub input: Option<Map<String, Value>>,
    /// What replaces the tool's output.
    pub output: Option<Value>,
    /// Texts for the model.
    pub context: Vec<String>,
    /// What the model is told about why it goes on.
    pub feedback: Vec<FeedbackReport>,
}

/// What a stop gate (or a block after the fact) tells the model.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FeedbackReport {
    /// `block` or `context`.
    pub kind: String,
    /// The text.
    pub text: String,
}

/// What became of one hook.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HookReport {
    /// Its name.
    pub name: String,
    /// Its file, absolute.
    pub path: String,
    /// From 1.
    pub line: usize,
    /// From 1, in Unicode scalar values.
    pub column: usize,
    /// `command`, `http`, or a type that cannot be run.
    pub kind: String,
    /// The command or url as written; what is secret in a url is `***`.
    pub run: String,
    /// `ran`, `skipped` or `would_run`.
    pub state: String,
    /// Why it was skipped.
    pub why: Option<String>,
    /// Its exit code.
    pub exit: Option<i32>,
    /// The signal it died by.
    pub signal: Option<i32>,
    /// The status that its server answered.
    pub http_status: Option<u16>,
    /// Milliseconds; null where it did not run.
    pub duration_ms: Option<f64>,
    /// What it said; null when nothing.
    pub verdict: Option<VerdictReport>,
    /// Why it said nothing.
    pub failure: Option<FailureReport>,
    /// What is worth telling about it.
    pub notes: Vec<DiagnosticReport>,
}

/// What a hook said: any of these.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct VerdictReport {
    /// `allow`, `deny`, `block` or `end`; of agents that can ask, `ask` too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
}

/// Why a hook said nothing.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailureReport {
    /// `not_started`, `refused`, `timed_out`, `signalled`, `exited`, `malformed`, `too_large`, `http_status`, `transport`, `unconfigured`.
    pub kind: String,
    /// What happened.
    pub message: String,
}

impl Engine {
    /// The report of an event that was fired, or, without an outcome, explained.
    pub fn report(&self, event: &snell_core::Event, fired: Option<&Fired>, trace: &snell_core::Trace) -> FireReport {
        let row = self.dialect().event(event.kind);
        let gate = row.map_or(Gate::Observes, |row| row.gate);
        let swept = swept(trace);
        let (diagnostics, omitted) = super::diagnostics(self.hooks().diagnostics.iter().chain(&swept));
        FireReport {
            schema: SCHEMA,
            dialect: self.dialect().name.to_string(),
            event: row.map_or_else(|| format!("{:?}", event.kind), |row| row.name().to_owned()),
            outcome: fired.map(|fired| outcome(&fired.outcome)),
            hooks: trace.steps.iter().map(|step| hook(step, gate)).collect(),
            diagnostics,
            omitted,
        }
    }
}

/// What is told of processes that were ended after the event.
pub fn swept(trace: &snell_core::Trace) -> Option<Diagnostic> {
    let (processes, were) = if trace.swept == 1 { ("process", "was") } else { ("processes", "were") };
    let message = format!("{} {processes} that hooks had left behind {were} ended", trace.swept);
    (trace.swept > 0).then(|| Diagnostic::new(Code::Swept, message).help("a hook that starts something must wait for it"))
}

fn outcome(outcome: &Outcome) -> OutcomeReport {
    OutcomeReport {
        action: word(&outcome.action),
        reason: outcome.reason.clone(),
        by: outcome.by.clone(),
        opinion: word(&outcome.opinion),
        input: outcome.input.clone(),
        output: outcome.output.clone(),
        context: outcome.context.clone(),
        feedback: outcome.feedback.iter().map(|said| FeedbackReport { kind: word(&said.kind), text: said.text.clone() }).collect(),
    }
}

pub(crate) fn hook(step: &Step, gate: Gate) -> HookReport {
    let (state, why, end, duration) = match &step.state {
        State::Ran { end, duration } => ("ran", None, end.as_ref(), Some(duration)),
        State::Skipped(why) => ("skipped", Some(word(why)), None, None),
        State::WouldRun => ("would_run", None, None, None),
    };
    HookReport {
        name: step.name.clone(),
        path: step.place.path.display().to_string(),
        line: step.place.line,
        column: step.place.column,
        kind: step.kind.clone(),
        run: step.run.clone(),
        state: state.to_owned(),
        why,
        exit: end.and_then(|end| if let End::Exited(code) = end { Some(*code) } else { None }),
        signal: end.and_then(|end| if let End::Signalled(signal) = end { Some(*signal) } else { None }),
        http_status: end.and_then(|end| if let End::Answered(status) = end { Some(*status) } else { None }),
        duration_ms: duration.copied().map(milliseconds),
        verdict: step.verdict.as_ref().map(|verdict| self::verdict(verdict, gate)),
        failure: step
            .failure
            .as_ref()
            .map(|failure| FailureReport { kind: failure.kind.as_str().to_owned(), message: failure.message.clone() }),
        notes: step.notes.iter().map(|note| DiagnosticReport::from(&note.clone().at_least(&step.place))).collect(),
    }
}

fn verdict(verdict: &Verdict, gate: Gate) -> VerdictReport {
    VerdictReport {
        decision: verdict.decision.map(|decision| decision_word(gate, decision).to_owned()),
        reason: verdict.reason.clone(),
        input: verdict.input.clone(),
        output: verdict.output.clone(),
        context: verdict.context.clone(),
    }
}

/// A duration in milliseconds, to a tenth.
pub(crate) fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 10_000.0).round() / 10.0
}
