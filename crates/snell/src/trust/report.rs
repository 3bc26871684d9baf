//! The JSON of `snell trust`: `"schema": 1`. Keys may be added to, not changed.

use serde::Serialize;
use snell_core::Dialect;
use snell_core::hook::{Handler, OnFailure};

use super::digest::Digest;
use super::review::{Review, Reviewed, Standing, State};

/// What `trust` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrustReport {
    /// Always 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = crate::report::SCHEMA)))]
    pub schema: u32,
    /// The project's root, without links.
    pub root: String,
    /// The dialect's name.
    pub dialect: String,
    /// `trusted`, `untrusted` or `changed`.
    pub state: State,
    /// What `--pin` takes.
    pub digest: Digest,
    /// The project's hooks, in configured order.
    pub hooks: Vec<TrustedHook>,
    /// The files that they name.
    pub files: Vec<TrustedFile>,
    /// What runs and cannot be pinned.
    pub unresolved: Vec<UnresolvedReport>,
    /// What is wrong with the store.
    pub fault: Option<String>,
    /// What changed since it was approved; with `--diff`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
}

/// One hook of the project.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrustedHook {
    /// Its name.
    pub name: String,
    /// Its event, as its dialect writes it.
    pub event: String,
    /// As written.
    pub matcher: Option<String>,
    /// `command`, `http`, or a type that cannot be run.
    pub kind: String,
    /// The command or url as written; what is secret in a url is `***`.
    pub run: String,
    /// Its variables, `NAME=VALUE`, as written.
    pub env: Vec<String>,
    /// Seconds.
    pub timeout: f64,
    /// Whether its failure blocks.
    pub blocks_on_failure: bool,
    /// Its file, absolute.
    pub path: String,
    /// From 1.
    pub line: usize,
    /// `trusted`, `changed`, `new` or `refused`.
    pub state: String,
    /// Why it is not trusted.
    pub why: Option<String>,
    /// Of its definition and the bytes that it names.
    pub digest: Digest,
    /// The files that it names, below the root.
    pub files: Vec<String>,
}

/// A file whose bytes are pinned.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrustedFile {
    /// Below the root.
    pub path: String,
    /// Of its bytes.
    pub sha256: Digest,
}

/// Something that runs and cannot be pinned.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnresolvedReport {
    /// The hook's name.
    pub hook: String,
    /// What it is.
    pub what: String,
}

impl TrustReport {
    /// The report of a review.
    pub fn of(dialect: &Dialect, review: &Review) -> TrustReport {
        let unresolved = |hook: &Reviewed| {
            let name = hook.hook.name.clone();
            hook.unresolved.clone().into_iter().map(move |what| UnresolvedReport { hook: name.clone(), what })
        };
        TrustReport {
            schema: crate::report::SCHEMA,
            root: review.folder.root.display().to_string(),
            dialect: review.dialect.clone(),
            state: review.state,
            digest: review.digest.clone(),
            hooks: review.hooks.iter().map(|hook| one(dialect, hook)).collect(),
            files: review.files.iter().map(|file| TrustedFile { path: file.path.clone(), sha256: file.sha256.clone() }).collect(),
            unresolved: review.hooks.iter().flat_map(unresolved).collect(),
            fault: review.fault.as_ref().map(ToString::to_string),
            diff: None,
        }
    }
}

fn one(dialect: &Dialect, reviewed: &Reviewed) -> TrustedHook {
    let hook = &reviewed.hook;
    let env = match &hook.handler {
        Handler::Command { env, .. } => env.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        _ => Vec::new(),
    };
    TrustedHook {
        name: hook.name.clone(),
        event: dialect.row_of(hook).map_or_else(|| format!("{:?}", hook.event), |row| row.name().to_owned()),
        matcher: hook.matcher.written().map(str::to_owned),
        kind: hook.kind().to_owned(),
        run: hook.run().into_owned(),
        env,
        timeout: hook.timeout.as_secs_f64(),
        blocks_on_failure: hook.on_failure == OnFailure::Block,
        path: hook.place.path.display().to_string(),
        line: hook.place.line,
        state: reviewed.standing.word().to_owned(),
        why: reviewed.standing.why_not(),
        digest: reviewed.digest.clone(),
        files: reviewed.files.keys().cloned().collect(),
    }
}

impl Standing {
    /// The standing in one word.
    pub fn word(&self) -> &'static str {
        match self {
            Standing::Trusted => "trusted",
            Standing::Changed => "changed",
            Standing::New => "new",
            Standing::Refused(_) => "refused",
        }
    }
}
