//! Taking over another agent's hooks (N11.4): a plan that a person can look at, and then all of it or nothing.
//!
//! The plan holds the new text of every file; carrying it out only writes, and only where the files are still what they were. What will be
//! different is computed from the tables of both agents, never remembered.

mod difference;
mod fault;
mod found;
mod marker;
mod plan;
mod report;
mod target;
mod write;

pub use fault::ImportFault;
pub use plan::{Plan, Scope, is_marked, plan};
pub use report::{DifferenceReport, ImportReport, ImportedHook};
