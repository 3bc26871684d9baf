//! The status line and header lines of an answer, and what they say about the body that follows.
//!
//! SECURITY: strict, since both ends must agree where an answer ends before its connection is used again: two kinds of length, two lengths,
//! or an unknown transfer coding are errors and not guesses.

use std::time::Duration;

use httparse::{Error, Header, Response, Status};

const MOST_LINES: usize = 100;

/// How long an unused connection is kept when the server does not say.
const IDLE: Duration = Duration::from_secs(30);

/// How the end of a body is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    Length(u64),
    Chunked,
    UntilClose,
}

/// What a head says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) status: u16,
    pub(super) framing: Framing,
    pub(super) gzip: bool,
    /// How long the connection may wait for its next request; `None` when it ends with this answer.
    pub(super) idle: Option<Duration>,
}

/// Reads one whole head, the empty line that ends it included.
pub(super) fn parse(bytes: &[u8]) -> Result<Head, String> {
    let mut lines = [httparse::EMPTY_HEADER; MOST_LINES];
    let mut answer = Response::new(&mut lines);
    match answer.parse(bytes) {
        Ok(Status::Complete(length)) if length == bytes.len() => {}
        Err(Error::TooManyHeaders) => return Err(format!("the answer has more than {MOST_LINES} header lines")),
        _ => return Err("the answer is not HTTP/1.1".to_owned()),
    }
    let (status, modern) = (answer.code.unwrap_or(0), answer.version == Some(1));
    let framing = framing(status, modern, answer.headers)?;
    let idle = if modern && framing != Framing::UntilClose { idle(answer.headers) } else { None };
    Ok(Head { status, framing, gzip: is_gzip(answer.headers)?, idle })
}

/// The values of a header, however many lines and commas they are spread over.
fn values<'a>(headers: &'a [Header<'a>], name: &'static str) -> impl Iterator<Item = &'a [u8]> {
    let lines = headers.iter().filter(move |header| header.name.eq_ignore_ascii_case(name));
    lines.flat_map(|header| header.value.split(|byte| *byte == b',')).map(<[u8]>::trim_ascii)
}

