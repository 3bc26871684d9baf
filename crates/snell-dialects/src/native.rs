//! Words for the column that says how an agent is told to call a bridge.

use snell_core::dialect::{Base, Entries, Host, HostFile};
use snell_core::event::EventKind;

use crate::build::texts;

/// Groups under `hooks` of a JSON file, `command` and `timeout` in a handler.
pub(crate) fn host(program: &'static str, tested: &'static str, files: Vec<HostFile>) -> Host {
    Host {
        files: files.into(),
        entries: Entries::Grouped,
        events_at: "hooks".into(),
        version: None,
        command: "command".into(),
        timeout: "timeout".into(),
        plain_json: false,
        sparing: vec![].into(),
        reads: vec![].into(),
        balks: vec![].into(),
        reads_how: "".into(),
        approval: texts(&[]),
        program: program.into(),
        tested: tested.into(),
    }
}

/// What more there is to say of a host.
pub(crate) trait HostExt {
    /// Handlers straight under their event, and a version in the file.
    fn flat(self) -> Self;
    /// Events that get an entry only where a hook stands for them.
    fn sparing(self, kinds: &[EventKind]) -> Self;
    /// What the user must approve, of the user's file and of the project's.
    fn approved(self, user: &'static str, project: &'static str) -> Self;
}

impl HostExt for Host {
    fn flat(self) -> Self {
        Host { entries: Entries::Flat, version: Some(("version".into(), 1)), ..self }
    }

    fn sparing(self, kinds: &[EventKind]) -> Self {
        Host { sparing: kinds.to_vec().into(), ..self }
    }

    fn approved(self, user: &'static str, project: &'static str) -> Self {
        Host { approval: texts(&[user, project]), ..self }
    }
}

/// The user's native file and the project's, the former moved by a variable.
pub(crate) fn natives(user: &'static str, moved_by: Option<&'static str>, project: &'static str) -> Vec<HostFile> {
    let native = |scope: &'static str, base, path: &'static str, moved_by: Option<&'static str>| HostFile {
        scope: scope.into(),
        base,
        path: path.into(),
        moved_by: moved_by.map(Into::into),
    };
    vec![native("user", Base::Home, user, moved_by), native("project", Base::Project, project, None)]
}
