//! One deadline over everything (N9.4, FAULTS 70, 71, 76): each step is made to last longer than it, and each time the request ends.

use std::io::{self, Write};
use std::net::{IpAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use snell_core::completion::{Completion, End};
use snell_system::http::dial::{Checked, Dial};
use snell_system::http::resolve::Resolve;
use snell_system::http::{Https, Options};

use super::authority::Authority;
use super::server::{Server, Stream, answer};
use super::{LONG, client, transport};

const SHORT: Duration = Duration::from_millis(300);

#[track_caller]
fn assert_timed_out(completion: &Completion) {
    assert_eq!(completion.end, End::TimedOut);
    assert!(completion.stdout.bytes.is_empty(), "what came before the deadline is no answer");
    assert!(completion.duration >= SHORT);
}

/// Asks a server that answers as `write` does.
fn ask(body: &[u8], path: &str, write: impl Fn(&mut Stream) -> io::Result<()> + Send + Sync + 'static) -> Completion {
    let authority = Authority::new();
    let server = Server::start(authority.server(), move |_, stream| write(stream));
    client(&authority).post(&server.url(path), body, SHORT)
}

fn drip(stream: &mut Stream, bytes: &[u8]) -> io::Result<()> {
    for byte in bytes {
        stream.write_all(&[*byte])?;
        stream.flush()?;
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

#[test]
fn headers_never_come() {
    assert_timed_out(&ask(b"{}", "/", |_| {
        thread::park();
        Ok(())
    }));
}

#[test]
fn headers_drip() {
    assert_timed_out(&ask(b"{}", "/", |stream| drip(stream, &[b"HTTP/1.1 200 OK\r\n".as_slice(), &[b'x'; 3000]].concat())));
}

#[test]
fn a_body_drips() {
    for head in ["content-length: 3000\r\n", "", "transfer-encoding: chunked\r\n"] {
        assert_timed_out(&ask(b"{}", "/", move |stream| {
            write!(stream, "HTTP/1.1 200 OK\r\n{head}\r\n")?;
            drip(stream, &b"1\r\nx\r\n".repeat(500))
        }));
    }
}

#[test]
fn a_body_stalls() {
    assert_timed_out(&ask(b"{}", "/", |stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 30\r\n\r\n{\"decision\":\"deny\"}")?;
        stream.flush()?;
        thread::park();
        Ok(())
    }));
}

#[test]
fn interim_answers_drip() {
    assert_timed_out(&ask(b"{}", "/", |stream| drip(stream, &b"HTTP/1.1 100 Continue\r\n\r\n".repeat(100))));
}

#[test]
fn the_request_is_never_read() {
    assert_timed_out(&ask(&vec![b'x'; 32_000_000], "/unread", |_| {
        thread::park();
        Ok(())
    }));
}

#[test]
fn the_handshake_never_starts() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/", listener.local_addr().unwrap());
    assert_timed_out(&client(&Authority::new()).post(&url, b"{}", SHORT));
    drop(listener);
}

#[test]
fn a_deadline_of_nothing_ends_at_once() {
    let authority = Authority::new();
    let server = Server::saying(authority.server(), answer("200 OK", "", b"x"));
    assert_eq!(client(&authority).post(&server.url("/"), b"{}", Duration::ZERO).end, End::TimedOut);
    assert_eq!(server.requests(), 0);
}

/// A resolver that answers when it is let go, which a test may never do.
struct Stuck(Mutex<()>);

impl Resolve for Stuck {
    fn resolve(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        let _held = self.0.lock();
        Ok(vec![IpAddr::from([127, 0, 0, 1])])
    }
}

#[test]
fn a_look_up_never_ends_and_neither_do_many_of_them() {
    let resolver = Arc::new(Stuck(Mutex::new(())));
    let held = resolver.0.lock().unwrap();
    let client = Https::new(Options { resolver: resolver.clone(), ..Options::default() });
    thread::scope(|scope| {
        for _ in 0..40 {
            scope.spawn(|| assert_timed_out(&client.post("https://hooks.example.com:9/", b"{}", SHORT)));
        }
    });
    assert!(Arc::strong_count(&resolver) <= 2 + 16, "stuck look-ups are bounded");
    drop(held);
}

/// A dialler for whom every address is a black hole, with or without the wait.
struct BlackHole {
    waits: bool,
    given: Mutex<Vec<Duration>>,
}

impl Dial for BlackHole {
    fn dial(&self, _: Checked, timeout: Duration) -> io::Result<TcpStream> {
        self.given.lock().unwrap().push(timeout);
        if self.waits {
            thread::sleep(timeout);
        }
        Err(io::ErrorKind::TimedOut.into())
    }
}

struct ThreeAddresses;

impl Resolve for ThreeAddresses {
    fn resolve(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        Ok((1..=3).map(|last| IpAddr::from([127, 0, 0, last])).collect())
    }
}

fn into_black_holes(waits: bool, timeout: Duration) -> (Completion, Vec<Duration>) {
    let hole = Arc::new(BlackHole { waits, given: Mutex::default() });
    let options = Options { resolver: Arc::new(ThreeAddresses), dialler: hole.clone(), ..Options::default() };
    let completion = Https::new(options).post("https://hooks.example.com/", b"{}", timeout);
    let given = hole.given.lock().unwrap().clone();
    (completion, given)
}

#[test]
fn no_address_takes_the_connection() {
    assert_timed_out(&into_black_holes(true, SHORT).0);
}

#[test]
fn each_address_has_its_share_of_the_time_that_is_left() {
    let (completion, given) = into_black_holes(false, LONG);
    assert_eq!(transport(&completion), "the connection failed: timed out");
    assert_eq!(given.len(), 3);
    assert!(given[0] <= LONG / 3 && given[1] <= LONG / 2 && given[2] <= LONG, "{given:?}");
}
