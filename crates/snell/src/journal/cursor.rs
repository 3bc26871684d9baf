//! Reads a journal from its oldest line to its newest, and on.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom};

use snell_system::files::{self, ReadFault};

use super::record::Record;
use super::{Journal, segments};
use crate::report::SCHEMA;

/// At most so much of a file is read at once, in bytes.
const PIECE: u64 = 8 * 1024 * 1024;

/// A place in a journal. It stays right while others write, and when the oldest files go.
pub struct Cursor {
    journal: Journal,
    /// How far each file has been read, in bytes.
    read: BTreeMap<u32, u64>,
}

/// Some lines, the oldest first.
#[derive(Debug, Default)]
pub struct Batch {
    /// The records.
    pub lines: Vec<Line>,
    /// How many lines could not be read: damaged, or written by a newer version.
    pub damaged: usize,
}

/// A line and what it says.
#[derive(Clone, Debug)]
pub struct Line {
    /// As it was written, without its line feed.
    pub text: String,
    /// The record.
    pub record: Record,
}

impl Cursor {
    pub(super) fn new(journal: Journal) -> Cursor {
        Cursor { journal, read: BTreeMap::new() }
    }

    /// Skips all but the newest `count` files.
    pub fn skip_to_last(&mut self, count: usize) -> io::Result<()> {
        let numbers = segments::numbers(self.journal.directory())?;
        for number in &numbers[..numbers.len().saturating_sub(count)] {
            self.read.insert(*number, u64::MAX);
        }
        Ok(())
    }

    /// What has come since the last call, of one file at most; none where nothing has. A line that is not finished yet waits.
    ///
    /// # Errors
    /// The directory or a file of it cannot be read.
    pub fn advance(&mut self) -> io::Result<Option<Batch>> {
        let numbers = segments::numbers(self.journal.directory())?;
        self.read.retain(|number, _| numbers.contains(number));
        for number in numbers {
            if let Some(bytes) = self.fresh(number)? {
                return Ok(Some(Batch::of(&bytes)));
            }
        }
        Ok(None)
    }

    /// How many files end in a line that was never finished: one whose writer found no room, or is writing at this moment.
    pub fn unfinished(&self) -> usize {
        let size =
            |number| std::fs::symlink_metadata(segments::path(self.journal.directory(), number)).map_or(0, |metadata| metadata.len());
        self.read.iter().filter(|(number, read)| size(**number) > **read).count()
    }

    /// Whole lines of a file that were not read yet.
    fn fresh(&mut self, number: u32) -> io::Result<Option<Vec<u8>>> {
        let from = self.read.entry(number).or_default();
        if *from == u64::MAX {
            return Ok(None);
        }
        let path = segments::path(self.journal.directory(), number);
        let (mut file, metadata) = match files::open_regular(&path) {
            Ok(opened) => opened,
            Err(ReadFault::Missing) => return Ok(None),
            Err(fault) => return Err(io::Error::other(format!("`{}` {fault}", path.display()))),
        };
        if metadata.len() < *from {
            *from = 0;
        }
        file.seek(SeekFrom::Start(*from))?;
        let mut bytes = Vec::new();
        file.take(PIECE).read_to_end(&mut bytes)?;
        let whole = match bytes.iter().rposition(|byte| *byte == b'\n') {
            Some(last) => last + 1,
            // So long a line is none of ours.
            None if bytes.len() as u64 == PIECE => bytes.len(),
            None => return Ok(None),
        };
        bytes.truncate(whole);
        *from += whole as u64;
        Ok(Some(bytes))
    }
}

impl Batch {
    fn of(bytes: &[u8]) -> Batch {
        let mut batch = Batch::default();
        for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            match read(line) {
                Some(line) => batch.lines.push(line),
                None => batch.damaged += 1,
            }
        }
        batch
    }
}

fn read(line: &[u8]) -> Option<Line> {
    let text = std::str::from_utf8(line).ok()?;
    let record: Record = serde_json::from_str(text).ok()?;
    (record.schema == SCHEMA).then(|| Line { text: text.to_owned(), record })
}
