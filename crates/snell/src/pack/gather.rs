//! A directory into a package: what is in it, what is left out, and what cannot be packed (R8.5).

use std::fs::{self, FileType};
use std::io;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};

use snell_core::{Code, Diagnostic};
use snell_system::files;

use super::package::{Package, PackageFault, PackedFile};
use super::path::PackagePath;
use crate::texts::place;

/// What belongs to the author's tools and to no package.
const TOOLS_OWN: [&str; 6] = [".git", ".hg", ".svn", ".jj", ".bzr", ".DS_Store"];
/// So many faults are told.
const MOST_FAULTS: usize = 20;

/// What to do with links.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    /// A link to a file of the package becomes a copy of it: an author's directory.
    Copied,
    /// None is allowed: a package that says that it is packed.
    Refused,
}

/// A directory's files, and what was found on the way.
pub(crate) struct Gathered {
    pub(crate) package: Package,
    pub(crate) found: Vec<Diagnostic>,
}

/// Reads a directory. `without` is a file or directory that is no part of it: where the package is written to.
pub(crate) fn gather(root: &Path, links: Links, without: Option<&Path>) -> Result<Gathered, PackageFault> {
    let real = files::canonical(root).ok_or_else(|| PackageFault::new(format!("`{}` cannot be read", root.display())))?;
    let mut walk = Walk { root, real, links, without, package: Package::default(), found: Vec::new(), faults: Vec::new() };
    walk.directory(root);
    if walk.faults.is_empty() {
        return Ok(Gathered { package: walk.package, found: walk.found });
    }
    let more = walk.faults.len().saturating_sub(MOST_FAULTS);
    walk.faults.truncate(MOST_FAULTS);
    walk.faults.extend((more > 0).then(|| format!("and {more} more")));
    Err(PackageFault { faults: walk.faults, help: Some("a package holds plain files with portable names".to_owned()) })
}

struct Walk<'a> {
    root: &'a Path,
    real: PathBuf,
    links: Links,
    without: Option<&'a Path>,
    package: Package,
    found: Vec<Diagnostic>,
    faults: Vec<String>,
}

impl Walk<'_> {
    fn directory(&mut self, directory: &Path) {
        let entries = match sorted(directory) {
            Ok(entries) => entries,
            Err(error) => return self.faults.push(format!("the directory `{}` cannot be read: {error}", self.shown(directory))),
        };
        if entries.is_empty() && directory != self.root {
            self.note(Code::LeftOut, directory, "an empty directory is no part of a package".to_owned());
        }
        for path in entries {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if TOOLS_OWN.contains(&name.as_str()) {
                self.note(Code::LeftOut, &path, format!("`{name}` is no part of a package"));
            } else if self.without == Some(path.as_path()) {
                self.note(Code::LeftOut, &path, "the package itself is no part of it".to_owned());
            } else {
                self.entry(&path);
            }
        }
    }

    fn entry(&mut self, path: &Path) {
        let result = match fs::symlink_metadata(path) {
            Err(error) => Err(format!("cannot be read: {error}")),
            Ok(metadata) if metadata.is_dir() => {
                // The bound of a path bounds the depth.
                return match self.inside(path) {
                    Ok(_) => self.directory(path),
                    Err(fault) => self.faults.push(format!("`{}` {fault}", self.shown(path))),
                };
            }
            Ok(metadata) if metadata.is_symlink() => self.link(path),
            Ok(metadata) if metadata.is_file() => self.file(path),
            Ok(metadata) => Err(format!("is {}", kind(metadata.file_type()))),
        };
        if let Err(fault) = result {
            self.faults.push(format!("`{}` {fault}", self.shown(path)));
        }
    }

    fn link(&mut self, path: &Path) -> Result<(), String> {
        if self.links == Links::Refused {
            return Err("is a link, which packed plugins never hold".to_owned());
        }
        let target = files::canonical(path).ok_or("is a link that leads nowhere")?;
        if !target.starts_with(&self.real) {
            return Err(format!("is a link out of the package, to `{}`", target.display()));
        }
        if !target.is_file() {
            return Err("is a link to a directory".to_owned());
        }
        let message = format!("a link is packed as a copy of `{}`", self.below(&target).display());
        self.note(Code::LinkCopied, path, message);
        self.file(path)
    }

    fn file(&mut self, path: &Path) -> Result<(), String> {
        let inside = self.inside(path)?;
        let content = files::read_bounded(path, self.package.room()).map_err(|fault| fault.to_string())?;
        let executable = fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o100 != 0);
        let added = self.package.add(inside, PackedFile { content, executable });
        // The fault names its file itself.
        added.or_else(|fault| {
            self.faults.push(fault);
            Ok(())
        })
    }

    fn inside(&self, path: &Path) -> Result<PackagePath, String> {
        let below = path.strip_prefix(self.root).unwrap_or(path);
        PackagePath::new(below.to_str().ok_or("has a name that is not UTF-8")?)
    }

    fn below<'p>(&self, path: &'p Path) -> &'p Path {
        path.strip_prefix(&self.real).unwrap_or(path)
    }

    fn shown(&self, path: &Path) -> String {
        path.strip_prefix(self.root).unwrap_or(path).display().to_string()
    }

    fn note(&mut self, code: Code, path: &Path, message: String) {
        self.found.push(Diagnostic::new(code, message).at(&place(path, 1)));
    }
}

fn sorted(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn kind(file_type: FileType) -> &'static str {
    match file_type {
        kind if kind.is_fifo() => "a FIFO",
        kind if kind.is_socket() => "a socket",
        kind if kind.is_char_device() || kind.is_block_device() => "a device",
        _ => "no plain file",
    }
}
