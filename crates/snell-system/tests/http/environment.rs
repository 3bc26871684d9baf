//! What the environment may say, and what it may not. Each test runs itself once more, in a process with that environment.

use std::net::TcpListener;
use std::process::Command;

use snell_system::http::{Https, Options};

use super::authority::Authority;
use super::server::{Server, answer};
use super::{LONG, answered, client, transport};

/// Runs one of the ignored tests below with this environment.
fn run(test: &str, environment: &[(&str, &str)]) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("environment::{test}"), "--ignored"]);
    let output = command.envs(environment.iter().copied()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
fn ssl_cert_file_says_whom_to_believe() {
    let authority = Authority::new();
    let server = Server::saying(authority.server(), answer("200 OK", "", b"x"));
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("roots.pem");
    std::fs::write(&file, &authority.pem).unwrap();
    run("asks_the_url_in_the_environment", &[("SSL_CERT_FILE", file.to_str().unwrap()), ("TEST_URL", &server.url("/"))]);
    assert_eq!(server.requests(), 1);
}

#[test]
#[ignore = "run by the tests above"]
fn asks_the_url_in_the_environment() {
    let url = std::env::var("TEST_URL").unwrap();
    assert_eq!(answered(200, &Https::new(Options::default()).post(&url, b"{}", LONG)), "x");
}

#[test]
fn a_machine_without_authorities_says_so() {
    run("believes_nobody", &[("SSL_CERT_FILE", "/nonexistent/roots.pem"), ("SSL_CERT_DIR", "/nonexistent")]);
}

#[test]
#[ignore = "run by the tests above"]
fn believes_nobody() {
    let completion = Https::new(Options::default()).post("https://127.0.0.1:9/", b"{}", LONG);
    assert!(transport(&completion).contains("SSL_CERT_FILE"));
}

/// What a variable names need not be a file, and need not end. Fault 7.
#[test]
fn authorities_that_are_no_file_end_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let fifo = directory.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let hole = directory.path().join("hole");
    std::fs::File::create(&hole).unwrap().set_len(10 << 30).unwrap();
    let place = directory.path().to_str().unwrap();
    for (file, why) in [
        ("/dev/zero", "is a character device"),
        (fifo.to_str().unwrap(), "is a FIFO"),
        (hole.to_str().unwrap(), "larger than"),
        (place, "is a directory"),
        ("", "does not exist"),
    ] {
        run("believes_nobody_for_a_reason", &[("SSL_CERT_FILE", file), ("SSL_CERT_DIR", place), ("TEST_WHY", why)]);
    }
}

#[test]
#[ignore = "run by the tests above"]
fn believes_nobody_for_a_reason() {
    let completion = Https::new(Options::default()).post("https://127.0.0.1:9/", b"{}", LONG);
    let (told, why) = (transport(&completion), std::env::var("TEST_WHY").unwrap());
    assert!(told.contains(&why), "{told}");
}

#[test]
fn a_directory_of_authorities_is_read() {
    let authority = Authority::new();
    let server = Server::saying(authority.server(), answer("200 OK", "", b"x"));
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("a.pem"), "no certificate").unwrap();
    std::fs::write(directory.path().join("b.pem"), &authority.pem).unwrap();
    run("asks_the_url_in_the_environment", &[("SSL_CERT_DIR", directory.path().to_str().unwrap()), ("TEST_URL", &server.url("/"))]);
    assert_eq!(server.requests(), 1);
}

#[test]
fn no_proxy_of_the_environment_is_used() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let proxy = format!("http://{}", listener.local_addr().unwrap());
    let names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];
    run("asks_a_server_of_its_own", &names.map(|name| (name, proxy.as_str())));
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "somebody asked the proxy");
}

#[test]
#[ignore = "run by the tests above"]
fn asks_a_server_of_its_own() {
    let authority = Authority::new();
    let server = Server::saying(authority.server(), answer("200 OK", "", b"x"));
    assert_eq!(answered(200, &client(&authority).post(&server.url("/"), b"{}", LONG)), "x");
    assert!(std::env::var("HTTPS_PROXY").is_ok());
}
