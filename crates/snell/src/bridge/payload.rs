//! The native payload, whole, for hooks that want what their own agent would not have told (B1).

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use snell_system::clock;

/// A file that hooks find in `SNELL_NATIVE_PAYLOAD`. Its name is known before it is there.
#[derive(Clone, Debug)]
pub struct NativePayload(PathBuf);

impl NativePayload {
    /// The variable that names the file.
    pub const VARIABLE: &'static str = "SNELL_NATIVE_PAYLOAD";

    /// A new file of this directory, which must exist.
    pub fn in_directory(directory: &Path) -> NativePayload {
        NativePayload(directory.join(format!("snell-payload-{}.json", clock::fresh_id())))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes it, for this user alone. A hook that finds nothing there is told so by its own reading.
    pub(super) fn write(&self, envelope: &Map<String, Value>) -> Written<'_> {
        // SECURITY: created exclusively, so that nobody can put a link of theirs in its place.
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&self.0);
        if let Ok(mut file) = file {
            let _ = serde_json::to_writer(&mut file, envelope).map_err(std::io::Error::from).and_then(|()| file.write_all(b"\n"));
        }
        Written(&self.0)
    }
}

/// The file, as long as hooks may read it.
pub(super) struct Written<'a>(&'a Path);

impl Drop for Written<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.0);
    }
}
