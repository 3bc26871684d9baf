//! What is sent, and how connections are used again.

use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Barrier, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use snell_core::completion::End;
use snell_system::http::dial::{Checked, Dial, SystemDialler};
use snell_system::http::{Https, Options};

use super::authority::Authority;
use super::server::{Server, answer, close};
use super::{LONG, answered, client, transport};

const DENY: &[u8] = b"{\"decision\":\"deny\"}";

#[test]
fn the_body_arrives_and_the_answer_comes_back() {
    let authority = Authority::new();
    let server = Server::start(authority.server(), |request, stream| {
        assert_eq!(request.body, b"{\"a\":1}");
        stream.write_all(&answer("200 OK", "", DENY))
    });
    let completion = client(&authority).post(&server.url("/hook?x=y"), b"{\"a\":1}", LONG);
    assert_eq!(answered(200, &completion).as_bytes(), DENY);
    assert!(completion.stderr.bytes.is_empty() && !completion.leaked && !completion.duration.is_zero());
    server.seen(|seen| {
        let head = &seen.heads[0];
        assert!(head.starts_with("POST /hook?x=y HTTP/1.1\r\n"), "{head}");
        for line in ["content-type: application/json", "accept: application/json", "accept-encoding: gzip", "user-agent: snell/"] {
            assert!(head.contains(&format!("\r\n{line}")), "{head}");
        }
        assert!(head.contains(&format!("\r\nhost: {}\r\n", server.address)), "{head}");
        assert_eq!(seen.names, [None], "an address is no server name");
    });
}

#[test]
fn a_large_event_arrives_whole() {
    let authority = Authority::new();
    let large: Vec<u8> = (0..8_000_000u32).map(|n| b'a' + u8::try_from(n % 23).unwrap()).collect();
    let expected = large.clone();
    let server = Server::start(authority.server(), move |request, stream| {
        let body: &[u8] = if request.body == expected { b"whole" } else { b"damaged" };
        stream.write_all(&answer("200 OK", "", body))
    });
    let client = client(&authority);
    for _ in 0..2 {
        assert_eq!(answered(200, &client.post(&server.url("/"), &large, LONG)), "whole");
    }
    assert_eq!(server.connections(), 1);
}

#[test]
fn every_status_comes_back_with_its_body() {
    let authority = Authority::new();
    let server = Server::start(authority.server(), |request, stream| {
        let status = request.head.split(['/', ' ']).nth(2).unwrap();
        stream.write_all(&answer(status, "content-type: text/html", DENY))
    });
    let client = client(&authority);
    for status in [200, 201, 202, 226, 300, 400, 401, 403, 404, 407, 408, 413, 418, 421, 425, 429, 451, 500, 502, 503, 504, 599] {
        let completion = client.post(&server.url(&format!("/{status}")), b"{}", LONG);
        assert_eq!(answered(status, &completion).as_bytes(), DENY);
    }
    assert_eq!(server.connections(), 1);
}

#[test]
fn connections_are_used_again() {
    let authority = Authority::new();
    let server = Server::start(authority.server(), |request, stream| {
        let number = request.number.to_string();
        match request.number % 3 {
            0 => stream.write_all(&answer("200 OK", "", number.as_bytes())),
            1 => write!(stream, "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{number}\r\n0\r\n\r\n"),
            _ => write!(stream, "HTTP/1.1 103 Early\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n{number}"),
        }
    });
    let client = client(&authority);
    for number in 0..6 {
        assert_eq!(answered(200, &client.post(&server.url("/"), b"{}", LONG)), number.to_string());
    }
    assert_eq!((server.requests(), server.connections()), (6, 1));
}

