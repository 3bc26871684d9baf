//! SHA-256 digests: what was approved is known by them.

use std::fmt;
use std::io::Read;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest, written `sha256:` and 64 lowercase hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Digest(String);

impl Digest {
    /// The digest of some parts in a row. Each part is preceded by its length, so that no two lists of parts look the same.
    pub(crate) fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Digest {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        Digest::written(hash)
    }

    /// The digest of everything that a reader gives, and its first `kept` bytes. An error is the reader's.
    pub(crate) fn of_reader(mut reader: impl Read, kept: usize) -> std::io::Result<(Digest, Vec<u8>)> {
        let (mut hash, mut start) = (Sha256::new(), Vec::new());
        let mut buffer = vec![0; 64 * 1024];
        loop {
            let count = match reader.read(&mut buffer) {
                Ok(0) => return Ok((Digest::written(hash), start)),
                Ok(count) => count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            hash.update(&buffer[..count]);
            start.extend(&buffer[..count.min(kept - start.len())]);
        }
    }

    fn written(hash: Sha256) -> Digest {
        use fmt::Write;
        let mut text = String::from("sha256:");
        for byte in hash.finalize() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        Digest(text)
    }

    /// The digest as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_digest_that_sha256sum_gives_it() {
        let (digest, start) = Digest::of_reader(&b"abc"[..], 2).expect("memory can be read");
        assert_eq!(digest.as_str(), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(start, b"ab");
    }

    #[test]
    fn parts_cannot_flow_into_each_other() {
        let of = |parts: &[&str]| Digest::of_parts(parts.iter().map(|part| part.as_bytes()));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab"]), of(&["ab", ""]));
    }
}
