//! The portable hook runtime for coding agents.
//!
//! An [`Engine`] holds the hooks of one agent's dialect and runs them when the agent says what happened. It is synchronous, `Send + Sync`,
//! keeps no global state, and logs nothing unless it is given a [`Journal`].
//!
//! A toy agent, whose user has a hook that refuses to delete recursively and one that wants a last word before the turn ends:
//!
//! ```
//! use snell::{Action, Engine, Event, EventKind, Fact, dialects};
//! # let home = tempfile::tempdir().unwrap();
//! # std::fs::create_dir_all(home.path().join(".rightnow/hooks")).unwrap();
//! # std::fs::write(home.path().join(".rightnow/hooks/mine.json"), r#"{"hooks": {
//! #   "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command",
//! #     "command": "grep -q 'rm -rf' && { echo 'never delete recursively' >&2; exit 2; }; exit 0"}]}],
//! #   "Stop": [{"hooks": [{"type": "command", "command": "grep -q '\"stopHookActive\":true' || { echo 'say thanks' >&2; exit 2; }"}]}]
//! # }}"#).unwrap();
//!
//! let engine = Engine::builder(dialects::rightnow()).home(home.path()).build();
//! let mut session = engine.session();
//! let mut told = Vec::new(); // what the model gets to read
//! let mut wants = vec!["ls", "rm -rf build"]; // what the model wants to do, last first
//! loop {
//!     let Some(command) = wants.pop() else {
//!         let stop = session.fire(Event::new(EventKind::Stop)).outcome;
//!         if stop.action != Action::Continue {
//!             break;
//!         }
//!         told.extend(stop.feedback.into_iter().map(|said| said.text));
//!         continue;
//!     };
//!     let input = serde_json::json!({ "command": command, "description": "a step" });
//!     let call = Event::new(EventKind::PreToolUse).with(Fact::ToolName, "Bash").with(Fact::ToolInput, input);
//!     let outcome = session.fire(call).outcome;
//!     told.push(match outcome.action {
//!         Action::Proceed => format!("ran `{command}`"), // or `outcome.input`, where a hook rewrote it
//!         _ => format!("refused: {}", outcome.reason.unwrap_or_default()),
//!     });
//! }
//! assert_eq!(told, ["refused: never delete recursively", "ran `ls`", "say thanks"]);
//! ```

#![cfg_attr(test, allow(missing_docs))]

pub mod bridge;
mod builder;
mod check;
pub mod convert;
mod engine;
mod fire;
mod firing;
pub mod hosts;
pub mod import;
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
