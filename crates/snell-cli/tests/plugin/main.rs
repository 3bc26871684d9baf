//! Plugins as a user meets them: the real command, real files, real hooks.

mod asking;
mod crash;
mod hostile;
mod install;
mod kill;
mod pack;
mod stage;
mod variables;
