//! What stands between the values: white space and, in what people write, comments.

use super::fault;
use super::reader::Reader;
use crate::config::Finding;

impl Reader<'_> {
    /// Steps over white space and comments.
    pub(super) fn blanks(&mut self) -> Result<(), Finding> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(b'/') if self.rules.by_hand && self.comment()? => {}
                _ => return Ok(()),
            }
        }
    }

    /// Steps over a comment, if one begins here.
    fn comment(&mut self) -> Result<bool, Finding> {
        let rest = &self.text[self.at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(body) = rest.strip_prefix("/*") {
            body.find("*/").ok_or_else(|| fault::open_comment(self))? + 4
        } else {
            return Ok(false);
        };
        self.remarks.comments.note(self.at..self.at + length);
        self.at += length;
        Ok(true)
    }
}
