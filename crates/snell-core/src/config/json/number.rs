//! Numbers: whole ones that fit 64 bits stay whole, others are finite `f64`, and what is too large for that is the text it is written as.

use serde_json::Number;

use super::reader::Reader;
use super::{fault, words};
use crate::config::Finding;
use crate::tree::NodeKind;

impl Reader<'_> {
    /// A number, from its sign or first digit. One that no number holds (`1e999`) costs itself alone (N1.11): it is a text, as in TOML.
    pub(super) fn number(&mut self) -> Result<NodeKind, Finding> {
        let rest = &self.text[self.at..];
        let Some((length, whole)) = shape(rest.as_bytes()) else { return Err(fault::bad_number(self)) };
        let written = &rest[..length];
        let number = whole_number(written, whole).or_else(|| Number::from_f64(written.parse().ok()?));
        self.at += length;
        Ok(number.map_or_else(|| NodeKind::Text(written.to_owned()), NodeKind::Number))
    }
}

/// The length of the number that these bytes begin with, and whether it is written as a whole one. None where it is not one by JSON's
/// grammar: no digit is missing, no leading zero, and no letter or digit follows.
fn shape(bytes: &[u8]) -> Option<(usize, bool)> {
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let first = usize::from(bytes.first() == Some(&b'-'));
    let count = digits(first);
    let leading_zero = count > 1 && bytes[first] == b'0';
    let mut end = first + count;
    let (mut complete, mut whole) = (count > 0 && !leading_zero, true);
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        end += 1 + fraction;
        (complete, whole) = (complete && fraction > 0, false);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        end += 1 + sign + exponent;
        (complete, whole) = (complete && exponent > 0, false);
    }
    let goes_on = bytes.get(end).is_some_and(|byte| words::in_word(*byte));
    (complete && !goes_on).then_some((end, whole))
}

/// The number, if it is whole and fits 64 bits. `-0` does not: only a float keeps its sign.
fn whole_number(written: &str, whole: bool) -> Option<Number> {
    if !whole || written == "-0" {
        return None;
    }
    match written.strip_prefix('-') {
        Some(_) => written.parse::<i64>().ok().map(Number::from),
        None => written.parse::<u64>().ok().map(Number::from),
    }
}
