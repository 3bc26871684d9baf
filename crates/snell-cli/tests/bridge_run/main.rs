//! `snell bridge run`: the built command, called as an agent calls it, with real hooks of other agents (B1, B2, B4, B6, B8).

mod answers;
mod broken;
mod hears;
mod stage;
mod turns;
