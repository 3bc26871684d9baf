//! Writes a package: an archive, or a directory, whole or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use snell_system::{clock, files};

use super::package::{Package, PackageFault};
use super::rules::Rules;
use super::{Packed, archive};
use crate::install::switch;

/// What the names of archives end in.
const ARCHIVES: [&str; 2] = [".tar.gz", ".tgz"];

/// Writes a packed plugin to `out`: an archive where the name ends in `.tar.gz`, else a directory. A package of the same plugin that is
/// there is replaced, and nothing else is.
///
/// # Errors
/// Why it was not written.
pub fn write(dialect: &snell_core::Dialect, packed: &Packed, out: &Path) -> Result<(), PackageFault> {
    let failed = |error: io::Error| PackageFault::new(format!("`{}` cannot be written: {error}", out.display()));
    if is_archive(out) {
        let bytes = archive::write(&packed.package).map_err(failed)?;
        return files::write_atomically(out, &bytes, 0o644).map_err(failed);
    }
    replaceable(&Rules::of(dialect)?, packed, out)?;
    directory(&packed.package, out, &packed.name).map_err(failed)
}

/// Whether a package of this name is an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    ARCHIVES.iter().any(|end| name.ends_with(end))
}

/// SECURITY: a slip of the pen must not cost a directory of the user's.
fn replaceable(rules: &Rules<'_>, packed: &Packed, out: &Path) -> Result<(), PackageFault> {
    let is_free = match fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    let manifest = || -> Option<serde_json::Value> {
        let bytes = files::read_bounded(&out.join(rules.manifest_path()), super::LARGEST).ok()?;
        serde_json::from_slice(&bytes).ok()
    };
    let is_package = |manifest: &serde_json::Value| {
        manifest.get("name").and_then(serde_json::Value::as_str) == Some(&packed.name) && manifest.pointer(&rules.manifest.offers).is_some()
    };
    if is_free || manifest().as_ref().is_some_and(is_package) {
        return Ok(());
    }
    let fault = format!("`{}` is there and is no package of `{}`", out.display(), packed.name);
    Err(PackageFault::new(fault).help("name a directory that is not there yet, or a `.tar.gz`"))
}

fn directory(package: &Package, out: &Path, name: &str) -> io::Result<()> {
    let beside = |prefix: &str, end: &str| out.with_file_name(format!(".{prefix}-{name}{end}"));
    let staged = stage(package, &beside("packing", &format!("-{}", clock::fresh_id())))?;
    switch::put(&staged, out, &beside("replaced", ""))
}

/// Writes a package to a directory that is not there yet. What was begun is removed where it fails.
pub(crate) fn stage(package: &Package, to: &Path) -> io::Result<PathBuf> {
    let staged = filled(package, to);
    if staged.is_err() {
        let _ = fs::remove_dir_all(to);
    }
    staged
}

fn filled(package: &Package, to: &Path) -> io::Result<PathBuf> {
    let mut directory = files::NewDirectory::create(to)?;
    for (path, file) in package.files() {
        directory.file(Path::new(path.as_str()), &file.content, if file.executable { 0o755 } else { 0o644 })?;
    }
    directory.finish()
}
