//! What an agent can be asked for at an event, and what stands in for the rest.

use serde_json::Value;

use super::{Wish, joined, write};
use crate::dialect::{Codec, Dialect, Effect, Event as Row, Gate, Grade, ResultShape};
use crate::envelope;
use crate::event::{Event, Fact};
use crate::tool::{self, result};
use crate::verdict::{Decision, Verdict};

type Losses = Vec<(Effect, Grade)>;

/// The part of a wish that the agent heeds, with stand-ins, and what is lost.
pub(super) fn fit(dialect: &Dialect, row: &Row, event: &Event, wish: Wish) -> (Verdict, Losses) {
    let mut fitting = Fitting { dialect, row, event, verdict: Verdict::default(), losses: Vec::new() };
    let Wish { verdict, feedback } = wish;
    fitting.decide(verdict.decision, verdict.reason);
    if let Some(input) = verdict.input.filter(|_| !fitting.refuses()) {
        fitting.rewrite(&input);
    }
    if let Some(output) = verdict.output {
        fitting.replace(&output);
    }
    fitting.tell(verdict.context, feedback);
    (fitting.verdict, fitting.losses)
}

struct Fitting<'a> {
    dialect: &'a Dialect,
    row: &'a Row,
    event: &'a Event,
    verdict: Verdict,
    losses: Losses,
}

impl Fitting<'_> {
    /// Whether the agent has words for an effect, and heeds them.
    fn heeds(&self, effect: Effect) -> bool {
        !matches!(self.row.strength(effect), Grade::Dead(_)) && write::can(self.row, effect)
    }

    fn lose(&mut self, effect: Effect, grade: Grade) {
        self.losses.push((effect, grade));
    }

    fn refuses(&self) -> bool {
        matches!(self.verdict.decision, Some(Decision::Block | Decision::End))
    }

    fn decide(&mut self, decision: Option<Decision>, reason: Option<String>) {
        match decision {
            None | Some(Decision::Allow) => {}
            Some(Decision::Grant) if self.heeds(Effect::Allow) => self.say(Decision::Grant, reason),
            Some(Decision::Grant) => self.lose(Effect::Allow, Grade::Stricter("the agent asks all the same".into())),
            Some(Decision::Ask) if self.heeds(Effect::Ask) => self.say(Decision::Ask, reason),
            Some(Decision::Ask) => {
                let why = reason.map_or(String::new(), |reason| format!(": {reason}"));
                self.block(Some(format!("a hook wants this approved by the user, who cannot be asked here{why}")));
                self.lose(Effect::Ask, Grade::Stricter("refused, as the user cannot be asked here".into()));
            }
            Some(Decision::Block) => self.block(reason),
            Some(Decision::End) if self.heeds(Effect::End) => self.say(Decision::End, reason),
            // A turn that is about to end does so when nothing is said.
            Some(Decision::End) if self.row.gate == Gate::Turn => {}
            // A prompt that is refused begins no turn.
            Some(Decision::End) if self.row.gate == Gate::Prompt => self.block(reason),
            Some(Decision::End) if self.row.gate == Gate::Call => {
                self.block(reason);
                self.lose(Effect::End, Grade::Weaker("the operation is refused, and the turn goes on".into()));
            }
            Some(Decision::End) => self.lose(Effect::End, Grade::Dead("the turn cannot be ended here".into())),
        }
    }

    fn block(&mut self, reason: Option<String>) {
        if self.heeds(Effect::Block) {
            self.say(Decision::Block, reason);
        } else {
            self.lose(Effect::Block, Grade::Dead("nothing can be refused here".into()));
        }
    }

    fn say(&mut self, decision: Decision, reason: Option<String>) {
        let needed = matches!(decision, Decision::Block | Decision::Ask | Decision::End);
        let or_else = || needed.then(|| "a hook wants it so and gives no reason".to_owned());
        self.verdict.decision = Some(decision);
        self.verdict.reason = reason.filter(|reason| !reason.trim().is_empty()).or_else(or_else);
    }

    fn rewrite(&mut self, input: &serde_json::Map<String, Value>) {
        let name = self.event.text(Fact::ToolName);
        let heard = self.event.get(Fact::ToolInput).cloned().unwrap_or_default();
        let original = tool::native_input(self.dialect, name, &heard);
        let whole = self.heeds(Effect::Input).then(|| tool::overlaid(self.dialect, name, &original, input)).flatten();
        if whole.is_none() {
            self.lose(Effect::Input, Grade::Dead("the tool runs as it was asked for".into()));
        }
        self.verdict.input = whole;
    }

    fn replace(&mut self, output: &Value) {
        if self.heeds(Effect::Output) {
            self.verdict.output = Some(result::told(self.shape(), self.event.text(Fact::ToolName), output));
        } else if self.row.gate == Gate::Replaces && self.heeds(Effect::Block) && self.verdict.decision.is_none() {
            self.say(Decision::Block, Some(result::text(output)));
        } else {
            self.lose(Effect::Output, Grade::Dead("the model sees the tool's own output".into()));
        }
    }

    /// The shape in which the agent tells results.
    fn shape(&self) -> ResultShape {
        let of = |codec: Codec| match codec {
            Codec::ToolResult(shape) => Some(shape),
            _ => None,
        };
        envelope::rows(self.dialect, self.row).find_map(|fact| of(fact.codec)).unwrap_or(ResultShape::Any)
    }

    /// Feedback is a block's reason where that leaves the output alone; else a context like any other.
    fn tell(&mut self, context: Option<String>, feedback: Option<String>) {
        let speaks = write::has_words(self.row) || !self.heeds(Effect::Context);
        let as_block = self.row.gate == Gate::Feedback && self.heeds(Effect::Block) && self.verdict.decision.is_none() && speaks;
        let mut context = context;
        match feedback {
            Some(text) if as_block => self.say(Decision::Block, Some(text)),
            Some(text) if self.heeds(Effect::Context) => context = joined(context.as_deref().into_iter().chain([text.as_str()])),
            Some(_) => self.lose(Effect::Block, Grade::Dead("the model is not told".into())),
            None => {}
        }
        if context.is_some() && !self.heeds(Effect::Context) {
            context = None;
            self.lose(Effect::Context, Grade::Dead("the model is not told".into()));
        }
        self.verdict.context = context;
    }
}
