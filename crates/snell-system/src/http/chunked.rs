//! The chunked transfer coding: lengths in hexadecimal lines between the pieces of a body, then trailers, which nobody here reads.

/// The longest line of a length, its extensions included.
const LONGEST_LINE: usize = 4096;
/// The most that trailers may take together.
const MOST_TRAILERS: usize = 64 * 1024;

/// Where in the coding the next byte stands.
#[derive(Debug, Default)]
enum At {
    #[default]
    Length,
    Data(u64),
    AfterData,
    Trailer,
    End,
}

/// A decoder that is fed in pieces.
#[derive(Debug, Default)]
pub(super) struct Chunked {
    at: At,
    line: Vec<u8>,
    trailers: usize,
}

/// What the front of the fed bytes was.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// A part of the body.
    Data(&'a [u8]),
    /// A part of the coding, or nothing.
    Coding,
    /// The coding is complete.
    End,
}

impl Chunked {
    /// Takes something off the front of `bytes`.
    pub(super) fn take<'a>(&mut self, bytes: &mut &'a [u8]) -> Result<Piece<'a>, String> {
        match self.at {
            At::End => Ok(Piece::End),
            At::Data(left) => {
                let length = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                let (data, rest) = bytes.split_at(length);
                *bytes = rest;
                self.at = if length as u64 == left { At::AfterData } else { At::Data(left - length as u64) };
                Ok(Piece::Data(data))
            }
            _ => self.take_line(bytes),
        }
    }

    fn take_line<'a>(&mut self, bytes: &mut &'a [u8]) -> Result<Piece<'a>, String> {
        let length = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
        let (part, rest) = bytes.split_at(length);
        *bytes = rest;
        self.line.extend_from_slice(part);
        if self.line.len() > LONGEST_LINE {
            return Err("a line of the chunked answer is too long".to_owned());
        }
        if self.line.ends_with(b"\n") {
            let line = std::mem::take(&mut self.line);
            self.at = self.after(line.strip_suffix(b"\r\n").ok_or_else(broken)?)?;
        }
        Ok(if matches!(self.at, At::End) { Piece::End } else { Piece::Coding })
    }

    fn after(&mut self, line: &[u8]) -> Result<At, String> {
        match (&self.at, line) {
            (At::Length, line) => match length(line).ok_or_else(broken)? {
                0 => Ok(At::Trailer),
                length => Ok(At::Data(length)),
            },
            (At::AfterData, b"") => Ok(At::Length),
            (At::Trailer, b"") => Ok(At::End),
            (At::Trailer, line) => {
                self.trailers += line.len();
                if self.trailers > MOST_TRAILERS { Err("the answer's trailers are too long".to_owned()) } else { Ok(At::Trailer) }
            }
            _ => Err(broken()),
        }
    }
}

fn length(line: &[u8]) -> Option<u64> {
    let digits = line.split(|byte| *byte == b';').next()?.trim_ascii_end();
    let digits = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u64::from_str_radix(digits, 16).ok()
}

fn broken() -> String {
    "the chunked answer is broken".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(mut bytes: &[u8]) -> Result<(Vec<u8>, usize), String> {
        let (mut chunked, mut body) = (Chunked::default(), Vec::new());
        loop {
            match chunked.take(&mut bytes)? {
                Piece::Data(data) => body.extend_from_slice(data),
                Piece::End => return Ok((body, bytes.len())),
                Piece::Coding if bytes.is_empty() => return Err("unfinished".to_owned()),
                Piece::Coding => {}
            }
        }
    }

    #[test]
    fn chunks_are_joined_and_extensions_and_trailers_skipped() {
        assert_eq!(decode(b"2\r\n{}\r\n0\r\n\r\n"), Ok((b"{}".to_vec(), 0)));
        assert_eq!(decode(b"1;x=y\r\n{\r\n01 \r\n}\r\n000;z\r\nt: u\r\nv: w\r\n\r\nmore"), Ok((b"{}".to_vec(), 4)));
        assert_eq!(decode(b"A\r\n0123456789\r\n0\r\n\r\n"), Ok((b"0123456789".to_vec(), 0)));
    }

    #[test]
    fn a_broken_coding_is_an_error() {
        for bytes in [
            &b"\r\n{}\r\n0\r\n\r\n"[..],
            b"x\r\n",
            b"0x2\r\n{}\r\n0\r\n\r\n",
            b"+2\r\n{}\r\n0\r\n\r\n",
            b"-1\r\n",
            b"2\n{}\r\n0\r\n\r\n",
            b"2\r\n{}0\r\n\r\n",
            b"2\r\n{}}\r\n0\r\n\r\n",
            b"10000000000000000\r\n",
            b" 2\r\n{}\r\n0\r\n\r\n",
            b"2\r\n{}\r\n0\r\n",
        ] {
            assert!(decode(bytes).is_err(), "{}", String::from_utf8_lossy(bytes));
        }
        assert!(decode(&[b"2;".as_slice(), &[b'x'; 5000], b"\r\n{}\r\n0\r\n\r\n"].concat()).is_err());
        assert!(decode(&[b"0\r\n".as_slice(), &b"x: y\r\n".repeat(20_000), b"\r\n"].concat()).is_err());
    }
}
