//! The bytes of a request.

use std::net::IpAddr;

use super::guard::{Host, Target};

const AGENT: &str = concat!("snell/", env!("CARGO_PKG_VERSION"));

/// A whole POST request with a JSON body.
///
/// SECURITY: every part of the head is either ours or plain ASCII without white space, as `guard` let it pass; nothing can add a line.
pub(super) fn post(target: &Target, body: &[u8]) -> Vec<u8> {
    let mut head = format!(
        "POST {} HTTP/1.1\r\nhost: {}\r\nuser-agent: {AGENT}\r\naccept: application/json\r\naccept-encoding: gzip\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n",
        target.path,
        host(target),
        body.len()
    );
    if let Some(userinfo) = &target.userinfo {
        head.extend(["authorization: Basic ", &basic(userinfo), "\r\n"]);
    }
    head.push_str("\r\n");
    [head.as_bytes(), body].concat()
}

fn host(target: &Target) -> String {
    let host = match &target.host {
        Host::Name(name) => name.clone(),
        Host::Address(IpAddr::V4(address)) => address.to_string(),
        Host::Address(IpAddr::V6(address)) => format!("[{address}]"),
    };
    if target.port == 443 { host } else { format!("{host}:{}", target.port) }
}

/// `user:password` as basic authentication sends it: decoded from the url, then in base64.
fn basic(userinfo: &str) -> String {
    let (user, password) = userinfo.split_once(':').unwrap_or((userinfo, ""));
    base64(&[&percent_decoded(user)[..], b":", &percent_decoded(password)].concat())
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let (mut decoded, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let [first, after @ ..] = rest {
        let code = match rest {
            [b'%', high, low, ..] => hex(*high).zip(hex(*low)).map(|(high, low)| high << 4 | low),
            _ => None,
        };
        decoded.push(code.unwrap_or(*first));
        rest = if code.is_some() { &rest[3..] } else { after };
    }
    decoded
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().zip([16, 8, 0]).fold(0u32, |bits, (byte, shift)| bits | u32::from(*byte) << shift);
        for (at, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let digit = DIGITS[(bits >> shift & 63) as usize];
            text.push(if at <= three.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::guard::check_url;
    use super::*;

    fn head(url: &str) -> String {
        String::from_utf8(post(&check_url(url).unwrap(), b"{}")).unwrap()
    }

    #[test]
    fn a_request_says_what_it_is() {
        let expected = format!(
            "POST /hook?x=1 HTTP/1.1\r\nhost: a.example\r\nuser-agent: {AGENT}\r\naccept: application/json\r\naccept-encoding: gzip\r\n\
             content-type: application/json\r\ncontent-length: 2\r\n\r\n{{}}"
        );
        assert_eq!(head("https://A.example./hook?x=1#y"), expected);
    }

    #[test]
    fn the_host_is_named_with_a_port_that_is_not_443() {
        for (url, host) in [
            ("https://a.example:443/", "a.example"),
            ("https://a.example:8443/", "a.example:8443"),
            ("https://0x7f.1:8443/", "127.0.0.1:8443"),
            ("https://[0::1]/", "[::1]"),
        ] {
            assert!(head(url).contains(&format!("\r\nhost: {host}\r\n")), "{url}");
        }
    }

    #[test]
    fn userinfo_becomes_basic_authentication() {
        for (userinfo, encoded) in [
            ("Aladdin:open%20sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
            ("user", "dXNlcjo="),
            ("u:p:w", "dTpwOnc="),
            ("u%0d%0a:%zz%", "dQ0KOiV6eiU="),
            ("\u{e9}:", "w6k6"),
        ] {
            let head = head(&format!("https://{userinfo}@a.example/"));
            assert!(head.contains(&format!("\r\nauthorization: Basic {encoded}\r\n")), "{userinfo}: {head}");
        }
        assert!(!head("https://a.example/").contains("authorization"));
    }
}
