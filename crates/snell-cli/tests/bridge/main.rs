//! `snell bridge`, by the built command.

mod install;
mod losses;
mod stage;
mod status;
mod uninstall;
