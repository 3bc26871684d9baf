//! Answers of servers, however their bytes are cut: the first byte says how.

use snell_core::completion::OUTPUT_CAP;
use snell_system::http::read_answer;

use crate::{Target, texts, traits};

const PIECES: &[&str] = &[
    "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.0 ",
    "\r\n",
    "\n",
    "\r\n\r\n",
    "content-length: ",
    "transfer-encoding: chunked\r\n",
    "content-encoding: gzip\r\n",
    "connection: close\r\n",
    "keep-alive: timeout=5\r\n",
    "0\r\n\r\n",
    "ffffffffffffffff\r\n",
    "5;x=y\r\nhello\r\n",
    ": ",
    "x: y\r\n",
    " folded\r\n",
    "\0",
    "{}",
    "\x1f\u{8b}\x08",
];

pub(super) const TARGET: Target = Target {
    name: "http",
    seeds: || {
        texts(&[
            "\x01HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}",
            "\x03HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n1;a=b\r\n}\r\n0\r\nx: y\r\n\r\n",
            "\x02HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\nuntil the end",
            "\x40HTTP/1.1 204 No Content\r\nkeep-alive: timeout=5\r\n\r\n",
            "\x07HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 22\r\n\r\n",
        ])
    },
    pieces: PIECES,
    check,
};

fn check(input: &[u8]) -> u64 {
    let (step, bytes) = input.split_first().map_or((1, input), |(step, rest)| (usize::from(*step).max(1), rest));
    let whole = read_answer(std::iter::once(bytes), true);
    let cut = read_answer(bytes.chunks(step), true);
    match (&whole, &cut) {
        (Ok(whole), Ok(cut)) => assert_eq!(whole, cut, "it depends on how it is cut"),
        (whole, cut) => assert_eq!(whole.is_err(), cut.is_err(), "{whole:?}, {cut:?}"),
    }
    // A connection that vanished never gives more than one that was ended.
    let vanished = read_answer(bytes.chunks(step), false);
    assert!(vanished.is_err() || vanished == cut);
    match whole {
        Ok((status, body)) => {
            assert!((200..1000).contains(&status) && body.bytes.len() <= OUTPUT_CAP, "{status}, {}", body.bytes.len());
            traits((status, body.bytes.is_empty(), body.overflowed))
        }
        Err(why) => {
            crate::assert_harmless(&why);
            traits(why)
        }
    }
}
