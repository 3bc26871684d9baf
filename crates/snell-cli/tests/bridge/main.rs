//! `snell bridge install` and `uninstall`, by the built command.

mod install;
mod stage;
mod uninstall;
