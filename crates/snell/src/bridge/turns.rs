//! How often hooks kept a turn going, from one process to the next (B4): one small file for each session, in the user's state directory.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use snell_core::continuation::Count;
use snell_core::outcome::{Action, Outcome};
use snell_core::{Dialect, Event, EventKind, Fact};
use snell_system::files;

/// A larger file is damaged, in bytes.
const LARGEST: usize = 64 * 1024;
/// So many sessions are kept; the one that was silent longest goes first.
const SESSIONS: usize = 256;

/// Where turns are counted.
#[derive(Clone, Debug)]
pub struct Turns {
    directory: PathBuf,
}

impl Turns {
    /// The usual place of a user: below `state` (`$XDG_STATE_HOME`) where that is an absolute path, else below the home directory.
    pub fn of_user(home: &Path, state: Option<&OsStr>) -> Turns {
        let state = state.map(Path::new).filter(|state| state.is_absolute());
        Turns { directory: state.map_or_else(|| home.join(".local/state"), Path::to_path_buf).join("snell/turns") }
    }

    /// The counts of the event's session, a subagent's apart.
    pub(super) fn of<'t>(&'t self, host: &Dialect, event: &Event) -> Counts<'t> {
        let session = event.text(Fact::SessionId).unwrap_or_default();
        let subagent = match event.kind {
            EventKind::SubagentStop => event.text(Fact::SubagentId).unwrap_or_default(),
            _ => "",
        };
        // A session's id is anybody's text, and names no file.
        let path = self.directory.join(digest(&format!("{}\n{session}", host.name)));
        let text = files::read_bounded(&path, LARGEST).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let held = text.lines().find_map(|line| line.strip_prefix(HELD)).map(str::to_owned);
        let known = text.lines().filter_map(read).collect();
        let mut counts = Counts { turns: self, path, subagent: subagent.replace(['\n', '\t'], " "), known, held, changed: false };
        if event.kind == EventKind::SessionStart {
            counts.changed = !counts.known.is_empty();
            counts.known.clear();
        }
        counts
    }

    fn forget_the_oldest(&self) {
        let entries = fs::read_dir(&self.directory).into_iter().flatten().flatten();
        let mut files: Vec<_> = entries.filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()))).collect();
        files.sort();
        for (_, path) in files.iter().take(files.len().saturating_sub(SESSIONS)) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Before the digest of what held the turn. No dialect is called so.
const HELD: &str = "=";

fn digest(text: &str) -> String {
    let digest = Sha256::digest(text.trim());
    format!("{:032x}", digest.iter().take(16).fold(0_u128, |number, byte| number << 8 | u128::from(*byte)))
}

fn read(line: &str) -> Option<((String, String), u32)> {
    let mut parts = line.split('\t');
    let key = (parts.next()?.to_owned(), parts.next()?.to_owned());
    Some((key, parts.next()?.parse().ok()?))
}

/// One session's counts: for each dialect and subagent, how often its hooks kept the turn going.
pub(super) struct Counts<'t> {
    turns: &'t Turns,
    path: PathBuf,
    subagent: String,
    known: BTreeMap<(String, String), u32>,
    /// The digest of the text that held the turn last.
    held: Option<String>,
    changed: bool,
}

impl Counts<'_> {
    /// How often hooks of the dialect kept the turn going.
    pub(super) fn rounds(&self, dialect: &Dialect) -> u32 {
        self.known.get(&self.key(dialect)).copied().unwrap_or(0)
    }

    /// Whether this prompt is nobody's but ours: some agents tell their hooks of what held the turn as if the user had written it.
    pub(super) fn is_our_own(&self, event: &Event) -> bool {
        let prompt = event.text(Fact::Prompt).filter(|_| event.kind == EventKind::UserPromptSubmit);
        prompt.is_some_and(|prompt| self.held.as_ref().is_some_and(|held| *held == digest(prompt)))
    }

    /// Notes what the agent is told at the end of a turn.
    pub(super) fn hold(&mut self, outcome: &Outcome) {
        if outcome.action == Action::Continue {
            let texts: Vec<&str> = outcome.feedback.iter().map(|said| said.text.as_str()).collect();
            self.held = Some(digest(&texts.join("\n")));
            self.changed = true;
        }
    }

    /// Notes what an outcome of the dialect's hooks does to the count.
    pub(super) fn note(&mut self, dialect: &Dialect, event: EventKind, outcome: &Outcome) {
        let before = self.rounds(dialect);
        let mut count = Count::of(before);
        count.note(dialect.continuations, event, outcome);
        if count.rounds() != before {
            self.changed = true;
            self.known.insert(self.key(dialect), count.rounds());
        }
    }

    fn key(&self, dialect: &Dialect) -> (String, String) {
        (dialect.name.to_string(), self.subagent.clone())
    }

    /// Writes what changed. Where that cannot be done, the agent's own limit is left.
    pub(super) fn keep(self) {
        if !self.changed {
            return;
        }
        let lines = self.known.iter().filter(|(_, count)| **count > 0);
        let lines: Vec<String> = lines.map(|((dialect, subagent), count)| format!("{dialect}\t{subagent}\t{count}\n")).collect();
        let counted = !lines.is_empty();
        let held = self.held.iter().filter(|_| counted).map(|held| format!("{HELD}{held}\n"));
        let text = lines.into_iter().chain(held).collect::<Vec<_>>().concat();
        if text.is_empty() {
            let _ = fs::remove_file(&self.path);
            return;
        }
        let written =
            files::private_directory(&self.turns.directory).and_then(|()| files::write_atomically(&self.path, text.as_bytes(), 0o600));
        if written.is_ok() {
            self.turns.forget_the_oldest();
        }
    }
}
