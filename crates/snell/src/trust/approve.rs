//! Decisions: to approve what was looked at, to take that back, to list it.

use std::path::Path;

use snell_system::clock;

use super::folder::Folder;
use super::record::{ApprovedHook, Decision, Record, Records};
use super::review::{Review, Standing};
use super::store::{StoreFault, TrustStore};

impl TrustStore {
    /// Approves what was looked at: exactly that, and nothing that came after.
    ///
    /// # Errors
    /// There is nothing to approve, no decision about this folder may be recorded, or the store cannot be used.
    pub fn approve(&self, review: &Review) -> Result<(), StoreFault> {
        if let Some(why) = review.unrecordable {
            let message = format!("`{}` cannot be trusted: {why}", review.folder.root.display());
            return Err(StoreFault::new(message, "keep hooks of your own in the user's files; trust is for projects below"));
        }
        let record = record(review);
        if record.hooks.is_empty() {
            return Err(StoreFault::new("there is no hook that could be approved", "`snell trust --show` says why"));
        }
        self.change(Some(&review.folder.root), |records| records.put(record))
    }

    /// Takes back what was decided about a folder, in all of its worktrees. Where a decision about a folder above would hold then, this one
    /// is denied. Gives how many decisions there were.
    ///
    /// # Errors
    /// The store cannot be used.
    pub fn revoke(&self, root: &Path, dialect: Option<&str>) -> Result<usize, StoreFault> {
        let folder = Folder::at(root).unwrap_or_else(|| Folder { root: root.to_owned(), identity: root.to_owned() });
        let held = |record: &Record| folder.identity.starts_with(&record.identity);
        if !self.read(None)?.folders.iter().any(held) {
            return Ok(0);
        }
        self.change(None, |records| {
            let removed = records.remove(&folder.identity, dialect);
            for dialect in still_trusted(records, &folder, dialect) {
                records.put(denial(&folder, dialect));
            }
            removed
        })
    }

    /// Every decision.
    ///
    /// # Errors
    /// The store cannot be used.
    pub fn all(&self) -> Result<Vec<Record>, StoreFault> {
        Ok(self.read(None)?.folders)
    }
}

fn record(review: &Review) -> Record {
    let approvable = review.hooks.iter().filter(|hook| !matches!(hook.standing, Standing::Refused(_)));
    let hooks: Vec<ApprovedHook> = approvable
        .clone()
        .map(|hook| ApprovedHook {
            digest: hook.digest.clone(),
            definition: hook.definition.clone(),
            name: hook.hook.name.clone(),
            shown: hook.shown(),
        })
        .collect();
    let is_named = |path: &String| approvable.clone().any(|hook| hook.files.contains_key(path));
    Record {
        identity: review.folder.identity.clone(),
        root: review.folder.root.clone(),
        dialect: review.dialect.clone(),
        decision: Decision::Trusted,
        at: clock::now(),
        digest: review.digest.clone(),
        hooks,
        files: review.files.iter().filter(|file| is_named(&file.path)).cloned().collect(),
    }
}

fn denial(folder: &Folder, dialect: String) -> Record {
    Record {
        identity: folder.identity.clone(),
        root: folder.root.clone(),
        dialect,
        decision: Decision::Denied,
        at: clock::now(),
        digest: super::Digest::of_parts([]),
        hooks: Vec::new(),
        files: Vec::new(),
    }
}

/// The dialects for which a decision about a folder above still holds.
fn still_trusted(records: &Records, folder: &Folder, dialect: Option<&str>) -> Vec<String> {
    let mut dialects: Vec<String> = records.folders.iter().map(|record| record.dialect.clone()).collect();
    dialects.sort();
    dialects.dedup();
    dialects.retain(|name| dialect.is_none_or(|dialect| dialect == name));
    dialects.retain(|name| records.holding(folder, name).iter().any(|record| record.decision == Decision::Trusted));
    dialects
}
