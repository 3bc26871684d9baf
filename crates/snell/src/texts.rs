//! Reads the files of a configuration: each real file once, each fault a diagnostic.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use snell_core::config::LARGEST_FILE;
use snell_core::{Code, Diagnostic, Place};
use snell_system::files::{self, ReadFault};

/// All files of a configuration together may be as large as sixteen of the largest.
const LARGEST_TOGETHER: u64 = 16 * LARGEST_FILE;

/// Reads files, and remembers which real files it has read (N1.7).
#[derive(Default)]
pub(crate) struct Texts {
    seen: HashSet<PathBuf>,
    /// Real files that an untrusted source named: it hides nothing from the sources that come later.
    released: HashSet<PathBuf>,
    /// The files whose text could be read, by the paths they were asked for.
    pub(crate) decoded: HashSet<PathBuf>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Bytes of all that was read.
    taken: u64,
}

impl Texts {
    /// The hook files of a directory; a missing directory is silent.
    pub(crate) fn list(&mut self, directory: &Path) -> Vec<PathBuf> {
        match files::list_directory(directory) {
            Ok(listing) => {
                if listing.left_out > 0 {
                    let message = format!("{} more hook files are not read", listing.left_out);
                    self.find(Code::TooManyFiles, directory, message, "merge some of them");
                }
                let (there, gone): (Vec<_>, Vec<_>) = listing.files.into_iter().partition(|file| file.exists());
                for file in gone {
                    self.find(Code::Unreadable, &file, "the link leads nowhere; nothing is loaded".to_owned(), "repair it, or remove it");
                }
                there
            }
            Err(ReadFault::Missing) => Vec::new(),
            Err(fault) => {
                self.find(Code::Unreadable, directory, format!("the directory {fault}"), "repair it, or remove it");
                Vec::new()
            }
        }
    }

    /// The text of a file, without a byte-order mark. None where it is missing, was read before, or cannot be read.
    pub(crate) fn read(&mut self, path: &Path) -> Option<Arc<str>> {
        // Most files are not there, which is cheaper to see than which file one really is.
        if files::is_missing(path) {
            return None;
        }
        let real = real(path);
        if self.seen.contains(&real) { None } else { self.read_real(path, real) }
    }

    /// The text of a file that is read whatever else names it.
    pub(crate) fn read_anyway(&mut self, path: &Path) -> Option<Arc<str>> {
        self.read_real(path, real(path))
    }

    /// SECURITY: a file that was read for an untrusted source is there for the sources that come later: a link in a project must not take a
    /// plugin's hooks away.
    pub(crate) fn release(&mut self, path: &Path) {
        let real = real(path);
        self.seen.remove(&real);
        self.released.insert(real);
    }

    /// Whether an untrusted source has named the file already.
    pub(crate) fn was_released(&self, path: &Path) -> bool {
        !self.released.is_empty() && self.released.contains(&real(path))
    }

    fn read_real(&mut self, path: &Path, real: PathBuf) -> Option<Arc<str>> {
        let limit = usize::try_from(LARGEST_FILE).unwrap_or(usize::MAX);
        let bytes = match files::read_bounded(path, limit) {
            Ok(bytes) => bytes,
            Err(ReadFault::Missing) => return None,
            Err(fault) => {
                self.find(Code::Unreadable, path, format!("the file {fault}; nothing in it is loaded"), "repair it, or remove it");
                return None;
            }
        };
        self.taken += bytes.len() as u64;
        if self.taken > LARGEST_TOGETHER {
            let message = "with this file there are more than 64 MiB of configuration; nothing in it is loaded".to_owned();
            self.find(Code::Unreadable, path, message, "remove what is not used");
            return None;
        }
        self.seen.insert(real);
        self.decode(path, &bytes)
    }

    fn decode(&mut self, path: &Path, bytes: &[u8]) -> Option<Arc<str>> {
        let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        match std::str::from_utf8(text) {
            Ok(text) => {
                self.decoded.insert(path.to_owned());
                Some(text.into())
            }
            Err(fault) => {
                let utf16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
                let what = if utf16 { "is UTF-16" } else { "is not UTF-8" };
                let message = format!("the file {what} (byte {}); nothing in it is loaded", fault.valid_up_to());
                let line = text[..fault.valid_up_to()].split(|byte| *byte == b'\n').count();
                self.diagnostics.push(Diagnostic::new(Code::Unreadable, message).help("save it as UTF-8").at(&place(path, line)));
                None
            }
        }
    }

    pub(crate) fn find(&mut self, code: Code, path: &Path, message: String, help: &str) {
        self.diagnostics.push(Diagnostic::new(code, message).help(help).at(&place(path, 1)));
    }
}

fn real(path: &Path) -> PathBuf {
    files::canonical(path).unwrap_or_else(|| path.to_owned())
}

/// The beginning of a line of a file.
pub(crate) fn place(path: &Path, line: usize) -> Place {
    Place { path: path.into(), line, column: 1, span: 0..0 }
}
