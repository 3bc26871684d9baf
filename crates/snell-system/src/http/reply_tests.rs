use std::io::Write;

use proptest::prelude::*;
use snell_core::completion::OUTPUT_CAP;

use super::*;

/// Reads an answer that comes in pieces of `step` bytes, after which the connection ends.
fn read(bytes: &[u8], step: usize, announced: bool) -> Result<Answer, String> {
    let mut reply = Reply::default();
    for piece in bytes.chunks(step) {
        if let Some(answer) = reply.take(piece)? {
            return Ok(answer);
        }
    }
    reply.end(announced)
}

fn text(answer: &Answer) -> &str {
    std::str::from_utf8(&answer.body.bytes).unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

const SIZED: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
const CHUNKED: &[u8] = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n";
const UNTIL_CLOSE: &[u8] = b"HTTP/1.1 200 OK\r\n\r\n{}";

#[test]
fn an_answer_is_the_same_however_its_bytes_are_cut() {
    let zipped = [b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n".as_slice(), &gzip(b"{}")].concat();
    let interim = [b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n".as_slice(), SIZED].concat();
    for (bytes, reusable) in [(SIZED, true), (CHUNKED, true), (&interim, true), (UNTIL_CLOSE, false), (&zipped, false)] {
        for step in 1..=bytes.len() {
            let answer = read(bytes, step, true).unwrap();
            assert_eq!((answer.status, text(&answer), answer.idle.is_some()), (200, "{}", reusable), "in steps of {step}");
        }
    }
}

#[test]
fn every_status_keeps_its_body() {
    for status in [200, 201, 299, 301, 302, 303, 307, 308, 400, 401, 403, 404, 418, 429, 500, 502, 503, 599, 999] {
        let answer = format!("HTTP/1.1 {status} X\r\ncontent-length: 2\r\nlocation: http://169.254.169.254/\r\n\r\n{{}}");
        let answer = read(answer.as_bytes(), 1000, true).unwrap();
        assert_eq!((answer.status, text(&answer)), (status, "{}"));
    }
    for status in [204, 304] {
        let answer = read(format!("HTTP/1.1 {status} X\r\n\r\n").as_bytes(), 1000, true).unwrap();
        assert_eq!((answer.status, text(&answer), answer.idle.is_some()), (status, "", true));
    }
}

#[test]
fn lines_may_end_without_a_carriage_return() {
    assert_eq!(text(&read(b"HTTP/1.1 200 OK\ncontent-length: 2\n\n{}", 3, true).unwrap()), "{}");
    assert_eq!(text(&read(b"HTTP/1.1 200 OK\ncontent-length: 2\n\r\n{}", 3, true).unwrap()), "{}");
}

#[test]
fn an_answer_that_stops_short_is_an_error() {
    for whole in [SIZED, CHUNKED] {
        for end in 0..whole.len() {
            for announced in [true, false] {
                assert!(read(&whole[..end], 1000, announced).is_err(), "cut at {end}");
            }
        }
    }
}

#[test]
fn silence_is_an_empty_body_only_where_the_end_was_announced() {
    let silent = b"HTTP/1.1 200 OK\r\n\r\n";
    assert_eq!(text(&read(silent, 1000, true).unwrap()), "");
    assert!(read(silent, 1000, false).is_err());
    assert!(read(&[silent.as_slice(), b" \r\n"].concat(), 1000, false).is_err());
    assert_eq!(text(&read(UNTIL_CLOSE, 1000, false).unwrap()), "{}");

    let zipped = [b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n".as_slice(), &gzip(b"{}")].concat();
    assert_eq!(text(&read(&zipped, 1000, false).unwrap()), "{}");
    assert!(read(&zipped[..zipped.len() - 1], 1000, false).is_err());
}

#[test]
fn bytes_after_an_answer_spoil_its_connection_but_not_the_answer() {
    for whole in [SIZED, CHUNKED] {
        let answer = read(&[whole, b"HTTP/1.1 200 OK\r\n"].concat(), 1000, true).unwrap();
        assert_eq!((text(&answer), answer.idle), ("{}", None));
    }
}

#[test]
fn heads_are_capped_together() {
    let long = |lines: usize| {
        let lines = format!("x: {}\r\n", "y".repeat(994)).repeat(lines);
        read(format!("HTTP/1.1 200 OK\r\n{lines}content-length: 2\r\n\r\n{{}}").as_bytes(), 10_000, true)
    };
    assert_eq!(long(60).unwrap().status, 200);
    assert_eq!(long(70), Err("the answer's headers are too long".to_owned()));
    let flood = |heads: usize| read(&["HTTP/1.1 100 Continue\r\n\r\n".repeat(heads).as_bytes(), SIZED].concat(), 10_000, true);
    assert_eq!(flood(100).unwrap().status, 200);
    assert_eq!(flood(3000), Err("the answer's headers are too long".to_owned()));
}

#[test]
fn a_body_above_the_cap_is_an_answer_at_once_and_its_connection_is_not_used_again() {
    let body = vec![b'x'; OUTPUT_CAP + 1];
    let sized = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", 10_000_000_000_u64);
    let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffff\r\n";
    for head in [sized.as_str(), chunked, "HTTP/1.1 200 OK\r\n\r\n"] {
        let mut reply = Reply::default();
        let answer = reply.take(&[head.as_bytes(), &body].concat()).unwrap().expect("an answer before the end");
        assert_eq!((answer.body.bytes.len(), answer.body.overflowed, answer.idle), (OUTPUT_CAP, true, None));
    }
}

#[test]
fn another_protocol_is_an_error() {
    for bytes in
        ["HTTP/1.1 101 Switching Protocols\r\n\r\n", "HTTP/1.1 099 X\r\n\r\n", "hello\r\n\r\n", "\r\n\r\n\r\n", "HTTP/2 200\r\n\r\n"]
    {
        assert!(read(bytes.as_bytes(), 1000, true).is_err(), "{bytes:?}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic_and_the_same_however_cut(
        head in prop::sample::select(vec![
            "", "HTTP/1.1 ", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n",
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n",
        ]),
        rest in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(b"\r\n0123 {}:;".to_vec())], 0..60),
        step in 1usize..20,
    ) {
        let bytes = [head.as_bytes(), &rest].concat();
        let (whole, cut) = (read(&bytes, bytes.len().max(1), true), read(&bytes, step, true));
        // Where nothing is cut, bytes after the answer are seen and spoil the connection; that alone may differ.
        match (whole, cut) {
            (Ok(whole), Ok(cut)) => prop_assert_eq!((whole.status, whole.body), (cut.status, cut.body)),
            (whole, cut) => prop_assert_eq!(whole.is_err(), cut.is_err()),
        }
    }
}
