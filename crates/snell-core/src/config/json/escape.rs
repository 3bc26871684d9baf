//! Escapes in strings.

use super::fault;
use super::reader::Reader;
use crate::config::Finding;

/// One escaped character, from its backslash.
pub(super) fn read(reader: &mut Reader<'_>) -> Result<char, Finding> {
    let rest = &reader.text.as_bytes()[reader.at..];
    let character = match rest.get(1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return code_point(reader),
        _ => return Err(fault::bad_escape(reader)),
    };
    reader.at += 2;
    Ok(character)
}

/// `\uXXXX`, or two of them for a character beyond the basic plane.
fn code_point(reader: &mut Reader<'_>) -> Result<char, Finding> {
    let rest = &reader.text.as_bytes()[reader.at..];
    let unit = unit(rest).ok_or_else(|| fault::bad_unicode(reader))?;
    if let Some(character) = char::from_u32(unit.into()) {
        reader.at += 6;
        return Ok(character);
    }
    let pair = [unit, self::unit(&rest[6..]).unwrap_or_default()];
    match char::decode_utf16(pair).next() {
        Some(Ok(character)) => {
            reader.at += 12;
            Ok(character)
        }
        _ if !reader.rules.by_hand => {
            reader.at += 6;
            Ok(char::REPLACEMENT_CHARACTER)
        }
        _ => Err(fault::lone_surrogate(reader)),
    }
}

/// The four hexadecimal digits of the `\uXXXX` that these bytes begin with.
fn unit(bytes: &[u8]) -> Option<u16> {
    let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | u16::try_from(char::from(*digit).to_digit(16)?).ok()?))
}
