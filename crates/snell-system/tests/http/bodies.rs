//! Bodies of every kind: compressed, endless, broken (FAULTS 72, 73, 82).

use std::io::{self, Write};

use snell_core::completion::{Completion, End, OUTPUT_CAP};

use super::authority::Authority;
use super::server::{Server, Stream, answer, close};
use super::{LONG, answered, client, transport};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Asks a server that answers as `write` does.
fn ask(write: impl Fn(&mut Stream) -> io::Result<()> + Send + Sync + 'static) -> Completion {
    let authority = Authority::new();
    let server = Server::start(authority.server(), move |_, stream| write(stream));
    client(&authority).post(&server.url("/"), b"{}", LONG)
}

#[track_caller]
fn assert_too_large(completion: &Completion) {
    assert_eq!(completion.end, End::Answered(200));
    assert!(completion.stdout.overflowed);
    assert!(completion.stdout.bytes.len() <= OUTPUT_CAP);
}

#[test]
fn a_compressed_body_is_read() {
    let body = answer("200 OK", "content-encoding: gzip", &gzip(b"{\"decision\":\"deny\"}"));
    assert_eq!(answered(200, &ask(move |stream| stream.write_all(&body))), "{\"decision\":\"deny\"}");
}

#[test]
fn an_empty_body_is_an_answer() {
    for answer in ["204 No Content\r\n\r\n", "200 OK\r\ncontent-length: 0\r\n\r\n", "200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"]
    {
        let completion = ask(move |stream| write!(stream, "HTTP/1.1 {answer}"));
        assert_eq!(completion.end, End::Answered(answer[..3].parse().unwrap()));
        assert!(completion.stdout.bytes.is_empty());
    }
}

#[test]
fn an_endless_body_is_too_large_before_the_deadline() {
    for head in ["", "transfer-encoding: chunked\r\n", "content-length: 10000000000\r\n", "content-length: 18446744073709551615\r\n"] {
        let completion = ask(move |stream| {
            write!(stream, "HTTP/1.1 200 OK\r\n{head}\r\n")?;
            loop {
                stream.write_all(b"4000\r\n")?;
                stream.write_all(&[b'x'; 0x4000])?;
                stream.write_all(b"\r\n")?;
            }
        });
        assert_too_large(&completion);
    }
}

#[test]
fn a_compressed_bomb_is_too_large() {
    let bomb = gzip(&vec![b' '; 64 * OUTPUT_CAP]);
    assert!(bomb.len() < OUTPUT_CAP / 8);
    let bomb = answer("200 OK", "content-encoding: gzip", &bomb);
    assert_too_large(&ask(move |stream| stream.write_all(&bomb)));
}

#[test]
fn a_body_of_exactly_the_cap_is_whole() {
    let body = answer("200 OK", "", &b"x".repeat(OUTPUT_CAP));
    let completion = ask(move |stream| stream.write_all(&body));
    assert_eq!((completion.end, completion.stdout.bytes.len(), completion.stdout.overflowed), (End::Answered(200), OUTPUT_CAP, false));
}

#[test]
fn endless_headers_are_an_error_before_the_deadline() {
    let headers = ask(|stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\n")?;
        loop {
            stream.write_all(b"x: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n")?;
        }
    });
    assert_eq!(transport(&headers), "the answer's headers are too long");
    let interim = ask(|stream| {
        loop {
            stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
    });
    assert_eq!(transport(&interim), "the answer's headers are too long");
}

#[test]
fn an_answer_that_is_cut_short_is_an_error_and_not_an_empty_body() {
    for (whole, why) in [
        ("", "the connection ended without an answer"),
        ("HTTP/1.1 200 OK\r\ncontent-", "the connection ended in the middle of the answer's head"),
        ("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n{}", "the connection ended in the middle of the answer"),
        ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n", "the connection ended in the middle of the answer"),
    ] {
        for announced in [true, false] {
            let completion = ask(move |stream| {
                stream.write_all(whole.as_bytes())?;
                stream.flush()?;
                if announced { close(stream) } else { Err(io::Error::other("gone")) }
            });
            assert_eq!(transport(&completion), why);
        }
    }
    let announced = ask(|stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
        close(stream)
    });
    assert_eq!(answered(200, &announced), "");
    let silent = ask(|stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
        stream.flush()?;
        Err(io::Error::other("gone"))
    });
    assert_eq!(transport(&silent), "the connection ended in the middle of the answer");
}

#[test]
fn a_body_that_ends_with_its_connection_is_read() {
    for announced in [true, false] {
        let completion = ask(move |stream| {
            stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n{\"decision\":\"deny\"}")?;
            stream.flush()?;
            if announced { close(stream) } else { Err(io::Error::other("gone")) }
        });
        assert_eq!(answered(200, &completion), "{\"decision\":\"deny\"}");
    }
}

#[test]
fn something_that_is_not_http_is_an_error() {
    for bytes in ["SSH-2.0-x\r\n\r\n", "HTTP/2 200\r\n\r\n", "\0\0\0\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\n\r\n"] {
        transport(&ask(move |stream| stream.write_all(bytes.as_bytes())));
    }
    let other = answer("200 OK", "content-encoding: br", b"x");
    let why = "the answer has a `content-encoding` other than `gzip`, which alone was asked for";
    assert_eq!(transport(&ask(move |stream| stream.write_all(&other))), why);
}
