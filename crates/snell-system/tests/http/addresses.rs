//! Which addresses are dialled (N9.2, FAULTS 77, 78; HK-071). Everything here goes through a network of the test's own.

use std::io;
use std::net::IpAddr;

use snell_core::completion::{Completion, End};

use super::authority::Authority;
use super::network::Network;
use super::server::{Server, answer};
use super::{LONG, answered, client, transport};

const URL: &str = "https://hooks.example.com/";

fn server(authority: &Authority) -> Server {
    Server::saying(authority.server(), answer("200 OK", "connection: close", b"x"))
}

#[track_caller]
fn refused(completion: &Completion) -> &str {
    match &completion.end {
        End::Refused(why) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_public_name_is_dialled_by_its_checked_address_and_keeps_its_name() {
    let authority = Authority::new();
    let server = server(&authority);
    let network = Network::new(server.address, &["93.184.216.34 2606:4700::1111"]);
    assert_eq!(answered(200, &network.client(authority.roots()).post(URL, b"{}", LONG)), "x");
    assert_eq!(network.dialled(), ["93.184.216.34:443"]);
    server.seen(|seen| {
        assert_eq!(seen.names, [Some("hooks.example.com".to_owned())]);
        assert!(seen.heads[0].contains("\r\nhost: hooks.example.com\r\n"));
    });
}

#[test]
fn a_name_with_any_refused_answer_is_refused() {
    let authority = Authority::new();
    let server = server(&authority);
    for answers in [
        "10.0.0.5",
        "93.184.216.34 10.0.0.5",
        "10.0.0.5 93.184.216.34",
        "93.184.216.34 fd00::1",
        "127.0.0.1 169.254.169.254",
        "93.184.216.34 ::ffff:169.254.169.254",
        "93.184.216.34 64:ff9b::a9fe:a9fe",
        "93.184.216.34 0.0.0.0",
        "100.100.100.200",
    ] {
        let network = Network::new(server.address, &[answers]);
        let completion = network.client(authority.roots()).post(URL, b"{}", LONG);
        assert!(refused(&completion).starts_with("the host resolves to "), "{answers}");
        assert!(network.dialled().is_empty(), "{answers}");
    }
}

#[test]
fn one_bad_answer_among_a_thousand_is_enough() {
    let authority = Authority::new();
    let server = server(&authority);
    let mut answers: Vec<IpAddr> = (0..999u16).map(|n| IpAddr::from([93, 184, n.to_be_bytes()[0], n.to_be_bytes()[1]])).collect();
    let network = Network::with(server.address, vec![Ok(answers.clone())]);
    assert_eq!(answered(200, &network.client(authority.roots()).post(URL, b"{}", LONG)), "x");
    answers.push(IpAddr::from([192, 168, 0, 1]));
    let network = Network::with(server.address, vec![Ok(answers)]);
    refused(&network.client(authority.roots()).post(URL, b"{}", LONG));
    assert!(network.dialled().is_empty());
}

#[test]
fn a_name_that_changes_between_two_requests_is_checked_again() {
    let authority = Authority::new();
    let server = server(&authority);
    let network = Network::new(server.address, &["93.184.216.34", "169.254.169.254"]);
    let client = network.client(authority.roots());
    assert_eq!(answered(200, &client.post(URL, b"{}", LONG)), "x");
    refused(&client.post(URL, b"{}", LONG));
    assert_eq!(network.dialled(), ["93.184.216.34:443"]);
}

#[test]
fn a_name_is_resolved_once_for_a_connection_so_that_nothing_changes_between_check_and_use() {
    let authority = Authority::new();
    let server = Server::saying(authority.server(), answer("200 OK", "", b"x"));
    let network = Network::new(server.address, &["93.184.216.34", "169.254.169.254"]);
    let client = network.client(authority.roots());
    for _ in 0..3 {
        assert_eq!(answered(200, &client.post(URL, b"{}", LONG)), "x");
    }
    assert_eq!(*network.resolved.lock().unwrap(), ["hooks.example.com"]);
    assert_eq!(network.dialled(), ["93.184.216.34:443"]);
}

#[test]
fn a_literal_that_is_refused_is_neither_resolved_nor_dialled() {
    let authority = Authority::new();
    let network = Network::new(server(&authority).address, &["93.184.216.34"]);
    let client = network.client(authority.roots());
    for url in [
        "https://10.0.0.5/",
        "https://169.254.169.254/",
        "https://[::ffff:169.254.169.254]/",
        "https://[fd00::1]/",
        "https://[fe80::1]/",
        "https://2852039166/",
        "https://100.100.100.200/",
        "https://100.64.0.1/",
        "https://ok@169.254.169.254/",
        "https://[64:ff9b::a9fe:a9fe]/",
        "https://169.254.169.254./",
        "https://1.2.3.4.5/",
        "http://hooks.example.com/e",
        "file:///etc/passwd",
    ] {
        refused(&client.post(url, b"{}", LONG));
    }
    assert!(network.dialled().is_empty() && network.resolved.lock().unwrap().is_empty());
}

#[test]
fn loopback_is_dialled_in_every_spelling() {
    let authority = Authority::new();
    let server = server(&authority);
    let port = server.address.port();
    let client = client(&authority);
    for host in ["127.0.0.1", "localhost", "LOCALHOST.", "0x7f000001", "127.1", "2130706433"] {
        for scheme in ["https", "HTTPS"] {
            assert_eq!(answered(200, &client.post(&format!("{scheme}://{host}:{port}/"), b"{}", LONG)), "x", "{host}");
        }
    }
    let network = Network::new(server.address, &["::ffff:127.0.0.1"]);
    assert_eq!(answered(200, &network.client(authority.roots()).post(URL, b"{}", LONG)), "x");
    assert_eq!(network.dialled(), ["127.0.0.1:443"]);
}

#[test]
fn a_name_that_cannot_be_resolved_is_a_failure_of_the_way() {
    let authority = Authority::new();
    let address = server(&authority).address;
    let network = Network::with(address, vec![Err(io::ErrorKind::NotFound)]);
    assert!(transport(&network.client(authority.roots()).post(URL, b"{}", LONG)).starts_with("the host cannot be resolved"));
    let network = Network::new(address, &[""]);
    assert_eq!(transport(&network.client(authority.roots()).post(URL, b"{}", LONG)), "the host has no address");
    assert!(network.dialled().is_empty());
}