fn framing(status: u16, modern: bool, headers: &[Header<'_>]) -> Result<Framing, String> {
    let codings: Vec<&[u8]> = values(headers, "transfer-encoding").collect();
    let length = length(headers)?;
    match (codings.as_slice(), length) {
        ([], _) if matches!(status, 100..=199 | 204 | 304) => Ok(Framing::Length(0)),
        ([], Some(length)) => Ok(Framing::Length(length)),
        ([], None) => Ok(Framing::UntilClose),
        ([coding], None) if modern && coding.eq_ignore_ascii_case(b"chunked") => Ok(Framing::Chunked),
        (_, None) => Err("the answer has a `transfer-encoding` other than `chunked`".to_owned()),
        (_, Some(_)) => Err("the answer has both a `content-length` and a `transfer-encoding`".to_owned()),
    }
}

fn length(headers: &[Header<'_>]) -> Result<Option<u64>, String> {
    let mut found = None;
    for value in values(headers, "content-length") {
        let digits = std::str::from_utf8(value).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let length: u64 = digits.and_then(|text| text.parse().ok()).ok_or("the answer's `content-length` is no number")?;
        if found.replace(length).is_some_and(|before| before != length) {
            return Err("the answer has two lengths".to_owned());
        }
    }
    Ok(found)
}

fn is_gzip(headers: &[Header<'_>]) -> Result<bool, String> {
    let codings: Vec<String> =
        values(headers, "content-encoding").map(|value| String::from_utf8_lossy(value).to_ascii_lowercase()).collect();
    match codings.iter().map(String::as_str).filter(|coding| !matches!(*coding, "" | "identity")).collect::<Vec<_>>()[..] {
        [] => Ok(false),
        ["gzip" | "x-gzip"] => Ok(true),
        _ => Err("the answer has a `content-encoding` other than `gzip`, which alone was asked for".to_owned()),
    }
}

/// `None` after `connection: close`; a `keep-alive: timeout=5` is ended a second early, before the server ends it.
fn idle(headers: &[Header<'_>]) -> Option<Duration> {
    if values(headers, "connection").any(|token| token.eq_ignore_ascii_case(b"close")) {
        return None;
    }
    let promised =
        values(headers, "keep-alive").filter_map(|value| std::str::from_utf8(value).ok()?.strip_prefix("timeout=")?.parse().ok());
    promised.map(|seconds: u64| Duration::from_secs(seconds.saturating_sub(1))).chain([IDLE]).min().filter(|idle| !idle.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(lines: &str) -> Result<Head, String> {
        parse(format!("{}\r\n\r\n", lines.replace('|', "\r\n")).as_bytes())
    }

    #[test]
    fn the_end_of_a_body_is_known_from_its_head() {
        for (lines, framing) in [
            ("HTTP/1.1 200 OK|Content-Length: 5", Framing::Length(5)),
            ("HTTP/1.1 200|content-length: 5, 5", Framing::Length(5)),
            ("HTTP/1.1 200 OK|Transfer-Encoding: Chunked", Framing::Chunked),
            ("HTTP/1.1 200 OK|x: y", Framing::UntilClose),
            ("HTTP/1.0 200 OK", Framing::UntilClose),
            ("HTTP/1.1 204 No Content", Framing::Length(0)),
            ("HTTP/1.1 204 No Content|content-length: 7", Framing::Length(0)),
            ("HTTP/1.1 304 Not Modified|content-length: 7", Framing::Length(0)),
        ] {
            assert_eq!(head(lines).unwrap().framing, framing, "{lines}");
        }
    }

    #[test]
    fn an_ambiguous_head_is_an_error() {
        for lines in [
            "HTTP/1.1 200 OK|content-length: 5|content-length: 6",
            "HTTP/1.1 200 OK|content-length: 5|transfer-encoding: chunked",
            "HTTP/1.1 204 No Content|content-length: 5|transfer-encoding: chunked",
            "HTTP/1.1 200 OK|content-length: +5",
            "HTTP/1.1 200 OK|content-length: 5x",
            "HTTP/1.1 200 OK|content-length: -1",
            "HTTP/1.1 200 OK|content-length:",
            "HTTP/1.1 200 OK|content-length: 99999999999999999999",
            "HTTP/1.1 200 OK|transfer-encoding: gzip, chunked",
            "HTTP/1.1 200 OK|transfer-encoding: chunked|transfer-encoding: chunked",
            "HTTP/1.1 200 OK|transfer-encoding: chunked, identity",
            "HTTP/1.0 200 OK|transfer-encoding: chunked",
            "HTTP/1.1 200 OK|content-encoding: br",
            "HTTP/1.1 200 OK|content-encoding: gzip, gzip",
            "HTTP/1.1 200 OK|content-length : 5",
            "HTTP/1.1 200 OK|x: a| b: folded",
            "HTTP/2 200 OK",
            "HTTP/1.1 20 OK",
            "SSH-2.0-OpenSSH_9.2",
            "",
        ] {
            assert!(head(lines).is_err(), "{lines}");
        }
    }

    #[test]
    fn a_connection_is_kept_as_long_as_the_server_says() {
        for (lines, idle) in [
            ("HTTP/1.1 200 OK|content-length: 0", Some(IDLE)),
            ("HTTP/1.1 200 OK|content-length: 0|keep-alive: timeout=5, max=100", Some(Duration::from_secs(4))),
            ("HTTP/1.1 200 OK|content-length: 0|keep-alive: timeout=600", Some(IDLE)),
            ("HTTP/1.1 200 OK|content-length: 0|keep-alive: timeout=1", None),
            ("HTTP/1.1 200 OK|content-length: 0|connection: x, Close", None),
            ("HTTP/1.1 200 OK", None),
            ("HTTP/1.0 200 OK|content-length: 0", None),
        ] {
            assert_eq!(head(lines).unwrap().idle, idle, "{lines}");
        }
    }
}
