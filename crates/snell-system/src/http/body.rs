//! The body of an answer, decompressed and capped while it comes (N9.4).

use std::io::{self, Write};

use flate2::write::MultiGzDecoder;
use snell_core::completion::{Captured, OUTPUT_CAP};

/// The most of a body that is taken off the wire: above it a body cannot be small once it is decompressed, save one made to waste time.
const MOST_RECEIVED: usize = 2 * OUTPUT_CAP;

/// A body that is still coming.
pub(super) struct Body {
    coding: Coding,
    received: usize,
}

enum Coding {
    Plain(Kept),
    Gzip(Box<MultiGzDecoder<Kept>>),
}

impl Body {
    pub(super) fn new(gzip: bool) -> Self {
        let kept = Kept(Captured::default());
        let coding = if gzip { Coding::Gzip(Box::new(MultiGzDecoder::new(kept))) } else { Coding::Plain(kept) };
        Body { coding, received: 0 }
    }

    /// Takes the next bytes off the wire. Once the body is [too large](Body::is_too_large) nothing more need come.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.received = self.received.saturating_add(bytes.len());
        let taken = match &mut self.coding {
            Coding::Plain(kept) => kept.write_all(bytes),
            Coding::Gzip(decoder) => decoder.write_all(bytes),
        };
        if taken.is_err() && !self.is_too_large() { Err(broken()) } else { Ok(()) }
    }

    /// More came than is kept.
    pub(super) fn is_too_large(&self) -> bool {
        self.kept().0.overflowed || self.received > MOST_RECEIVED
    }

    /// Whether anything but white space came. Compressed data say so by coming at all: they have an end of their own, which is checked.
    pub(super) fn says_something(&self) -> bool {
        match &self.coding {
            Coding::Plain(kept) => !kept.0.bytes.trim_ascii().is_empty(),
            Coding::Gzip(_) => self.received > 0,
        }
    }

    /// What was kept. An error when compressed data end before their end.
    pub(super) fn finish(mut self) -> Result<Captured, String> {
        if self.received > 0 && !self.is_too_large() && !self.ends_well() && !self.is_too_large() {
            return Err(broken());
        }
        let overflowed = self.is_too_large();
        Ok(Captured { bytes: std::mem::take(&mut self.kept_mut().0.bytes), overflowed })
    }

    /// Also brings out what a decompressor still holds, which may be more than is kept.
    fn ends_well(&mut self) -> bool {
        match &mut self.coding {
            Coding::Plain(_) => true,
            Coding::Gzip(decoder) => decoder.try_finish().is_ok(),
        }
    }

    fn kept(&self) -> &Kept {
        match &self.coding {
            Coding::Plain(kept) => kept,
            Coding::Gzip(decoder) => decoder.get_ref(),
        }
    }

    fn kept_mut(&mut self) -> &mut Kept {
        match &mut self.coding {
            Coding::Plain(kept) => kept,
            Coding::Gzip(decoder) => decoder.get_mut(),
        }
    }
}

fn broken() -> String {
    "the answer's gzip data are broken or incomplete".to_owned()
}

/// Keeps up to the cap and is then full, which ends a decompressor that writes to it.
struct Kept(Captured);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = OUTPUT_CAP - self.0.bytes.len();
        self.0.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() > room {
            self.0.overflowed = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn read(gzip: bool, bytes: &[u8], step: usize) -> Result<Captured, String> {
        let mut body = Body::new(gzip);
        for piece in bytes.chunks(step) {
            body.take(piece)?;
        }
        body.finish()
    }

    #[test]
    fn compressed_data_come_out_whole_however_they_are_cut() {
        let text = b"{\"decision\":\"deny\"}".repeat(5000);
        for step in [1, 7, 1000, 1 << 20] {
            assert_eq!(read(true, &gzip(&text), step).unwrap().bytes, text);
        }
        let two = [gzip(b"{\"a\":"), gzip(b"1}")].concat();
        for step in [1, 1000] {
            assert_eq!(read(true, &two, step).unwrap().bytes, b"{\"a\":1}");
        }
    }

    #[test]
    fn damaged_cut_or_continued_compressed_data_are_an_error() {
        let whole = gzip(b"{\"decision\":\"deny\"}");
        for end in 1..whole.len() {
            assert!(read(true, &whole[..end], 1000).is_err(), "cut at {end}");
        }
        let mut damaged = whole.clone();
        let crc = damaged.len() - 6;
        damaged[crc] ^= 1;
        assert!(read(true, &damaged, 1000).is_err());
        assert!(read(true, b"{\"decision\":\"deny\"}", 1000).is_err());
        for step in [1, 1000] {
            assert!(read(true, &[&whole[..], b"trailing text"].concat(), step).is_err());
        }
        assert_eq!(read(true, b"", 1).unwrap(), Captured::default());
    }

    #[test]
    fn a_bomb_is_cut_at_the_cap_and_so_is_an_endless_stream_of_nothing() {
        let bomb = gzip(&vec![b' '; 8 * OUTPUT_CAP]);
        assert!(bomb.len() < OUTPUT_CAP / 2);
        let mut body = Body::new(true);
        body.take(&bomb).unwrap();
        assert!(body.is_too_large());
        let captured = body.finish().unwrap();
        assert!(captured.overflowed && captured.bytes.len() == OUTPUT_CAP);

        let empty_blocks = b"\x00\x00\x00\xff\xff".repeat(1 + MOST_RECEIVED / 5);
        let nothing = [b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff".as_slice(), &empty_blocks].concat();
        assert_eq!(read(true, &nothing, 1 << 16).unwrap(), Captured { bytes: Vec::new(), overflowed: true });
    }

    #[test]
    fn a_body_of_exactly_the_cap_is_not_too_large() {
        for (length, overflowed) in [(OUTPUT_CAP, false), (OUTPUT_CAP + 1, true)] {
            for gzipped in [false, true] {
                let text = vec![b'x'; length];
                let sent = if gzipped { gzip(&text) } else { text };
                let captured = read(gzipped, &sent, 10_000).unwrap();
                assert_eq!((captured.bytes.len(), captured.overflowed), (OUTPUT_CAP, overflowed));
            }
        }
    }
}