#[test]
fn a_connection_is_not_used_again_for_another_host_name_or_port() {
    let authority = Authority::new();
    let servers: Vec<Server> =
        [b"a", b"b"].map(|body| Server::saying(authority.server(), answer("200 OK", "", body))).into_iter().collect();
    let client = client(&authority);
    for _ in 0..2 {
        assert_eq!(answered(200, &client.post(&servers[0].url("/"), b"{}", LONG)), "a");
        assert_eq!(answered(200, &client.post(&servers[1].url("/"), b"{}", LONG)), "b");
        let by_name = format!("https://localhost:{}/", servers[0].address.port());
        assert_eq!(answered(200, &client.post(&by_name, b"{}", LONG)), "a");
    }
    servers[0].seen(|seen| assert_eq!(seen.names, [None, Some("localhost".to_owned())]));
    assert_eq!(servers[1].connections(), 1);
}

#[test]
fn an_answer_that_ends_its_connection_is_followed_by_a_new_one() {
    let authority = Authority::new();
    let server = Server::start(authority.server(), |request, stream| match request.number % 3 {
        0 => stream.write_all(&answer("200 OK", "connection: close", b"x")),
        1 => {
            stream.write_all(b"HTTP/1.1 200 OK\r\n\r\nx")?;
            close(stream)
        }
        _ => {
            stream.write_all(b"HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\nx")?;
            close(stream)
        }
    });
    let client = client(&authority);
    for _ in 0..3 {
        assert_eq!(answered(200, &client.post(&server.url("/"), b"{}", LONG)), "x");
    }
    assert_eq!(server.connections(), 3);
}

#[test]
fn a_kept_connection_that_the_server_has_ended_is_replaced_unnoticed() {
    for announced in [true, false] {
        let authority = Authority::new();
        let (sender, closed) = mpsc::sync_channel(9);
        let server = Server::start(authority.server(), move |_, stream| {
            stream.write_all(&answer("200 OK", "", b"x"))?;
            if announced {
                close(stream)?;
            } else {
                stream.sock.shutdown(std::net::Shutdown::Both)?;
            }
            sender.send(()).unwrap();
            Ok(())
        });
        let client = client(&authority);
        for _ in 0..3 {
            assert_eq!(answered(200, &client.post(&server.url("/"), b"{}", LONG)), "x");
            closed.recv().unwrap();
        }
        assert_eq!(server.requests(), 3);
    }
}

#[test]
fn an_answer_nobody_asked_for_is_not_taken_for_the_next_one() {
    let authority = Authority::new();
    let (go, told) = mpsc::sync_channel(9);
    let (sender, written) = mpsc::sync_channel(9);
    let told = Mutex::new(told);
    let server = Server::start(authority.server(), move |request, stream| {
        stream.write_all(&answer("200 OK", "", request.number.to_string().as_bytes()))?;
        stream.flush()?;
        told.lock().unwrap().recv().unwrap();
        stream.write_all(&answer("200 OK", "", b"{\"decision\":\"allow\"}"))?;
        stream.flush()?;
        sender.send(()).unwrap();
        Ok(())
    });
    let client = client(&authority);
    for number in 0..3 {
        assert_eq!(answered(200, &client.post(&server.url("/"), b"{}", LONG)), number.to_string());
        go.send(()).unwrap();
        written.recv().unwrap();
    }
}

/// A dialler that keeps a hand on every socket.
#[derive(Default)]
struct Sockets(Mutex<Vec<TcpStream>>);

impl Dial for Sockets {
    fn dial(&self, address: Checked, timeout: Duration) -> io::Result<TcpStream> {
        let socket = SystemDialler.dial(address, timeout)?;
        self.0.lock().unwrap().push(socket.try_clone()?);
        Ok(socket)
    }
}

