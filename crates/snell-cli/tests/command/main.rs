//! The command, run whole and in-process: what it prints, for people and for programs, and what it exits with.

mod check;
mod detection;
mod explain;
mod fire;
mod hygiene;
mod json;
mod lints;
mod list;
mod log;
mod stage;
mod tls;
mod usage;

use snell_cli as _;
