//! Where the values of plugin variables are kept: one file of the user's, outside of every repository, that nobody else may read (R5.3 to
//! R5.6).
//!
//! OAuth tokens stand in the same file and are another type: [`Entries::variables`] gives what hooks may see, and nothing turns an
//! [`OAuthToken`] into that.

mod declared;
mod entries;
mod file;
#[cfg(test)]
mod tests;

pub use declared::{VariableState, VariablesReport};
pub use entries::{Entries, OAuthToken};
pub use file::{StoreFault, VariableStore};
