//! The JSON that the command prints, and that hosts may store: `"schema": 1`. Keys may be added to, not changed.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use snell_core::completion::End;
use snell_core::dialect::Gate;
use snell_core::outcome::Outcome;
use snell_core::trace::{State, Step, decision_word};
use snell_core::{Code, Diagnostic, Dialect, Hook, HookSet, Severity, Verdict};

use crate::engine::Engine;
use crate::fire::Fired;

/// The version of every document here.
pub const SCHEMA: u32 = 1;

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
}

/// What the agent is to do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutcomeReport {
    /// `proceed`, `deny`, `invalid_input`, `continue` or `end`.
    pub action: String,
    /// Why.
    pub reason: Option<String>,
    /// The hooks whose verdicts made the action.
    pub by: Vec<String>,
    /// `denied`, `unheard`, `allowed` or `none`.
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
    /// `allow`, `deny`, `block` or `end`.
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

/// A finding.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiagnosticReport {
    /// A stable code; `snell check --codes` lists them.
    pub code: String,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// What was found.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The file, absolute.
    pub path: Option<String>,
    /// From 1.
    pub line: Option<usize>,
    /// From 1, in Unicode scalar values.
    pub column: Option<usize>,
}

/// What `list` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// Every hook, in configured order.
    pub hooks: Vec<ListedHook>,
    /// What was found in the configuration.
    pub diagnostics: Vec<DiagnosticReport>,
}

/// One hook of `list`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedHook {
    /// Its name.
    pub name: String,
    /// Its event, as its dialect writes it.
    pub event: String,
    /// As written.
    pub matcher: Option<String>,
    /// `command`, `http`, or a type that cannot be run.
    pub kind: String,
    /// The command or url as written.
    pub run: String,
    /// Seconds.
    pub timeout: f64,
    /// `user`, `project`, `config`, `plugin/demo` …
    pub scope: String,
    /// Its file, absolute.
    pub path: String,
    /// From 1.
    pub line: usize,
    /// `ready`, `disabled`, `untrusted`, `duplicate`, `switched_off`, `unconfigured` or `broken`.
    pub status: String,
    /// More about the status, for a person.
    pub why: Option<String>,
}

/// What `check` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// What was found.
    pub diagnostics: Vec<DiagnosticReport>,
    /// How much of it.
    pub summary: Summary,
}

/// What `check --codes` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CodesReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// Every code that a finding may have.
    pub codes: Vec<CodeReport>,
}

/// One kind of finding.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CodeReport {
    /// The stable code.
    pub code: String,
    /// The severity that it usually has.
    pub severity: String,
    /// What it means, in one sentence.
    pub meaning: String,
}

/// What `dialects` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DialectsReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The tables of each dialect, as they are; their columns may change with the engine.
    pub dialects: Vec<Map<String, Value>>,
}

/// Counts of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct Summary {
    pub errors: usize,
    pub warnings: usize,
    pub notes: usize,
}

impl Engine {
    /// The report of an event that was fired, or, without an outcome, explained.
    pub fn report(&self, event: &snell_core::Event, fired: Option<&Fired>, trace: &snell_core::Trace) -> FireReport {
        let row = self.dialect().event(event.kind);
        let gate = row.map_or(Gate::Observes, |row| row.gate);
        FireReport {
            schema: SCHEMA,
            dialect: self.dialect().name.to_string(),
            event: row.map_or_else(|| format!("{:?}", event.kind), |row| row.name().to_owned()),
            outcome: fired.map(|fired| outcome(&fired.outcome)),
            hooks: trace.steps.iter().map(|step| hook(step, gate)).collect(),
            diagnostics: self.hooks().diagnostics.iter().chain(&swept(trace)).map(DiagnosticReport::from).collect(),
        }
    }

    /// The report of all hooks.
    pub fn list(&self) -> ListReport {
        let hooks = self.hooks();
        ListReport {
            schema: SCHEMA,
            hooks: hooks.hooks().iter().map(|hook| self.listed(hook)).collect(),
            diagnostics: hooks.diagnostics.iter().map(DiagnosticReport::from).collect(),
        }
    }

    fn listed(&self, hook: &Hook) -> ListedHook {
        ListedHook {
            name: hook.name.clone(),
            event: self.dialect().event(hook.event).map_or_else(String::new, |row| row.name().to_owned()),
            matcher: hook.matcher.written().map(str::to_owned),
            kind: hook.kind().to_owned(),
            run: hook.run().into_owned(),
            timeout: hook.timeout.as_secs_f64(),
            scope: hook.source.scope.clone(),
            path: hook.place.path.display().to_string(),
            line: hook.place.line,
            status: word(&hook.status),
            why: hook.why_not(),
        }
    }
}

impl CheckReport {
    /// The report of some findings.
    pub fn new(diagnostics: &[Diagnostic]) -> Self {
        let count = |severity| diagnostics.iter().filter(|found| found.severity == severity).count();
        CheckReport {
            schema: SCHEMA,
            diagnostics: diagnostics.iter().map(DiagnosticReport::from).collect(),
            summary: Summary { errors: count(Severity::Error), warnings: count(Severity::Warning), notes: count(Severity::Note) },
        }
    }

    /// The report of everything that was found while loading.
    pub fn of(hooks: &HookSet) -> Self {
        CheckReport::new(&hooks.diagnostics)
    }
}

impl CodesReport {
    /// Every code, in the order of the flow.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let report = |code: &Code| CodeReport {
            code: code.as_str().to_owned(),
            severity: word(&code.severity()),
            meaning: code.meaning().to_owned(),
        };
        CodesReport { schema: SCHEMA, codes: Code::ALL.iter().map(report).collect() }
    }
}

impl DialectsReport {
    /// The tables of some dialects.
    pub fn new(dialects: &[&Dialect]) -> Self {
        let tables = |dialect: &&Dialect| match serde_json::to_value(dialect) {
            Ok(Value::Object(tables)) => Some(tables),
            _ => None,
        };
        DialectsReport { schema: SCHEMA, dialects: dialects.iter().filter_map(tables).collect() }
    }
}

impl From<&Diagnostic> for DiagnosticReport {
    fn from(found: &Diagnostic) -> Self {
        let place = found.place.as_ref();
        DiagnosticReport {
            code: found.code.as_str().to_owned(),
            severity: word(&found.severity),
            message: found.message.clone(),
            help: found.help.clone(),
            path: place.map(|place| place.path.display().to_string()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
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
        notes: step.notes.iter().map(DiagnosticReport::from).collect(),
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

/// The name that a value has in JSON.
pub(crate) fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
