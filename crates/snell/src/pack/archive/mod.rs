//! Packages as `.tar.gz`: written the same byte for byte every time, read so strictly that no other reader can see something else.
//!
//! The format is the oldest that every tool reads, ustar, and nothing of what was added to it later: no extended headers, whose size may
//! disagree with the one beside them, no long names, no links, no devices, one gzip member, and nothing after the end.

mod header;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

/// Everything in an archive comes in blocks of so many bytes.
const BLOCK: usize = 512;
