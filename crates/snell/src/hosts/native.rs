//! A native file: found, read whole, written in one step with the permissions that it had.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::Value;
use snell_core::config::{Finding, LARGEST_FILE, Lines, json};
use snell_core::dialect::{Base, HostFile};
use snell_system::files::{self, ReadFault};

use super::HostFault;
use super::edit::Native;
use crate::builder::Builder;

/// What a new file is to others.
const MODE: u32 = 0o644;
const BOM: &str = "\u{feff}";

/// Where an agent's file is.
pub(super) fn locate(file: &HostFile, builder: &Builder) -> PathBuf {
    let moved = file.moved_by.as_deref().and_then(|name| builder.inherited().iter().find(|(known, _)| known == name));
    let moved = moved.map(|(_, place)| Path::new(place)).filter(|place| place.is_absolute());
    if let (Some(place), Some((_, below))) = (moved, file.path.split_once('/')) {
        return place.join(below);
    }
    if file.base == Base::Project { project_root(builder) } else { builder.home.clone() }.join(file.path.as_ref())
}

/// Where the project's own files are.
pub(super) fn project_root(builder: &Builder) -> PathBuf {
    builder.root.clone().or_else(|| files::git_root(&builder.cwd)).unwrap_or_else(|| builder.cwd.clone())
}

/// Directories that will have to be made, the deepest first.
pub(super) fn missing_directories(path: &Path) -> Vec<PathBuf> {
    path.ancestors().skip(1).take_while(|directory| !directory.exists()).map(Path::to_path_buf).collect()
}

/// A file as it was read.
pub(super) struct File {
    path: PathBuf,
    /// Through links: what a link leads to is the user's file.
    real: PathBuf,
    bytes: Option<Vec<u8>>,
}

impl File {
    pub(super) fn read(path: &Path) -> Result<File, HostFault> {
        let shown = path.display();
        let is_link = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
        let real = files::canonical(path);
        if is_link && real.is_none() {
            return Err(HostFault::new(format!("`{shown}` is a link that leads nowhere"), "remove the link, or make what it leads to"));
        }
        let limit = usize::try_from(LARGEST_FILE).unwrap_or(usize::MAX);
        let bytes = match files::read_bounded(path, limit) {
            Ok(bytes) => Some(bytes),
            Err(ReadFault::Missing) => None,
            Err(fault) => return Err(HostFault::new(format!("`{shown}` {fault}"), "repair it first; nothing was changed")),
        };
        Ok(File { path: path.to_owned(), real: real.unwrap_or_else(|| path.to_owned()), bytes })
    }

    pub(super) fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// Its text, without a byte-order mark; empty where there is no file.
    pub(super) fn text(&self) -> Result<&str, HostFault> {
        let text = std::str::from_utf8(self.bytes().unwrap_or_default());
        let text = text.map_err(|_| HostFault::new(format!("`{}` is not UTF-8", self.path.display()), "save it as UTF-8 first"))?;
        Ok(text.strip_prefix(BOM).unwrap_or(text))
    }

    /// The bytes of another text of this file.
    pub(super) fn written(&self, text: &str) -> Vec<u8> {
        let mark = self.bytes().filter(|bytes| bytes.starts_with(BOM.as_bytes())).map_or("", |_| BOM);
        [mark, text.strip_prefix(BOM).unwrap_or(text)].concat().into_bytes()
    }

    /// What is wrong with it, and where.
    pub(super) fn fault(&self, finding: &Finding) -> HostFault {
        let (line, column) = Lines::of(self.text().unwrap_or_default()).place(finding.span.start);
        let message = format!("`{}:{line}:{column}`: {}", self.path.display(), finding.message);
        HostFault::new(message, "repair the file first; nothing was changed")
    }

    pub(super) fn is_changed(&self) -> bool {
        File::read(&self.path).map_or(true, |now| now.bytes != self.bytes)
    }

    pub(super) fn write(&self, text: &str) -> Result<(), HostFault> {
        let failed =
            |error: std::io::Error| HostFault::new(format!("`{}` cannot be written: {error}", self.path.display()), "see who owns it");
        if let Some(directory) = self.real.parent() {
            fs::create_dir_all(directory).map_err(failed)?;
        }
        let mode = fs::metadata(&self.real).map_or(MODE, |metadata| metadata.permissions().mode() & 0o777);
        let bytes = self.written(text);
        if self.bytes.as_ref() == Some(&bytes) {
            return Ok(());
        }
        files::write_atomically(&self.real, &bytes, mode).map_err(failed)
    }

    /// Removes the file, and these directories where they are empty.
    pub(super) fn remove(&self, directories: &[PathBuf]) -> Result<(), HostFault> {
        if self.bytes.is_some() {
            let failed = |error| HostFault::new(format!("`{}` cannot be removed: {error}", self.path.display()), "see who owns it");
            fs::remove_file(&self.real).map_err(failed)?;
        }
        for directory in directories {
            // One that is not empty, or gone, stays as it is.
            let _ = fs::remove_dir(directory);
        }
        Ok(())
    }
}

/// An edit must leave everything but our entries as it was; one that does not is never written.
pub(super) fn verify(native: &Native<'_>, before: &str, after: &str, path: &Path) -> Result<(), HostFault> {
    let before = if before.trim().is_empty() { "{}" } else { before };
    let value = |text: &str| {
        let clean = native.without(text, Some(before), &|_| false).ok()?;
        json::read(&clean).0.map(|node| hollowed(node.to_value()))
    };
    let same = value(before).is_some() && value(before) == value(after);
    let fault = || HostFault::new(format!("`{}` cannot be edited safely", path.display()), "add the entries by hand; nothing was changed");
    if same { Ok(()) } else { Err(fault()) }
}

/// A value without empty lists and objects.
fn hollowed(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.into_iter().map(|(key, value)| (key, hollowed(value)));
            Value::Object(
                kept.filter(|(_, value)| !matches!(value, Value::Object(map) if map.is_empty()) && *value != Value::Array(vec![]))
                    .collect(),
            )
        }
        other => other,
    }
}
