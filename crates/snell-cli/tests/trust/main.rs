//! Folder trust, as a user meets it: the real command, real files, edits in between.

mod asking;
mod content;
mod disabling;
mod identity;
mod naming;
mod refusing;
mod stage;
mod store;
