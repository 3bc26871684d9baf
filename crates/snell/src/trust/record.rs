//! What the store holds: a decision about one folder and one dialect.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::folder::Folder;

/// A decision about one folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Record {
    /// The folder, the same for all worktrees of a repository.
    pub identity: PathBuf,
    /// Where it was when it was decided about.
    pub root: PathBuf,
    /// The dialect's name.
    pub dialect: String,
    /// What was decided.
    pub decision: Decision,
    /// When: RFC 3339, UTC.
    pub at: String,
    /// The digest of everything that was approved.
    pub digest: Digest,
    /// The hooks that were approved.
    pub hooks: Vec<ApprovedHook>,
    /// The files that they name.
    pub files: Vec<ApprovedFile>,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// What is listed may run.
    Trusted,
    /// Nothing may run, whatever was decided about a folder above.
    Denied,
}

/// One approved hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApprovedHook {
    /// Of its definition and the bytes that it names.
    pub digest: Digest,
    /// Of its definition alone.
    pub definition: Digest,
    /// Its name then.
    pub name: String,
    /// Its definition as it was shown.
    pub shown: String,
}

/// One approved file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApprovedFile {
    /// Below the root.
    pub path: String,
    /// Of its bytes.
    pub sha256: Digest,
    /// Its text then, where it was short and UTF-8.
    pub text: Option<String>,
}

/// Every decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Records {
    pub(super) schema: u32,
    pub(super) folders: Vec<Record>,
}

impl Records {
    /// The decisions that hold for a folder: those about the longest path at or above it (N12.2). Several worktrees of one repository may
    /// each have theirs.
    pub(super) fn holding(&self, folder: &Folder, dialect: &str) -> Vec<&Record> {
        let above: Vec<&Record> =
            self.folders.iter().filter(|record| record.dialect == dialect && folder.identity.starts_with(&record.identity)).collect();
        let longest = above.iter().map(|record| record.identity.components().count()).max();
        above.into_iter().filter(|record| Some(record.identity.components().count()) == longest).collect()
    }

    /// Puts a decision in the place of an earlier one about the same work tree, and of every denial of the folder.
    pub(super) fn put(&mut self, record: Record) {
        self.folders.retain(|old| {
            let is_same = old.identity == record.identity && old.dialect == record.dialect;
            !(is_same && (old.root == record.root || old.decision == Decision::Denied))
        });
        self.folders.push(record);
    }

    /// Removes every decision about a folder. Gives how many there were.
    pub(super) fn remove(&mut self, identity: &Path, dialect: Option<&str>) -> usize {
        let before = self.folders.len();
        self.folders.retain(|old| old.identity != identity || dialect.is_some_and(|dialect| old.dialect != dialect));
        before - self.folders.len()
    }
}
