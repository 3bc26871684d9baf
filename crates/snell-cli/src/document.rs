//! The JSON documents that belong to the command alone; those that hosts may want too are in [`snell::report`].

use schemars::JsonSchema;
use serde::Serialize;
use snell::report::SCHEMA;
use snell::system::files;
use snell::trust::{Decision, Digest, Record};

/// What `trust --revoke` prints.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Revoked {
    /// Always 1.
    #[schemars(extend("const" = SCHEMA))]
    pub(crate) schema: u32,
    /// The project's root.
    pub(crate) root: String,
    /// How many decisions were forgotten.
    pub(crate) removed: usize,
}

/// What `trust --all` prints.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Folders {
    /// Always 1.
    #[schemars(extend("const" = SCHEMA))]
    pub(crate) schema: u32,
    /// Every decision.
    pub(crate) folders: Vec<Folder>,
}

/// One decision about a folder.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Folder {
    /// Where it was when it was decided about.
    pub(crate) root: String,
    /// The folder, the same for all worktrees of a repository.
    pub(crate) identity: String,
    /// The dialect's name.
    pub(crate) dialect: String,
    /// What was decided.
    pub(crate) decision: Decision,
    /// When: RFC 3339, UTC.
    pub(crate) at: String,
    /// The digest of everything that was approved.
    pub(crate) digest: Digest,
    /// How many hooks were approved.
    pub(crate) hooks: usize,
    /// Whether the folder is still there.
    pub(crate) exists: bool,
}

/// What `disable` and `enable` print.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DisabledList {
    /// Always 1.
    #[schemars(extend("const" = SCHEMA))]
    pub(crate) schema: u32,
    /// The list.
    pub(crate) path: String,
    /// The names and `id`s on it.
    pub(crate) disabled: Vec<String>,
}

impl From<&Record> for Folder {
    fn from(record: &Record) -> Self {
        Folder {
            root: record.root.display().to_string(),
            identity: record.identity.display().to_string(),
            dialect: record.dialect.clone(),
            decision: record.decision,
            at: record.at.clone(),
            digest: record.digest.clone(),
            hooks: record.hooks.len(),
            exists: files::is_directory(&record.root),
        }
    }
}
