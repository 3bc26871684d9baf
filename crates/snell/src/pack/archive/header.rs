//! One header block of an archive: its fields, and what they may hold.

use super::BLOCK;

const NAME: std::ops::Range<usize> = 0..100;
const MODE: std::ops::Range<usize> = 100..108;
const OWNERS: [std::ops::Range<usize>; 2] = [108..116, 116..124];
const SIZE: std::ops::Range<usize> = 124..136;
const TIME: std::ops::Range<usize> = 136..148;
const SUM: std::ops::Range<usize> = 148..156;
const KIND: usize = 156;
const LINK: std::ops::Range<usize> = 157..257;
const MAGIC: std::ops::Range<usize> = 257..265;
const PREFIX: std::ops::Range<usize> = 345..500;

/// The mark of a ustar header.
const USTAR: &[u8] = b"ustar\x0000";
/// The mark that GNU tar writes. Its headers have no prefix.
const GNU: &[u8] = b"ustar  \0";

/// What a header announces.
pub(super) enum Announced {
    File { path: String, executable: bool, size: usize },
    Directory { path: String },
}

/// A header of a file, for writing.
pub(super) fn of_file(prefix: &str, name: &str, executable: bool, size: usize) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let mut put = |at: std::ops::Range<usize>, bytes: &[u8]| block[at.start..at.start + bytes.len()].copy_from_slice(bytes);
    put(NAME, name.as_bytes());
    put(PREFIX, prefix.as_bytes());
    put(MODE, if executable { b"0000755\0" } else { b"0000644\0" });
    for owner in OWNERS {
        put(owner, b"0000000\0");
    }
    put(SIZE, format!("{size:011o}\0").as_bytes());
    put(TIME, b"00000000000\0");
    put(MAGIC, USTAR);
    put(KIND..KIND + 1, b"0");
    let sum = format!("{:06o}\0 ", sum(&block));
    block[SUM].copy_from_slice(sum.as_bytes());
    block
}

/// Reads a header.
///
/// # Errors
/// What is wrong with it, as the end of a sentence that begins with "an entry".
pub(super) fn read(block: &[u8; BLOCK]) -> Result<Announced, String> {
    if number(&block[SUM]) != Some(sum(block)) {
        return Err("has a damaged header".to_owned());
    }
    let is_gnu = &block[MAGIC] == GNU;
    if !is_gnu && &block[MAGIC] != USTAR {
        return Err("is not in the ustar format".to_owned());
    }
    let path = path(block, is_gnu)?;
    let told = |what: &str| format!("`{path}` {what}");
    if text(&block[LINK]).map_or(true, |link| !link.is_empty()) && matches!(block[KIND], b'0' | 0 | b'5') {
        return Err(told("names a link's target without being a link"));
    }
    let size =
        number(&block[SIZE]).and_then(|size| usize::try_from(size).ok()).ok_or_else(|| told("has a size that is no octal number"))?;
    let mode = number(&block[MODE]).ok_or_else(|| told("has a mode that is no octal number"))?;
    match block[KIND] {
        b'0' | 0 => Ok(Announced::File { path, executable: mode & 0o100 != 0, size }),
        b'5' if size == 0 => Ok(Announced::Directory { path }),
        b'5' => Err(told("is a directory with a size")),
        kind => Err(told(of_kind(kind))),
    }
}

fn of_kind(kind: u8) -> &'static str {
    match kind {
        b'1' => "is a hard link",
        b'2' => "is a symbolic link",
        b'3' | b'4' => "is a device",
        b'6' => "is a FIFO",
        b'x' | b'g' | b'X' => "is an extended header, which packed plugins never have",
        b'L' | b'K' => "is a long name, which packed plugins never have",
        b'S' => "is a sparse file",
        _ => "is of an unknown kind",
    }
}

fn path(block: &[u8; BLOCK], is_gnu: bool) -> Result<String, String> {
    let name = text(&block[NAME])?;
    let prefix = if is_gnu { "" } else { text(&block[PREFIX])? };
    if is_gnu && block[PREFIX].iter().any(|byte| *byte != 0) {
        return Err(format!("`{name}` has fields that packed plugins never have"));
    }
    Ok(if prefix.is_empty() { name.to_owned() } else { format!("{prefix}/{name}") })
}

/// A text field. SECURITY: nothing may stand after its end, where some readers go on reading.
fn text(field: &[u8]) -> Result<&str, String> {
    let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
    if field[end..].iter().any(|byte| *byte != 0) {
        return Err("has a name with a NUL in it".to_owned());
    }
    std::str::from_utf8(&field[..end]).map_err(|_| "has a name that is not UTF-8".to_owned())
}

/// An octal number: digits between spaces and NULs.
fn number(field: &[u8]) -> Option<u64> {
    let start = field.iter().position(|byte| *byte != b' ').unwrap_or(field.len());
    let field = &field[start..];
    let digits = field.iter().take_while(|byte| (b'0'..=b'7').contains(*byte)).count();
    let is_closed = field[digits..].iter().all(|byte| matches!(byte, 0 | b' '));
    let value = std::str::from_utf8(&field[..digits]).ok()?;
    if digits > 0 && is_closed { u64::from_str_radix(value, 8).ok() } else { None }
}

/// The sum of all bytes, those of the sum itself being spaces.
fn sum(block: &[u8; BLOCK]) -> u64 {
    let outside = block.iter().enumerate().filter(|(at, _)| !SUM.contains(at)).map(|(_, byte)| u64::from(*byte));
    outside.sum::<u64>() + 8 * u64::from(b' ')
}