#[test]
fn a_kept_connection_that_takes_nothing_more_is_replaced_since_nothing_was_sent() {
    let authority = Authority::new();
    let held = Mutex::new(Vec::new());
    let server = Server::start(authority.server(), move |_, stream| {
        held.lock().unwrap().push(stream.sock.try_clone()?);
        stream.write_all(&answer("200 OK", "", b"x"))
    });
    let sockets = Arc::new(Sockets::default());
    let client = Https::new(Options { roots: authority.roots(), dialler: sockets.clone(), ..Options::default() });
    for _ in 0..2 {
        assert_eq!(answered(200, &client.post(&server.url("/"), b"{}", LONG)), "x");
        sockets.0.lock().unwrap()[0].shutdown(Shutdown::Write).unwrap();
    }
    assert_eq!((server.requests(), server.connections()), (2, 2));
}

#[test]
fn a_connection_is_kept_no_longer_than_the_server_promised() {
    let authority = Authority::new();
    let server = Server::saying(authority.server(), answer("200 OK", "keep-alive: timeout=2", b"x"));
    let client = client(&authority);
    for _ in 0..2 {
        assert_eq!(answered(200, &client.post(&server.url("/"), b"{}", LONG)), "x");
        thread::sleep(Duration::from_millis(1100));
    }
    assert_eq!(server.connections(), 2);
}

#[test]
fn sixteen_connections_are_kept_and_no_more() {
    const AT_ONCE: usize = 20;
    let authority = Authority::new();
    let barrier = Barrier::new(AT_ONCE);
    let server = Server::start(authority.server(), move |_, stream| {
        barrier.wait();
        stream.write_all(&answer("200 OK", "", b"x"))
    });
    let (client, url) = (client(&authority), server.url("/"));
    for connections in [AT_ONCE, AT_ONCE + (AT_ONCE - 16)] {
        thread::scope(|scope| {
            for _ in 0..AT_ONCE {
                scope.spawn(|| assert_eq!(answered(200, &client.post(&url, b"{}", LONG)), "x"));
            }
        });
        assert_eq!(server.connections(), connections);
    }
}

#[test]
fn a_request_that_was_sent_is_never_sent_again() {
    let authority = Authority::new();
    let server = Server::start(authority.server(), |request, stream| match request.number {
        0 => stream.write_all(&answer("200 OK", "", b"x")),
        _ => Err(io::Error::other("gone")),
    });
    let client = client(&authority);
    assert_eq!(answered(200, &client.post(&server.url("/"), b"{}", LONG)), "x");
    assert_eq!(transport(&client.post(&server.url("/"), b"{}", LONG)), "the connection ended without an answer");
    assert_eq!((server.requests(), server.connections()), (2, 1));
}

#[test]
fn an_answer_that_comes_before_the_request_was_read_counts() {
    let authority = Authority::new();
    let server = Server::start(authority.server(), |_, stream| {
        stream.write_all(&answer("413 Too Large", "", DENY))?;
        stream.flush()?;
        // It reads nothing more, and stays.
        thread::park();
        Ok(())
    });
    let client = client(&authority);
    for connections in [1, 2] {
        let completion = client.post(&server.url("/unread"), &vec![b'x'; 32_000_000], LONG);
        assert_eq!(answered(413, &completion).as_bytes(), DENY);
        assert_eq!(server.connections(), connections, "half a request is no connection to use again");
    }
}

#[test]
fn many_hooks_are_sent_at_once() {
    let authority = Authority::new();
    let server = Server::start(authority.server(), |request, stream| stream.write_all(&answer("200 OK", "", &request.body)));
    let (client, url) = (Arc::new(client(&authority)), server.url("/"));
    let threads: Vec<_> = (0..20)
        .map(|number| {
            let (client, url, body) = (Arc::clone(&client), url.clone(), format!("{{\"number\":{number}}}"));
            thread::spawn(move || {
                for _ in 0..5 {
                    assert_eq!(answered(200, &client.post(&url, body.as_bytes(), LONG)), body);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(server.requests(), 100);
}

#[test]
fn nobody_listening_is_a_failure_of_the_way() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let completion = client(&Authority::new()).post(&format!("https://user:secret@{free}/secret?secret"), b"{}", LONG);
    assert_eq!(completion.end, End::Transport("the connection failed: connection refused".to_owned()));
}
