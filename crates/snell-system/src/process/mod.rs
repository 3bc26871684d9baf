//! One hook as a process: how it is started, fed, heard, ended and buried. [`crate::round`] turns the one loop over all of them.
//!
//! The life of a hook:
//!
//! ```text
//!             leader exits             outputs close, or 200 ms
//! Running ───────────────────► Draining ───────────────────────► group killed, leader reaped
//!    │ deadline or cancel                                                ▲
//!    └──────► Ending (SIGTERM, 200 ms) ──────► Killed (SIGKILL) ─────────┘ leader dead and outputs closed, or 200 ms more
//! ```
//!
//! * Every hook leads a process group of its own, and the group is killed *before* its leader is reaped: until then the group's number
//!   cannot be given to somebody else.
//! * `Command` is used only in ways that keep it on `posix_spawn`: an absolute program, `process_group`, a directory, an environment. Never
//!   `pre_exec`, `uid` or `gid`: those fork, which copies the page tables of the host.
//! * A hook that asks the terminal (a password prompt) is stopped by the system, since its group is not in the foreground, and would wait
//!   until its deadline. It is ended as soon as that is seen.
//! * A hook has ended when its leader has, not when its pipes close: a child left in the background can hold those for ever.

mod leader;
mod program;
mod refusal;
mod running;
mod spawn;
mod stream;

pub(crate) use leader::bury_the_unreaped;
pub(crate) use running::{Part, Running};
pub(crate) use spawn::{NoStart, Order};
pub(crate) use stream::Buffer;
