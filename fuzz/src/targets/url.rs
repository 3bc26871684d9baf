//! Urls of https hooks.

use snell_core::command::expand_url;
use snell_system::http::address::{Reach, classify};
use snell_system::http::guard::{Host, check_url, literal};

use crate::{Target, assert_harmless, texts, traits};

const PIECES: &[&str] = &[
    "https://",
    "http://",
    "@",
    ":",
    "/",
    "//",
    "?",
    "#",
    "[",
    "]",
    "::",
    "%",
    "%00",
    "%2e",
    "..",
    ".",
    "\\",
    "127.0.0.1",
    "169.254.169.254",
    "0x7f",
    "0177",
    "2130706433",
    "[::1]",
    "[::ffff:",
    "64:ff9b::",
    "ｅ",
    "。",
    "１",
    "xn--",
    "ß",
    "$X",
    "${X",
    "}",
    "localhost",
    "\r\n",
    "\t",
    "\u{ad}",
    ":443",
    ":0",
    "a.example",
];

pub(super) const TARGET: Target = Target {
    name: "url",
    seeds: || {
        texts(&[
            "https://a.example/x?y=z#w",
            "https://user:pass@a.example:8443/",
            "https://127.0.0.1:9/${X:-y}",
            "https://[::ffff:10.0.0.1]/",
            "https://2852039166/",
            "https://[fe80::1%25lo]/",
            "https://１２７.0.0.1/",
            "HTTPS://EXAMPLE.com.",
            "https://0x7f.1/",
            "https://[2001:db8::1]:443/é",
        ])
    },
    pieces: PIECES,
    check,
};

fn check(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let _ = expand_url(&text, &|name| (name != "NONE").then(|| "x\r\nhost: evil".into())).inspect(|url| {
        assert!(!url.contains("evil") || text.contains("evil"), "a value with a line break was taken");
    });
    match check_url(&text) {
        Ok(target) => {
            assert!(target.port > 0);
            match &target.host {
                Host::Address(address) => {
                    assert!(!matches!(classify(*address), Reach::Refused(_)), "{address}");
                    assert_eq!(literal(&text).and_then(Result::ok), Some(*address));
                }
                Host::Name(name) => {
                    assert!(name.is_ascii() && !name.is_empty() && !name.contains(['/', '@', ':', '[', ']', '%', ' ']), "{name:?}");
                    assert!(!name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'), "a number is no name: {name:?}");
                }
            }
            traits((matches!(target.host, Host::Name(_)), text.contains('@'), target.port == 443))
        }
        Err(refusal) => {
            assert_harmless(&refusal.to_string());
            traits(refusal.to_string())
        }
    }
}
