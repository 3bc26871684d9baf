//! What of a project would run, and how that stands to what was approved.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use serde::Serialize;
use snell_core::{Code, Diagnostic, Hook, Severity, Status};
use snell_system::files;

use super::digest::Digest;
use super::fingerprint;
use super::folder::Folder;
use super::named::{Named, named};
use super::record::{ApprovedFile, Decision, Record, Records};
use super::scope::Scope;
use super::shown;
use super::store::StoreFault;

/// What a project would run, looked at once. What is approved is what stands here, whatever happens to the files meanwhile.
#[derive(Clone, Debug)]
pub struct Review {
    /// The project's folder.
    pub folder: Folder,
    /// The dialect's name.
    pub dialect: String,
    /// How all of it stands.
    pub state: State,
    /// The digest of everything that can be approved. It is the same wherever the project is.
    pub digest: Digest,
    /// The project's hooks, in configured order.
    pub hooks: Vec<Reviewed>,
    /// The files that the hooks name.
    pub files: Vec<ApprovedFile>,
    /// What was approved before, where anything was.
    pub before: Option<Record>,
    /// Why no decision about the folder may be recorded (N12.2).
    pub unrecordable: Option<&'static str>,
    /// What is wrong with the store.
    pub fault: Option<StoreFault>,
    approved: HashSet<Digest>,
}

/// How a project stands to what was approved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It is exactly what was approved.
    Trusted,
    /// Nothing of it was approved, or it was denied.
    Untrusted,
    /// It was approved, and is another now. Hooks that are still what they were run; the others do not.
    Changed,
}

/// One hook of the project.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// Its index in the [`HookSet`](snell_core::HookSet).
    pub index: usize,
    /// The hook.
    pub hook: Hook,
    /// How it stands.
    pub standing: Standing,
    /// The digest of its definition.
    pub definition: Digest,
    /// The digest of its definition and of the bytes that it names.
    pub digest: Digest,
    /// The files that it names, below the root.
    pub files: BTreeMap<String, Digest>,
    /// What of it runs and cannot be pinned.
    pub unresolved: Vec<String>,
}

/// How a hook stands to what was approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is what was approved.
    Trusted,
    /// It was approved, and its definition or a file that it names is another now.
    Changed,
    /// Nobody has looked at it.
    New,
    /// It cannot be approved; the text says why.
    Refused(String),
}

impl Standing {
    /// Why the hook is not trusted, for a person; none where it is.
    pub fn why_not(&self) -> Option<String> {
        match self {
            Standing::Trusted => None,
            Standing::Changed => Some("this hook changed since it was approved".to_owned()),
            Standing::New => Some("nobody approved this hook yet".to_owned()),
            Standing::Refused(why) => Some(why.clone()),
        }
    }
}

impl Review {
    /// Looks at the project's hooks among all hooks.
    pub(super) fn of(scope: &Scope<'_>, hooks: &[Hook], folder: Folder, records: Result<Records, StoreFault>) -> Review {
        let (records, fault) = match records {
            Ok(records) => (records, None),
            Err(fault) => (Records::default(), Some(fault)),
        };
        let holding = records.holding(&folder, &scope.dialect.name);
        let trusted: Vec<&Record> = holding.into_iter().filter(|record| record.decision == Decision::Trusted).collect();
        let approved: HashSet<Digest> = trusted.iter().flat_map(|record| record.hooks.iter().map(|hook| hook.digest.clone())).collect();
        let of_project = hooks.iter().enumerate().filter(|(_, hook)| hook.source.of_project);
        let reviewed: Vec<Reviewed> = of_project.map(|(index, hook)| Reviewed::of(scope, index, hook, &approved, &trusted)).collect();
        let digest = digest_of(&scope.dialect.name, &reviewed);
        let state = match () {
            () if trusted.is_empty() => State::Untrusted,
            () if trusted.iter().any(|record| record.digest == digest) => State::Trusted,
            () => State::Changed,
        };
        let own = trusted.iter().find(|record| record.root == folder.root).or(trusted.last());
        Review {
            state,
            files: files_of(scope, &reviewed),
            before: own.map(|record| (*record).clone()),
            unrecordable: folder.why_unrecordable(scope.home),
            dialect: scope.dialect.name.to_string(),
            folder,
            digest,
            hooks: reviewed,
            fault,
            approved,
        }
    }

    /// The hook at an index of the hook set, where it is the project's.
    pub fn hook(&self, index: usize) -> Option<&Reviewed> {
        self.hooks.iter().find(|hook| hook.index == index)
    }

