//! The binary itself, with real hooks: exit codes, streams, signals, and what it leaves behind.

mod example;
mod journal;
mod leftovers;
mod place;
mod signals;
mod streams;
mod tab;
mod terminal;
