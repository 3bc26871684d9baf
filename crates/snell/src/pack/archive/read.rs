//! A `.tar.gz` into a package. Everything is read to its end and checked before anything is written anywhere.
//!
//! SECURITY: what two readers could understand in two ways is refused, and every piece is bounded while it is read.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

use super::BLOCK;
use super::header::{self, Announced};
use crate::pack::package::{LARGEST, MOST_FILES, Package, PackageFault, PackedFile};
use crate::pack::path::PackagePath;

/// Entries of an archive, directories included.
const MOST_ENTRIES: usize = 2 * MOST_FILES;
/// An archive that is not packed more than this holds too much anyway, in bytes.
const LARGEST_ARCHIVE: u64 = (LARGEST + MOST_ENTRIES * 2 * BLOCK) as u64;
/// Blocks of zeros after the end: what tools fill their last record with.
const MOST_PADDING: usize = 4096;

/// Reads an archive.
///
/// # Errors
/// What is wrong with it; nothing of it is used then.
pub(crate) fn read(archive: impl Read) -> Result<Package, PackageFault> {
    let mut input = BufReader::new(archive.take(LARGEST_ARCHIVE));
    let mut reader = Reader { tar: GzDecoder::new(&mut input), package: Package::default(), directories: BTreeSet::new(), entries: 0 };
    let result = reader.entries().and_then(|()| reader.end());
    let package = reader.package;
    let result = result.and_then(|()| alone(&mut input));
    match result {
        Ok(()) => Ok(package),
        Err(fault) => Err(PackageFault::new(fault).help("pack the plugin again with `snell plugin pack`")),
    }
}

/// One gzip member and nothing after it: some readers go on, others do not.
fn alone(input: &mut impl BufRead) -> Result<(), String> {
    match input.fill_buf() {
        Ok([]) => Ok(()),
        Ok(_) => Err("something stands after the end of the archive".to_owned()),
        Err(error) => Err(format!("the archive cannot be read: {error}")),
    }
}

struct Reader<R> {
    tar: R,
    package: Package,
    directories: BTreeSet<String>,
    entries: usize,
}

impl<R: Read> Reader<R> {
    fn entries(&mut self) -> Result<(), String> {
        loop {
            let block = self.block()?;
            if block == [0; BLOCK] {
                return Ok(());
            }
            self.entries += 1;
            if self.entries > MOST_ENTRIES {
                return Err(format!("the archive holds more than {MOST_ENTRIES} entries"));
            }
            match header::read(&block).map_err(|fault| format!("an entry {fault}"))? {
                Announced::File { path, executable, size } => self.file(&path, executable, size)?,
                Announced::Directory { path } => self.directory(&path)?,
            }
        }
    }

    fn file(&mut self, path: &str, executable: bool, size: usize) -> Result<(), String> {
        let path = inside(path)?;
        if size > self.package.room() {
            return Err(format!("the package holds more than {} MiB", LARGEST / 1024 / 1024));
        }
        let mut content = Vec::new();
        // Grown as it comes: what a header announces costs nothing.
        let read = self.tar.by_ref().take(size as u64).read_to_end(&mut content).map_err(|error| broken(&error))?;
        if read < size {
            return Err("the archive ends in the middle of a file".to_owned());
        }
        let mut padding = [0; BLOCK];
        let padding = &mut padding[..size.next_multiple_of(BLOCK) - size];
        self.tar.read_exact(padding).map_err(|error| broken(&error))?;
        if padding.iter().any(|byte| *byte != 0) {
            return Err(format!("something stands after the end of `{path}`"));
        }
        self.package.add(path, PackedFile { content, executable })
    }

    /// A directory says nothing that its files do not say; its name must be good all the same.
    fn directory(&mut self, path: &str) -> Result<(), String> {
        let path = path.strip_suffix('/').unwrap_or(path);
        if path == "." {
            return Ok(());
        }
        let path = inside(path)?;
        if self.directories.insert(path.to_string()) { Ok(()) } else { Err(format!("`{path}` stands twice in the archive")) }
    }

    /// After the first block of zeros there is one more at least, and nothing but zeros.
    fn end(&mut self) -> Result<(), String> {
        for padding in 0..MOST_PADDING {
            let mut block = [0; BLOCK];
            match self.tar.read(&mut block[..1]).map_err(|error| broken(&error))? {
                0 if padding > 0 => return self.files_are_no_directories(),
                0 => return Err("the archive has no end mark".to_owned()),
                _ => self.tar.read_exact(&mut block[1..]).map_err(|error| broken(&error))?,
            }
            if block != [0; BLOCK] {
                return Err("something stands after the end mark of the archive".to_owned());
            }
        }
        Err("the archive is filled up with too many zeros".to_owned())
    }

    fn files_are_no_directories(&self) -> Result<(), String> {
        let clash = self.package.files().find(|(path, _)| self.directories.contains(path.as_str()));
        clash.map_or(Ok(()), |(path, _)| Err(format!("`{path}` is a file and a directory")))
    }

    fn block(&mut self) -> Result<[u8; BLOCK], String> {
        let mut block = [0; BLOCK];
        self.tar.read_exact(&mut block).map_err(|error| broken(&error))?;
        Ok(block)
    }
}

/// Tools write `./x` for `x`.
fn inside(path: &str) -> Result<PackagePath, String> {
    PackagePath::new(path.strip_prefix("./").unwrap_or(path)).map_err(|fault| format!("`{path}` {fault}"))
}

fn broken(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "the archive is cut off".to_owned(),
        _ => "the archive is damaged, or no `.tar.gz`".to_owned(),
    }
}