    /// Looks again at a hook that is about to run. The error says why it is not trusted.
    pub(super) fn still_holds(&self, scope: &Scope<'_>, reviewed: &Reviewed) -> Result<(), String> {
        let now = named(scope, &reviewed.hook);
        if let Some(fault) = now.fault {
            return Err(fault);
        }
        if self.approved.contains(&fingerprint::of_content(&reviewed.definition, &now)) {
            return Ok(());
        }
        let is_other = |name: &&String| now.files.get(*name) != reviewed.files.get(*name);
        Err(match now.files.keys().chain(reviewed.files.keys()).find(is_other) {
            Some(name) => format!("`{name}` changed since this hook was approved"),
            None => "its approval was taken back".to_owned(),
        })
    }

    /// The same hooks, with the approvals of a later review.
    pub(super) fn with_approvals_of(&self, later: &Review) -> Review {
        Review { approved: later.approved.clone(), ..self.clone() }
    }

    /// The absolute path of a file that the hooks name.
    pub fn path_of(&self, file: &ApprovedFile) -> PathBuf {
        self.folder.root.join(&file.path)
    }

    /// What a user should know about the project as a whole; none where everything is trusted or there is nothing.
    pub(crate) fn finding(&self) -> Option<Diagnostic> {
        let untrusted: Vec<&Reviewed> = self.hooks.iter().filter(|hook| hook.standing != Standing::Trusted).collect();
        let first = untrusted.first()?;
        let count = match untrusted.len() {
            1 => "1 hook of the project is not trusted and does not run".to_owned(),
            count => format!("{count} hooks of the project are not trusted and do not run"),
        };
        let severity = if untrusted.iter().all(|hook| hook.standing == Standing::New) { Severity::Note } else { Severity::Warning };
        let (message, help) = match &self.fault {
            Some(fault) => (format!("{count}: {fault}"), fault.help.clone()),
            None => (count, "`snell trust` shows what would run, and asks".to_owned()),
        };
        let severity = if self.fault.is_some() { Severity::Warning } else { severity };
        Some(Diagnostic::new(Code::Untrusted, message).severity(severity).help(help).at(&first.hook.place))
    }
}

impl Reviewed {
    fn of(scope: &Scope<'_>, index: usize, hook: &Hook, approved: &HashSet<Digest>, trusted: &[&Record]) -> Reviewed {
        let named = named(scope, hook);
        let definition = fingerprint::of_definition(scope.dialect, hook);
        let digest = fingerprint::of_content(&definition, &named);
        let known = |old: &super::record::ApprovedHook| old.definition == definition || old.name == hook.name;
        let standing = match refusal(scope, hook, &named) {
            Some(why) => Standing::Refused(why),
            None if approved.contains(&digest) => Standing::Trusted,
            None if trusted.iter().any(|record| record.hooks.iter().any(known)) => Standing::Changed,
            None => Standing::New,
        };
        let unresolved = named.unresolved.into_iter().collect();
        Reviewed { index, hook: hook.clone(), standing, definition, digest, files: named.files, unresolved }
    }

    /// The definition in a few lines, for showing and for comparing.
    pub fn shown(&self) -> String {
        shown::definition(&self.hook)
    }
}

/// SECURITY: what another user could have written cannot be approved, and trust in a project does not reach out of it.
fn refusal(scope: &Scope<'_>, hook: &Hook, named: &Named) -> Option<String> {
    if hook.status == Status::Untrusted {
        return Some("its file leads out of the project".to_owned());
    }
    let file = files::canonical(&hook.source.path).unwrap_or_else(|| hook.source.path.to_path_buf());
    files::foreign_hand(&file, &scope.real).or_else(|| named.fault.clone())
}

/// Of what can be approved, in no order: hooks that change places are still the same hooks.
fn digest_of(dialect: &str, hooks: &[Reviewed]) -> Digest {
    let approvable = hooks.iter().filter(|hook| !matches!(hook.standing, Standing::Refused(_)));
    let digests: std::collections::BTreeSet<&str> = approvable.map(|hook| hook.digest.as_str()).collect();
    Digest::of_parts([&b"snell project 1"[..], dialect.as_bytes()].into_iter().chain(digests.into_iter().map(str::as_bytes)))
}

fn files_of(scope: &Scope<'_>, hooks: &[Reviewed]) -> Vec<ApprovedFile> {
    let names: BTreeMap<&String, &Digest> = hooks.iter().flat_map(|hook| &hook.files).collect();
    let one = |(path, sha256): (&String, &Digest)| {
        let text = scope.file(path).filter(|file| file.digest == *sha256).and_then(|file| file.text);
        ApprovedFile { path: path.clone(), sha256: sha256.clone(), text }
    };
    names.into_iter().map(one).collect()
}
