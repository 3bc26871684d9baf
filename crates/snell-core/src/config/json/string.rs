//! Strings. Most have no escape, and are copied as they stand.

use super::reader::Reader;
use super::{escape, fault};
use crate::config::Finding;

impl Reader<'_> {
    /// A string, from its opening quote.
    pub(super) fn string(&mut self) -> Result<String, Finding> {
        let start = self.at;
        self.at += 1;
        let mut text = self.plain().to_owned();
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => text.push(escape::read(self)?),
                // SECURITY: a reply whose text was damaged is still read: one bad byte in a reason must not lose a deny.
                Some(control @ 0..0x20) if !self.rules.by_hand => {
                    text.push(char::from(control));
                    self.at += 1;
                }
                _ => return Err(fault::in_string(self, start)),
            }
            text.push_str(self.plain());
        }
        self.at += 1;
        Ok(text)
    }

    /// Steps over what needs no attention inside a string.
    fn plain(&mut self) -> &str {
        let rest = &self.text[self.at..];
        let plain = &rest[..plain_length(rest.as_bytes())];
        self.at += plain.len();
        plain
    }
}

/// How many bytes stand before the first quote, backslash or control character. All three are ASCII, so the cut is between characters.
fn plain_length(bytes: &[u8]) -> usize {
    let (words, _) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let marks = marks(u64::from_le_bytes(*word));
        if marks != 0 {
            return index * 8 + marks.trailing_zeros() as usize / 8;
        }
    }
    let tail = words.len() * 8;
    tail + bytes[tail..].iter().take_while(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20)).count()
}

/// Eight bytes at once: the top bit of each byte that ends a plain run. The lowest mark is exact; a borrow may set false ones above it.
fn marks(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    const TOPS: u64 = ONES << 7;
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word;
    let controls = word.wrapping_sub(ONES * 0x20) & !word;
    (controls | zeros(word ^ (ONES * u64::from(b'"'))) | zeros(word ^ (ONES * u64::from(b'\\')))) & TOPS
}

#[cfg(test)]
mod tests {
    use super::plain_length;

    #[test]
    fn a_plain_run_ends_at_the_first_byte_that_means_something() {
        for stop in 0..=255u8 {
            for at in 0..20 {
                let mut bytes = vec![b'!'; 24];
                bytes[at] = stop;
                bytes[22] = b'"';
                let expected = if matches!(stop, b'"' | b'\\' | 0..0x20) { at } else { 22 };
                assert_eq!(plain_length(&bytes), expected, "byte {stop:#x} at {at}");
            }
        }
    }
}
