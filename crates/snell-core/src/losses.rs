//! `losses`: what is left of one agent's hooks under another (B3). It is not a list that somebody keeps: every effect is answered as the
//! target writes it and listened to as the target reads it, and what was measured there stands on top.

mod spoken;

use serde_json::{Map, Value, json};

use crate::answer::answer;
use crate::completion::{Captured, Completion, End};
use crate::dialect::{Dialect, Effect, Event as Row, Gate, Grade, Meaning, Says, Sign, Subject, Then};
use crate::event::{Event, EventKind, Fact};
use crate::interpret::listen;
use crate::matcher::Matcher;
use crate::merge::{Part, merge};
use crate::outcome::{Action, Outcome};
use crate::tool;
use crate::verdict::{Decision, Verdict};

pub use spoken::{Spoken, Way, failing, spoken};

/// What is left of one effect at one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// `<event>.<effect>`, stable: `PreToolUse.deny`.
    pub code: String,
    /// The event.
    pub event: EventKind,
    /// The effect.
    pub effect: Effect,
    /// Whether hooks of the event guard something with it.
    pub guards: bool,
    /// How much of it is left.
    pub grade: Grade,
}

/// Every effect that hooks of `source` can ask for, and what is left of it under `host`.
pub fn losses(source: &Dialect, host: &Dialect) -> Vec<Loss> {
    let mut losses: Vec<Loss> = Vec::new();
    for row in source.events.iter() {
        let own = effects(row).into_iter().map(|effect| (row.kind, effect));
        let also = row.also.iter().map(|also| also.kind).filter(|kind| !is_untold(host, *kind));
        let beside = also.flat_map(|kind| effects_beside(row).into_iter().map(move |effect| (kind, effect)));
        for (kind, effect) in own.chain(beside) {
            let grade = grade(source, row, host, kind, effect);
            let code = format!("{kind:?}.{}", effect.word(row.gate));
            let guards = row.is_gate() && kind == row.kind && guards(effect, &grade);
            match losses.iter_mut().find(|loss| loss.code == code) {
                Some(known) if known.grade.rank() >= grade.rank() => {}
                Some(known) => (known.grade, known.guards) = (grade, guards),
                None => losses.push(Loss { code, event: kind, effect, guards, grade }),
            }
        }
    }
    losses
}

/// Tools that a hook with this matcher asks to see by name, and whose calls the host never tells (B3).
pub fn untold_tools<'h>(source: &Dialect, host: &'h Dialect, matcher: &Matcher) -> Vec<&'h str> {
    let names = |tool: &str| tool::names(source, tool);
    let asks = |tool: &&str| !matcher.is_all() && matcher.accepts(&names(tool).iter().map(String::as_str).collect::<Vec<_>>());
    host.untold_tools.iter().map(AsRef::as_ref).filter(asks).collect()
}

/// What is left of a hook with this matcher, as far as the host tells it of calls: none where it names only tools that are never told.
pub fn told(source: &Dialect, host: &Dialect, matcher: &Matcher) -> Grade {
    let untold = untold_tools(source, host, matcher);
    if untold.is_empty() {
        return Grade::Kept;
    }
    let how = format!("{} tells no hook of calls of {}", host.title, untold.join(", ")).into();
    let is_untold = |name: &&str| untold.iter().any(|tool| tool::names(source, tool).iter().any(|known| known == name));
    match named(matcher) {
        Some(names) if names.iter().all(is_untold) => Grade::Dead(how),
        _ => Grade::Weaker(how),
    }
}

/// What of the calls that a hook of this row and matcher hears of the host tells no hook. The hook stays: it hears of every call that is begun.
pub fn untold_uses(source: &Dialect, row: &Row, host: &Dialect, matcher: &Matcher) -> Vec<Grade> {
    let hears_of = |tool: &str| {
        let names = tool::names(source, tool);
        let by_name = || matcher.is_all() || matcher.accepts(&names.iter().map(String::as_str).collect::<Vec<_>>());
        matches!(row.subject, Subject::Tool) && tool::is_of(row.only, Some(tool)) && by_name()
    };
    let uses = host.untold_uses.iter().filter(|(tool, _)| hears_of(tool));
    uses.map(|(_, how)| Grade::Weaker(format!("{} tells no hook {how}", host.title).into())).collect()
}

