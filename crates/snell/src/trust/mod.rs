//! Folder trust, of *content*: what was approved is what runs.
//!
//! A project's hooks are looked at ([`Review`]): each definition as far as it has effect, and the bytes of every file inside the project
//! that its command, arguments or environment name. A person approves that, and the [`TrustStore`] keeps the digests, outside of every
//! repository. A hook runs where its digest is one that was approved: at load, and once more when it is about to run. So a hook that
//! appeared, changed or cannot be looked at does not run, and neither does its neighbour's approval help it; hooks that are unchanged go
//! on running, so that nobody gets rid of a guard by adding a file beside it. `docs/trust.md` tells the whole of it.
//!
//! What cannot be pinned before it runs (`curl … | sh`, a variable, a package runner) is said in the review, and approved with it.

mod approve;
mod claims;
mod digest;
mod fingerprint;
mod folder;
mod further;
mod gate;
mod named;
mod record;
mod report;
mod review;
mod scope;
mod shell;
mod shown;
mod store;

pub use digest::Digest;
pub use folder::Folder;
pub use record::{ApprovedFile, ApprovedHook, Decision, Record};
pub use report::{TrustReport, TrustedFile, TrustedHook, UnresolvedReport};
pub use review::{Review, Reviewed, Standing, State};
pub use store::{StoreFault, TrustStore};

pub(crate) use claims::claims;
pub(crate) use gate::{Gate, in_full, review, with_approvals_of_now};
