//! `snell convert`, by the built command.

mod files;
mod losses;
mod stage;
