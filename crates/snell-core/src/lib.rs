//! The pure heart of Snell: what a hook is, which hooks an event chooses, how each is prepared, and what its answer means.
//!
//! Nothing here reads a file, a clock or the environment, nothing blocks, and nothing panics on any input. The flow is six verbs, each a
//! module of its own name, with plain values between them:
//!
//! ```text
//! load ─► HookSet ─► select ─► Selection ─► prepare ─► Invocation ─► (run) ─► Completion ─► interpret ─► Verdict ─► merge ─► Outcome
//! ```
//!
//! `load` is [`config`] and [`HookSet`]; `run` is the edge (`snell-system`). What a hook system *is* stands in [`dialect`], as data.

#![cfg_attr(test, allow(missing_docs))]

pub mod answer;
pub mod code;
pub mod command;
pub mod completion;
pub mod condition;
pub mod config;
pub mod continuation;
pub mod diagnostic;
pub mod dialect;
pub mod envelope;
pub mod environment;
pub mod event;
pub mod hear;
pub mod hook;
pub mod hook_set;
pub mod interpret;
pub mod invocation;
pub mod losses;
pub mod matcher;
pub mod merge;
mod moment;
pub mod outcome;
pub mod output;
pub mod policy;
pub mod prepare;
pub mod secret;
pub mod select;
pub mod tool;
pub mod trace;
pub mod tree;
pub mod verdict;

pub use code::Code;
pub use completion::{Captured, Completion, End};
pub use diagnostic::{Diagnostic, Place, Severity};
pub use dialect::Dialect;
pub use event::{Event, EventKind, Fact};
pub use hook::{Handler, Hook, OnFailure, Status};
pub use hook_set::HookSet;
pub use invocation::{Action, Invocation};
pub use losses::{Loss, losses};
pub use matcher::Matcher;
pub use outcome::Outcome;
pub use trace::Trace;
pub use verdict::{Decision, Failure, FailureKind, Verdict};
