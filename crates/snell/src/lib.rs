//! The portable hook runtime for coding agents.
//!
//! An [`Engine`] holds the hooks of one agent's dialect and runs them when the agent says what happened. It is synchronous, `Send + Sync`,
//! keeps no global state, and logs nothing unless it is given a [`Journal`].
//!
//! ```no_run
//! use snell::{Engine, Event, EventKind, Fact, Action, Trust, dialects};
//!
//! let engine = Engine::builder(dialects::rightnow()).cwd("/repo").trust(Trust::Trusted).build();
//! let mut session = engine.session();
//!
//! let prompt = session.fire(Event::new(EventKind::UserPromptSubmit).with(Fact::Prompt, "tidy up"));
//! assert_eq!(prompt.outcome.action, Action::Proceed);
//!
//! // Before every tool call:
//! let call = Event::new(EventKind::PreToolUse)
//!     .with(Fact::ToolName, "Bash")
//!     .with(Fact::ToolInput, serde_json::json!({ "command": "rm -rf build", "description": "clean" }));
//! let fired = session.fire(call);
//! match fired.outcome.action {
//!     Action::Deny | Action::InvalidInput => println!("refused: {}", fired.outcome.reason.unwrap_or_default()),
//!     _ => println!("run {:?}", fired.outcome.input), // a rewrite, where there is one
//! }
//!
//! // When the model is done:
//! let stop = session.fire(Event::new(EventKind::Stop));
//! if stop.outcome.action == Action::Continue { println!("go on: {:?}", stop.outcome.feedback) }
//! ```

#![cfg_attr(test, allow(missing_docs))]

mod builder;
mod check;
mod engine;
mod fire;
pub mod install;
pub mod journal;
mod load;
mod memo;
mod observer;
pub mod pack;
mod plugin;
pub mod report;
mod session;
pub mod store;
mod switches;
mod texts;
pub mod trust;
mod variables;

pub use builder::{Builder, Trust};
pub use engine::{Engine, Reload};
pub use fire::{Accepts, Call, Fired};
pub use journal::Journal;
pub use observer::Observer;
pub use session::Session;
pub use variables::Variables;

pub use snell_core::outcome::{Action, Feedback, FeedbackKind, Opinion, Outcome};
pub use snell_core::{Code, Diagnostic, Dialect, Event, EventKind, Fact, Hook, HookSet, Severity, Trace};

/// The hook systems that are known.
pub mod dialects {
    pub use snell_dialects::*;
}

/// The pure heart, for those who build on the flow itself.
pub use snell_core as core;

/// The edge, for those who bring their own.
pub use snell_system as system;
