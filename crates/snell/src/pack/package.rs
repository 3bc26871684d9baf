//! A package in memory: files by path, bounded. Directories and archives are read into it and written from it.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read};

use super::path::{Names, PackagePath};

/// A package holds so many files at most.
pub const MOST_FILES: usize = 10_000;
/// All files of a package together, in bytes.
pub const LARGEST: usize = 128 * 1024 * 1024;

/// Files by path. No two are one file on any disk, and all of them fit the bounds.
#[derive(Clone, Debug, Default)]
pub struct Package {
    files: BTreeMap<PackagePath, PackedFile>,
    names: Names,
    size: usize,
}

/// One file of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedFile {
    /// Its bytes.
    pub content: Vec<u8>,
    /// Its execute bit. Nothing else of a mode is kept.
    pub executable: bool,
}

/// What is wrong with a package: everything that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageFault {
    /// What, one sentence each.
    pub faults: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

impl PackageFault {
    pub(crate) fn new(fault: impl Into<String>) -> PackageFault {
        PackageFault { faults: vec![fault.into()], help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> PackageFault {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for PackageFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.faults.join("\n"))
    }
}

impl std::error::Error for PackageFault {}

impl Package {
    /// Reads a package from a `.tar.gz`.
    ///
    /// # Errors
    /// What is wrong with it; nothing of it is used then.
    pub fn from_archive(archive: impl Read) -> Result<Package, PackageFault> {
        super::archive::read(archive)
    }

    /// The package as a `.tar.gz`: the same bytes whenever and wherever.
    pub fn to_archive(&self) -> io::Result<Vec<u8>> {
        super::archive::write(self)
    }

    /// Adds a file.
    ///
    /// # Errors
    /// A name that is taken, or too much of something, as a sentence.
    pub fn add(&mut self, path: PackagePath, file: PackedFile) -> Result<(), String> {
        self.names.take(&path).map_err(|fault| format!("`{path}` {fault}"))?;
        if self.files.len() >= MOST_FILES {
            return Err(format!("the package holds more than {MOST_FILES} files"));
        }
        self.size = self.size.saturating_add(file.content.len());
        if self.size > LARGEST {
            return Err(format!("the package holds more than {} MiB", LARGEST / 1024 / 1024));
        }
        self.files.insert(path, file);
        Ok(())
    }

    /// Bytes that may still be added.
    pub(super) fn room(&self) -> usize {
        LARGEST.saturating_sub(self.size)
    }

    /// Every file, by path.
    pub fn files(&self) -> impl Iterator<Item = (&PackagePath, &PackedFile)> {
        self.files.iter()
    }

    /// The file at a path.
    pub fn get(&self, path: &str) -> Option<&PackedFile> {
        self.files.get(&PackagePath::new(path).ok()?)
    }

    /// The same package with other files in the place of some, and without others.
    pub(super) fn changed(&self, put: &[(PackagePath, Vec<u8>)], without: Option<&str>) -> Result<Package, String> {
        let mut package = Package::default();
        for (path, content) in put {
            package.add(path.clone(), PackedFile { content: content.clone(), executable: false })?;
        }
        let is_put = |path: &PackagePath| put.iter().any(|(new, _)| new == path);
        for (path, file) in self.files.iter().filter(|(path, _)| !is_put(path) && without != Some(path.as_str())) {
            package.add(path.clone(), file.clone())?;
        }
        Ok(package)
    }
}

impl PartialEq for Package {
    fn eq(&self, other: &Package) -> bool {
        self.files == other.files
    }
}
