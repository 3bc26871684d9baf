//! Byte offsets of a text as lines and columns, the way an editor counts them.

/// Bytes between two marks of [`Lines`]: what a look-up may have to count through.
const STRIDE: usize = 256;

/// An index over a text: built once, in linear time; a look-up is logarithmic, however long the lines are.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t str,
    /// Where each line starts.
    starts: Vec<usize>,
    /// How many Unicode scalar values stand before every `STRIDE`th byte; empty where the text is ASCII.
    marks: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Indexes a text. Lines end with `\n`; a `\r` before it belongs to its line.
    pub fn of(text: &'t str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        let marks = if text.is_ascii() { Vec::new() } else { marks(text.as_bytes()) };
        Lines { text, starts, marks }
    }

    /// The line and the column of a byte: both from 1, the column in Unicode scalar values. A byte inside a character is that
    /// character; a byte after the text is its end.
    pub fn place(&self, byte: usize) -> (usize, usize) {
        let byte = floor(self.text, byte);
        let line = self.starts.partition_point(|start| *start <= byte);
        let start = self.starts[line - 1];
        (line, self.characters(byte) - self.characters(start) + 1)
    }

    /// How many Unicode scalar values begin before a byte.
    fn characters(&self, byte: usize) -> usize {
        match self.marks.get(byte / STRIDE) {
            Some(mark) => mark + begun(&self.text.as_bytes()[byte / STRIDE * STRIDE..byte]),
            None => byte,
        }
    }
}

/// The last character boundary at or before a byte.
pub(crate) fn floor(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn marks(bytes: &[u8]) -> Vec<usize> {
    let mut before = 0;
    let mut marks = Vec::with_capacity(bytes.len() / STRIDE + 1);
    for chunk in bytes.chunks(STRIDE) {
        marks.push(before);
        before += begun(chunk);
    }
    if bytes.len().is_multiple_of(STRIDE) {
        marks.push(before);
    }
    marks
}

/// How many Unicode scalar values begin in these bytes of UTF-8.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte & 0xC0) != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `place` promises, the slow way.
    fn counted(text: &str, byte: usize) -> (usize, usize) {
        let before = &text[..floor(text, byte)];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    #[test]
    fn every_byte_has_the_place_that_counting_gives() {
        let long = "é".repeat(700);
        let blocks = "ü".repeat(STRIDE);
        for text in ["", "\n", "a", "one\ntwo\r\nthree", "é\n漢字😀x\n\n", &long, &blocks, &format!("{long}\n{long}\n😀")] {
            let lines = Lines::of(text);
            for byte in 0..=text.len() {
                assert_eq!(lines.place(byte), counted(text, byte), "byte {byte} of {text:?}");
            }
        }
    }

    #[test]
    fn a_byte_after_the_text_is_its_end() {
        assert_eq!(Lines::of("a\nbc").place(99), (2, 3));
        assert_eq!(Lines::of("é\n").place(usize::MAX), (2, 1));
    }
}
