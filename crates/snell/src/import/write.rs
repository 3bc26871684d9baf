//! Files that are to be written: read once, and written only where nobody has changed them since.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use snell_core::config::LARGEST_FILE;
use snell_system::files::{self, ReadFault};

use super::ImportFault;

/// What a new file is to others.
const MODE: u32 = 0o644;
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// A text file, as it is now.
pub(super) struct Before {
    path: PathBuf,
    bytes: Option<Vec<u8>>,
}

/// A file and its new content.
#[derive(Clone, Debug)]
pub(super) struct Write {
    path: PathBuf,
    before: Option<Vec<u8>>,
    after: Vec<u8>,
}

impl Before {
    pub(super) fn read(path: &Path) -> Result<Before, ImportFault> {
        let limit = usize::try_from(LARGEST_FILE).unwrap_or(usize::MAX);
        match files::read_bounded(path, limit) {
            Ok(bytes) => Ok(Before { path: path.to_owned(), bytes: Some(bytes) }),
            Err(ReadFault::Missing) => Ok(Before { path: path.to_owned(), bytes: None }),
            Err(fault) => Err(ImportFault::new(format!("`{}` {fault}", path.display())).help("repair it first; nothing was changed")),
        }
    }

    /// Its text, without a byte-order mark; none where there is no file.
    pub(super) fn text(&self) -> Result<Option<&str>, ImportFault> {
        let Some(bytes) = &self.bytes else { return Ok(None) };
        let text = std::str::from_utf8(bytes.strip_prefix(BOM).unwrap_or(bytes));
        text.map(Some).map_err(|_| ImportFault::new(format!("`{}` is not UTF-8", self.path.display())).help("save it as UTF-8 first"))
    }

    /// The file with another text; none where that is the same.
    pub(super) fn becomes(self, text: &str) -> Option<Write> {
        let bom = self.bytes.as_deref().filter(|bytes| bytes.starts_with(BOM)).map_or(&[][..], |_| BOM);
        let after = [bom, text.as_bytes()].concat();
        (self.bytes.as_deref() != Some(after.as_slice())).then_some(Write { path: self.path, before: self.bytes, after })
    }
}

impl Write {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file is still what it was when the plan was made.
    pub(super) fn is_due(&self) -> Result<(), ImportFault> {
        if Before::read(&self.path)?.bytes == self.before {
            return Ok(());
        }
        let fault = format!("`{}` was changed meanwhile; nothing was written", self.path.display());
        Err(ImportFault::new(fault).help("look at the plan again"))
    }

    /// Writes it in one step, with the permissions that it had. A link is followed: what it leads to is the user's file.
    pub(super) fn carry_out(&self) -> io::Result<()> {
        let path = files::canonical(&self.path).unwrap_or_else(|| self.path.clone());
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
        }
        let mode = fs::metadata(&path).map_or(MODE, |metadata| metadata.permissions().mode() & 0o777);
        files::write_atomically(&path, &self.after, mode)
    }
}
