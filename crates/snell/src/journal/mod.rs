//! The journal: what every event came to, one JSON object a line, in the user's state directory (N10, R9.2).
//!
//! It is a record and never a condition: whatever is wrong with it, every outcome is what it would have been, and the first fault is kept
//! for whoever wants to tell it ([`Journal::fault`]). Several processes may write one journal. It is bounded: a file of 4 MiB is full, then
//! the next one is begun, and of these the newest eight are kept.
//!
//! SECURITY: the files are the user's alone (0600), links are refused, and secrets are masked before anything is cut or written
//! (`kept.rs` says what is kept of an event).

mod cursor;
mod entry;
mod filter;
mod kept;
mod record;
mod secrets;
mod segments;
mod when;

use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use snell_system::files;

pub use cursor::{Batch, Cursor, Line};
pub use filter::Filter;
pub use record::{Record, Replaced};
pub use when::{NotATime, since};

pub(crate) use entry::Moment;

/// A file of so many bytes is full.
const LARGEST_SEGMENT: u64 = 4 * 1024 * 1024;
/// So many files are kept.
const SEGMENTS: u32 = 8;

/// Where events are recorded. A clone is the same journal.
#[derive(Clone)]
pub struct Journal(Arc<Inner>);

struct Inner {
    directory: PathBuf,
    largest_segment: u64,
    segments: u32,
    fault: Mutex<Option<String>>,
}

impl Journal {
    /// The journal in this directory. It need not exist.
    pub fn at(directory: impl Into<PathBuf>) -> Journal {
        Journal::bounded(directory, LARGEST_SEGMENT, SEGMENTS)
    }

    /// The usual journal of a user: below `state` (`$XDG_STATE_HOME`) where that is an absolute path, else below the home directory.
    pub fn of_user(home: &Path, state: Option<&OsStr>) -> Journal {
        let state = state.map(Path::new).filter(|state| state.is_absolute());
        Journal::at(state.map_or_else(|| home.join(".local/state"), Path::to_path_buf).join("snell/journal"))
    }

    /// A journal with other bounds: a file of `largest_segment` bytes is full, and `segments` files are kept, at least one.
    pub fn bounded(directory: impl Into<PathBuf>, largest_segment: u64, segments: u32) -> Journal {
        let (directory, fault) = (directory.into(), Mutex::default());
        Journal(Arc::new(Inner { directory, largest_segment, segments: segments.max(1), fault }))
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.0.directory
    }

    /// The first fault since the journal was made, in words: something could not be recorded. No decision depends on it.
    pub fn fault(&self) -> Option<String> {
        self.0.fault.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// From the oldest record on.
    pub fn cursor(&self) -> Cursor {
        Cursor::new(self.clone())
    }

    /// Writes a record. Gives whether it is written.
    pub(crate) fn write(&self, record: Record) -> bool {
        let result = self.append(&kept::line(record));
        if let Err(error) = &result {
            let mut fault = self.0.fault.lock().unwrap_or_else(PoisonError::into_inner);
            let message = || format!("the journal in `{}` cannot be written: {}", self.directory().display(), plain(error));
            fault.get_or_insert_with(message);
        }
        result.is_ok()
    }

    fn append(&self, line: &[u8]) -> io::Result<()> {
        files::private_directory(self.directory())?;
        let segment = segments::to_write(self.directory(), self.0.largest_segment, self.0.segments)?;
        files::append_line(&segment, line)
    }
}

impl fmt::Debug for Journal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Journal").field(&self.0.directory).finish()
    }
}

/// The system's words, in lower case and without its number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}
