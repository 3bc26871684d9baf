//! The files of a journal: `journal.000001.jsonl` and on. The one with the greatest number is written; a full one is never written again,
//! so that readers may keep their place. Nobody renames and nobody locks: several processes agree by looking.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The numbers of the files that are there, the oldest first. A missing directory holds none.
pub(super) fn numbers(directory: &Path) -> io::Result<Vec<u32>> {
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut numbers: Vec<u32> = entries.flatten().filter_map(|entry| number(entry.file_name().to_str()?)).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

/// The file with this number.
pub(super) fn path(directory: &Path, number: u32) -> PathBuf {
    directory.join(format!("journal.{number:06}.jsonl"))
}

/// The file to write to. Where the last one is full a new one is begun, and the oldest go.
pub(super) fn to_write(directory: &Path, largest: u64, kept: u32) -> io::Result<PathBuf> {
    let numbers = numbers(directory)?;
    let last = numbers.last().copied().unwrap_or(1);
    let size = fs::symlink_metadata(path(directory, last)).map_or(0, |metadata| metadata.len());
    if size < largest {
        return Ok(path(directory, last));
    }
    let next = last + 1;
    for old in numbers.iter().filter(|old| **old + kept <= next) {
        // Another process may have been quicker.
        let _ = fs::remove_file(path(directory, *old));
    }
    Ok(path(directory, next))
}

/// At most nine digits, so that a number can always be counted on.
fn number(name: &str) -> Option<u32> {
    let digits = name.strip_prefix("journal.")?.strip_suffix(".jsonl")?;
    let is_ours = (6..=9).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|_| is_ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<u32> {
        numbers(directory).expect("the directory is read")
    }

    #[test]
    fn a_full_file_is_left_and_the_oldest_go() {
        let here = tempfile::tempdir().expect("a directory");
        for number in 1..=5 {
            let path = to_write(here.path(), 4, 3).expect("a file");
            assert_eq!(path, super::path(here.path(), number));
            fs::write(&path, "1234").expect("a file");
        }
        assert_eq!(names(here.path()), [3, 4, 5]);
        fs::write(path(here.path(), 5), "123").expect("a file");
        assert_eq!(to_write(here.path(), 4, 3).expect("a file"), path(here.path(), 5));
    }

    #[test]
    fn other_files_are_none_of_the_journals() {
        let here = tempfile::tempdir().expect("a directory");
        for name in ["journal.1.jsonl", "journal.00000x.jsonl", "journal.4294967295.jsonl", "trust.json", "journal.000002.jsonl.old"] {
            fs::write(here.path().join(name), "x").expect("a file");
        }
        assert!(names(here.path()).is_empty());
        assert_eq!(to_write(here.path(), 1, 1).expect("a file"), path(here.path(), 1));
        assert!(names(&here.path().join("nowhere")).is_empty());
    }
}
