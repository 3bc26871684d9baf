//! The edge of Snell: the only crate that starts processes, sends requests, reads files and looks at the clock.
//!
//! Everything here is bounded: in time (one deadline for each hook, stdin included), in memory (output is kept up to
//! [`snell_core::completion::OUTPUT_CAP`] and drained beyond), in processes and descriptors ([`Runner::window`]), and in what is left
//! behind (a hook's process group never outlives its run). Nothing here knows what an answer means, nor any hook system by name.
//!
//! ```text
//! Invocation ──► Run ──► Completion        Runner, Machine (real), Scripted (in memory)
//! path ──► files ──► bytes or ReadFault    clock ──► now, fresh_id
//! ```

#![cfg_attr(test, allow(missing_docs))]

pub mod cancel;
pub mod clock;
pub mod files;
pub mod http;
pub mod input;
pub mod machine;
mod process;
mod requests;
mod round;
pub mod run;
pub mod runner;
mod scarcity;
pub mod scripted;
mod shown;
pub mod sweep;

pub use cancel::Cancel;
pub use files::nearest_directory;
pub use machine::Machine;
pub use run::{Post, Run, Watch};
pub use runner::Runner;
pub use scripted::Scripted;
pub use sweep::Sweep;