/// The names of a matcher that is nothing but names, `Edit|Write` or `^(Edit|Write)$`.
fn named(matcher: &Matcher) -> Option<Vec<&str>> {
    let text = matcher.written()?;
    let text = text.trim_start_matches(['^', '(']).trim_end_matches(['$', ')']);
    let names: Vec<&str> = text.split(['|', ',']).map(str::trim).collect();
    let is_name = |name: &&str| !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || "_-".contains(letter));
    names.iter().all(is_name).then_some(names)
}

/// Whether somebody may rely on an effect for safety. A rewrite that is taken in part, or asked about, is not one that is ignored.
fn guards(effect: Effect, grade: &Grade) -> bool {
    match effect {
        Effect::Observe | Effect::Block | Effect::Ask => true,
        Effect::Input => matches!(grade, Grade::Dead(_)),
        Effect::Allow | Effect::End | Effect::Output | Effect::Context => false,
    }
}

/// What is left of a row's effects at a kind that the agent only tells beside: there is no operation to refuse, no turn to hold.
fn effects_beside(row: &Row) -> Vec<Effect> {
    let after_the_fact = matches!(row.gate, Gate::Feedback | Gate::Replaces);
    let tells = row.gate != Gate::Turn;
    effects(row).into_iter().filter(|effect| *effect == Effect::Observe || *effect == Effect::Context && tells || after_the_fact).collect()
}

/// Whether the host tells a kind under another event's name, so that nothing tells them apart.
fn is_untold(host: &Dialect, kind: EventKind) -> bool {
    host.event(kind)
        .is_some_and(|target| target.kind != kind && target.also.iter().any(|also| also.kind == kind && also.sign == Sign::None))
}

/// What a hook of this row can ask for.
fn effects(row: &Row) -> Vec<Effect> {
    let means = |meaning: Meaning| {
        row.replies.iter().any(|reply| match &reply.says {
            Says::Decision { words, .. } => words.iter().any(|word| word.means == meaning),
            _ => false,
        })
    };
    let exits = |then: Then| row.exits.iter().any(|exit| exit.then == then);
    let says = |says: Says| row.replies.iter().any(|reply| reply.says == says);
    let has = |effect: &Effect| match effect {
        Effect::Observe => true,
        Effect::Block => means(Meaning::Block) || exits(Then::Block) || exits(Then::BlockWithReason),
        Effect::Ask => means(Meaning::Ask),
        Effect::Allow => means(Meaning::Grant),
        Effect::End => means(Meaning::End) || exits(Then::End),
        Effect::Input => says(Says::Input),
        Effect::Output => says(Says::Output),
        Effect::Context => says(Says::Context) || says(Says::HoldingContext),
    };
    Effect::ALL.into_iter().filter(has).collect()
}

fn grade(source: &Dialect, row: &Row, host: &Dialect, kind: EventKind, effect: Effect) -> Grade {
    let Some(target) = host.event(kind) else { return Grade::Dead(format!("{} has no such event", host.title).into()) };
    let observed = target.strength(Effect::Observe).clone();
    if effect == Effect::Observe {
        return worst([observed, never_heard(host, target, kind)]);
    }
    let event = sample(kind);
    let wanted = folded(row, asking(effect));
    let answered = answer(host, target, &event, &wanted);
    let measured = answered.used.iter().map(|used| target.strength(*used).clone());
    let said = answered.losses.iter().map(|(_, grade)| grade.clone());
    let left = left(row, effect, &wanted, &heard(host, target, &event, &answered));
    worst(measured.chain(said).chain([left, observed, never_heard(host, target, kind), continued(source, row, host, effect)]))
}

/// The worst of several; of equals the first.
fn worst(grades: impl IntoIterator<Item = Grade>) -> Grade {
    grades.into_iter().fold(Grade::Kept, |worst, grade| if grade.rank() > worst.rank() { grade } else { worst })
}

