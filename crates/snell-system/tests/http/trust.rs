//! Whose certificates are believed (N9.3, FAULTS 76; HK-072).

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use snell_core::completion::End;
use snell_system::http::{Https, Options, Roots};

use super::authority::{Authority, Validity, self_signed};
use super::server::{Server, answer};
use super::{LONG, answered, client, transport};

/// Asks a server with this certificate; no request may reach it.
fn refusal(client: &Https, config: std::sync::Arc<rustls::ServerConfig>) -> String {
    let server = Server::saying(config, answer("200 OK", "", b"{}"));
    let why = transport(&client.post(&server.url("/"), b"{\"secret\":1}", LONG)).to_owned();
    assert_eq!(server.requests(), 0, "{why}");
    why
}

#[test]
fn each_kind_of_bad_certificate_has_its_own_words() {
    let authority = Authority::new();
    let client = client(&authority);
    for (identity, words) in [
        (self_signed(false).0, "its issuer is unknown"),
        (Authority::new().sign(&["127.0.0.1"], Validity::Good), "its issuer is unknown"),
        (authority.sign(&["127.0.0.1"], Validity::Expired), "it has expired"),
        (authority.sign(&["127.0.0.1"], Validity::NotYet), "it is not valid yet"),
        (authority.sign(&["a.example", "127.0.0.2"], Validity::Good), "it is for another host: `a.example`"),
    ] {
        let why = refusal(&client, identity.config());
        assert!(why.starts_with(&format!("the server's certificate is refused: {words}")), "{why}");
    }
}

#[test]
fn a_self_signed_certificate_is_believed_once_it_is_added() {
    let (identity, pem) = self_signed(false);
    let server = Server::saying(identity.config(), answer("200 OK", "", b"x"));
    let client = Https::new(Options { roots: Roots::from_pem(pem.as_bytes()).unwrap(), ..Options::default() });
    assert_eq!(answered(200, &client.post(&server.url("/"), b"{}", LONG)), "x");
}

#[test]
fn an_authority_s_own_certificate_is_no_server_s_and_the_words_say_so() {
    let (identity, pem) = self_signed(true);
    let client = Https::new(Options { roots: Roots::from_pem(pem.as_bytes()).unwrap(), ..Options::default() });
    assert!(refusal(&client, identity.config()).contains("`CA:TRUE`"));
}

#[test]
fn a_server_that_wants_a_client_certificate_is_a_failure_in_words() {
    let authority = Authority::new();
    assert_eq!(refusal(&client(&authority), authority.server_for_known_clients()), "the server asks for a client certificate");
}

/// Asks a server that sends these bytes before any handshake.
fn without_tls(bytes: &'static [u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/", listener.local_addr().unwrap());
    let server = thread::spawn(move || {
        let (mut socket, _) = listener.accept().unwrap();
        let mut hello = [0; 4096];
        let _ = socket.read(&mut hello).unwrap();
        socket.write_all(bytes).unwrap();
        hello
    });
    let why = transport(&client(&Authority::new()).post(&url, b"{\"secret\":1}", LONG)).to_owned();
    assert!(!String::from_utf8_lossy(&server.join().unwrap()).contains("secret"));
    why
}

#[test]
fn a_server_without_tls_or_with_an_old_one_is_not_asked() {
    assert_eq!(without_tls(b"HTTP/1.1 400 Bad Request\r\n\r\n"), "the server does not speak TLS on this port");
    // The alert `protocol_version`, as a server sends it that knows TLS 1.0 alone.
    assert!(without_tls(b"\x15\x03\x01\x00\x02\x02\x46").contains("TLS 1.2 or 1.3 is needed"));
    // A server hello that settles on TLS 1.0.
    let hello: &[u8] = b"\x16\x03\x01\x00\x2a\x02\x00\x00\x26\x03\x01AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\x00\x00\x2f\x00";
    assert!(without_tls(hello).contains("TLS 1.2 or 1.3 is needed"));
    assert_eq!(without_tls(b""), "the server ended the connection during the TLS handshake");
}

#[test]
fn what_is_added_must_be_certificates() {
    for pem in ["", "hello", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "-----BEGIN CERTIFICATE-----\n%%%"] {
        assert!(Roots::from_pem(pem.as_bytes()).is_err(), "{pem}");
    }
    let garbage = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    assert_eq!(Roots::from_pem(garbage.as_bytes()).unwrap_err(), "certificate 1 in it cannot be read");
}

#[test]
fn nothing_is_believed_that_was_not_added() {
    let authority = Authority::new();
    let server = Server::saying(authority.server(), answer("200 OK", "", b"x"));
    let completion = Https::new(Options::default()).post(&server.url("/"), b"{}", LONG);
    assert!(matches!(completion.end, End::Transport(_)), "{:?}", completion.end);
    assert_eq!(server.requests(), 0);
}
