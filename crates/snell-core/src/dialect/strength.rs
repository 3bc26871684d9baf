//! How well an agent heeds what a hook can say. That it has words for something does not mean that it acts on them.

use serde::{Deserialize, Serialize};

use super::{Gate, Text};

/// One thing that an event can do for a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Effect {
    /// The hook runs at all.
    Observe,
    /// The operation is refused, the turn kept going, the reason told.
    Block,
    /// The user is asked.
    Ask,
    /// The user need not be asked.
    Allow,
    /// The turn ends.
    End,
    /// The tool gets another input.
    Input,
    /// The model gets another output of the tool.
    Output,
    /// The model is told a text.
    Context,
}

impl Effect {
    /// Every effect.
    pub const ALL: [Effect; 8] =
        [Effect::Observe, Effect::Block, Effect::Ask, Effect::Allow, Effect::End, Effect::Input, Effect::Output, Effect::Context];

    /// The second part of a loss's code. A block is called after what it does at the gate.
    pub fn word(self, gate: Gate) -> &'static str {
        match self {
            Effect::Observe => "observe",
            Effect::Block => match gate {
                Gate::Call | Gate::Prompt => "deny",
                Gate::Feedback => "feedback",
                Gate::Replaces => "replace",
                Gate::Turn | Gate::Observes => "block",
            },
            Effect::Ask => "ask",
            Effect::Allow => "allow",
            Effect::End => "end",
            Effect::Input => "rewrite",
            Effect::Output => "output",
            Effect::Context => "context",
        }
    }
}

/// How much of an effect is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grade {
    /// All of it.
    Kept,
    /// More than was asked for: something is refused that would have been let through.
    Stricter(Text),
    /// Less than was asked for.
    Weaker(Text),
    /// Nothing.
    Dead(Text),
}

impl Grade {
    /// From all to nothing. What is stricter costs no guard.
    pub fn rank(&self) -> u8 {
        match self {
            Grade::Kept => 0,
            Grade::Stricter(_) => 1,
            Grade::Weaker(_) => 2,
            Grade::Dead(_) => 3,
        }
    }

    /// `kept`, `stricter`, `weaker` or `dead`.
    pub fn name(&self) -> &'static str {
        match self {
            Grade::Kept => "kept",
            Grade::Stricter(_) => "stricter",
            Grade::Weaker(_) => "weaker",
            Grade::Dead(_) => "dead",
        }
    }

    /// How it is not kept.
    pub fn how(&self) -> Option<&str> {
        match self {
            Grade::Kept => None,
            Grade::Stricter(how) | Grade::Weaker(how) | Grade::Dead(how) => Some(how),
        }
    }
}

/// What was seen of an effect at one event of one agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strength {
    /// The effect.
    pub effect: Effect,
    /// What is left of it.
    pub grade: Grade,
}