/// A kind that the agent tells under another event's name may never be told apart.
fn never_heard(host: &Dialect, target: &Row, kind: EventKind) -> Grade {
    if is_untold(host, kind) {
        Grade::Dead(format!("{} tells it as `{}`, and nothing tells them apart", host.title, target.name()).into())
    } else {
        Grade::Kept
    }
}

/// An agent may stop listening to a gate that holds a turn.
fn continued(source: &Dialect, row: &Row, host: &Dialect, effect: Effect) -> Grade {
    match host.continuations.limit {
        Some(limit) if row.gate == Gate::Turn && effect == Effect::Block && limit < source.continuations.most() => {
            Grade::Weaker(format!("{} stops listening after {limit} times", host.title).into())
        }
        _ => Grade::Kept,
    }
}

const REASON: &str = "the reason";
const CONTEXT: &str = "the text";

fn sample(kind: EventKind) -> Event {
    Event::new(kind)
        .with(Fact::ToolName, "Bash")
        .with(Fact::ToolInput, json!({ "command": "true" }))
        .with(Fact::ToolResult, "the output")
        .with(Fact::Prompt, "a prompt")
}

/// A verdict that asks for exactly this, in canonical field names.
fn asking(effect: Effect) -> Verdict {
    let decides = |decision| Verdict { decision: Some(decision), reason: Some(REASON.to_owned()), ..Verdict::default() };
    match effect {
        Effect::Observe => Verdict::default(),
        Effect::Block => decides(Decision::Block),
        Effect::Ask => decides(Decision::Ask),
        Effect::Allow => Verdict { decision: Some(Decision::Grant), ..Verdict::default() },
        Effect::End => decides(Decision::End),
        Effect::Input => Verdict { input: Some(rewrite()), ..Verdict::default() },
        Effect::Output => Verdict { output: Some("another output".into()), ..Verdict::default() },
        Effect::Context => Verdict { context: Some(CONTEXT.to_owned()), ..Verdict::default() },
    }
}

fn rewrite() -> Map<String, Value> {
    Map::from_iter([("command".to_owned(), "false".into())])
}

fn folded(row: &Row, verdict: Verdict) -> Outcome {
    merge(row, &[Part { hook: "a hook", verdict: Some(verdict) }], &|_| Ok(()))
}

/// What the host makes of an answer.
fn heard(host: &Dialect, target: &Row, event: &Event, answered: &crate::answer::Answer) -> Outcome {
    let completion = Completion {
        stdout: Captured::from(answered.text().as_str()),
        stderr: Captured::from(answered.stderr.as_str()),
        ..Completion::of(End::Exited(answered.exit))
    };
    folded(target, listen(host, target, &completion).unwrap_or_default()).in_common_words(host, event)
}

/// How much of what was wanted the host heard.
fn left(row: &Row, effect: Effect, wanted: &Outcome, heard: &Outcome) -> Grade {
    let dead = || Grade::Dead("the agent does not take it".into());
    let told = |text: &str| {
        heard.context.iter().any(|context| context.contains(text)) || heard.feedback.iter().any(|feedback| feedback.text.contains(text))
    };
    let kept = match effect {
        Effect::Observe => true,
        Effect::Block if row.gate == Gate::Replaces => heard.output.as_ref().is_some_and(|output| output.to_string().contains(REASON)),
        Effect::Block if matches!(row.gate, Gate::Feedback | Gate::Observes) => told(REASON),
        Effect::Block => {
            heard.action == wanted.action && (told(REASON) || heard.reason.as_deref().is_some_and(|reason| reason.contains(REASON)))
        }
        Effect::Ask => matches!(heard.action, Action::Ask | Action::Deny),
        Effect::Allow => true,
        Effect::End => {
            heard.action == Action::End || row.gate == Gate::Turn && heard.action == Action::Proceed || heard.action == Action::Deny
        }
        Effect::Input => heard.input == wanted.input,
        Effect::Output => heard.output.is_some(),
        Effect::Context if row.gate == Gate::Turn => heard.action == Action::Continue && told(CONTEXT),
        Effect::Context => told(CONTEXT),
    };
    if kept { Grade::Kept } else { dead() }
}
