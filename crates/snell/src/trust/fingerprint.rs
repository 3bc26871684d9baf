//! What a hook is, as far as it has effect: the same wherever and however it is written, and different as soon as anything else would run.

use serde::Serialize;
use snell_core::Hook;
use snell_core::dialect::{Dialect, Directory, Only, Words};
use snell_core::event::EventKind;
use snell_core::hook::{Handler, OnFailure};

use super::digest::Digest;
use super::named::Named;

/// INVARIANT: fields may be added only together with a new `VERSION`, since every approval that was given rests on them.
#[derive(Serialize)]
struct Definition<'a> {
    event: EventKind,
    only: Only,
    matcher: &'a str,
    kind: &'a str,
    run: &'a str,
    args: Option<&'a [String]>,
    env: Vec<&'a (String, String)>,
    timeout: f64,
    on_failure: OnFailure,
    words: Words,
    directory: Directory,
    // What most hooks have not, and then leaves no trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    below: Option<&'a std::path::Path>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    aside: bool,
}

const VERSION: &[u8] = b"snell hook 1";

/// The fingerprint of a hook's definition: not of its place, its name or its file's format.
pub(super) fn of_definition(dialect: &Dialect, hook: &Hook) -> Digest {
    let (run, args, mut env) = match &hook.handler {
        Handler::Command { command, args, env } => (command, args.as_deref(), env.iter().collect()),
        Handler::Http { url } => (url, None, Vec::new()),
        Handler::Broken { run, .. } => (run, None, Vec::new()),
    };
    env.sort();
    // A broken hook runs nothing, so it is never the same as a whole one.
    let kind = if matches!(hook.handler, Handler::Broken { .. }) { "broken" } else { hook.kind() };
    let guards = dialect.row_of(hook).is_some_and(|row| hook.guards(row));
    let definition = Definition {
        event: hook.event,
        only: hook.only,
        matcher: hook.matcher.written().filter(|written| *written != "*").unwrap_or_default(),
        kind,
        run,
        args,
        env,
        timeout: hook.timeout.as_secs_f64(),
        on_failure: if guards { OnFailure::Block } else { OnFailure::Continue },
        words: hook.source.words,
        directory: hook.source.directory,
        condition: hook.condition.as_ref().map(|condition| condition.written.as_str()),
        below: hook.below.as_deref(),
        aside: hook.aside,
    };
    // Nothing in it can fail to be JSON: its only map keys are field names.
    let written = serde_json::to_vec(&definition).unwrap_or_default();
    Digest::of_parts([VERSION, &written])
}

/// The digest of a hook and of the bytes that it names.
pub(super) fn of_content(definition: &Digest, named: &Named) -> Digest {
    let files = named.files.iter().flat_map(|(name, digest)| [name.as_bytes(), digest.as_str().as_bytes()]);
    Digest::of_parts(std::iter::once(definition.as_str().as_bytes()).chain(files))
}
