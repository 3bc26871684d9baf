//! A TLS server on loopback that answers as a test tells it to, byte by byte.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use rustls::{ServerConfig, ServerConnection, StreamOwned};

pub(crate) type Stream = StreamOwned<ServerConnection, TcpStream>;

/// One request as it came.
pub(crate) struct Request {
    /// The request line and the header lines.
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
    /// From 0, over all connections.
    pub(crate) number: usize,
}

/// What a server saw.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) heads: Vec<String>,
    /// The server names of the connections that were opened, as TLS told them.
    pub(crate) names: Vec<Option<String>>,
}

/// A server; it runs until the test's process ends.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    seen: Arc<Mutex<Seen>>,
}

impl Server {
    /// Answers each request with what `answer` writes; an error ends the connection without a word.
    pub(crate) fn start(
        config: Arc<ServerConfig>,
        answer: impl Fn(&Request, &mut Stream) -> io::Result<()> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (seen, answer) = (Arc::new(Mutex::new(Seen::default())), Arc::new(answer));
        let server = Server { address, seen: Arc::clone(&seen) };
        thread::spawn(move || {
            for socket in listener.incoming() {
                let (config, seen, answer) = (Arc::clone(&config), Arc::clone(&seen), Arc::clone(&answer));
                thread::spawn(move || serve(socket.unwrap(), config, &seen, &*answer));
            }
        });
        server
    }

    /// Answers everything with these bytes.
    pub(crate) fn saying(config: Arc<ServerConfig>, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Server::start(config, move |_, stream| stream.write_all(&bytes))
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("https://{}{path}", self.address)
    }

    pub(crate) fn requests(&self) -> usize {
        self.seen.lock().unwrap().heads.len()
    }

    pub(crate) fn connections(&self) -> usize {
        self.seen.lock().unwrap().names.len()
    }

    pub(crate) fn seen<T>(&self, look: impl FnOnce(&Seen) -> T) -> T {
        look(&self.seen.lock().unwrap())
    }
}

fn serve(
    socket: TcpStream,
    config: Arc<ServerConfig>,
    seen: &Mutex<Seen>,
    answer: &dyn Fn(&Request, &mut Stream) -> io::Result<()>,
) -> io::Result<()> {
    socket.set_nodelay(true)?;
    let mut stream = StreamOwned::new(ServerConnection::new(config).unwrap(), socket);
    stream.conn.complete_io(&mut stream.sock)?;
    seen.lock().unwrap().names.push(stream.conn.server_name().map(ToOwned::to_owned));
    while let Some((head, body)) = read_request(&mut stream)? {
        let number = {
            let mut seen = seen.lock().unwrap();
            seen.heads.push(head.clone());
            seen.heads.len() - 1
        };
        answer(&Request { head, body, number }, &mut stream)?;
        stream.flush()?;
    }
    Ok(())
}

fn read_request(stream: &mut Stream) -> io::Result<Option<(String, Vec<u8>)>> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        if stream.read(&mut byte)? == 0 {
            return Ok(None);
        }
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap().parse().unwrap();
    // A url with this path is one whose server never reads a body.
    let mut body = vec![0; if head.contains("/unread") { 0 } else { length }];
    stream.read_exact(&mut body)?;
    Ok(Some((head, body)))
}

/// An answer with this status line's rest, extra header lines (`a: b|c: d`) and body.
pub(crate) fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let headers = if headers.is_empty() { String::new() } else { headers.replace('|', "\r\n") + "\r\n" };
    [format!("HTTP/1.1 {status}\r\n{headers}content-length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
}

/// Ends a connection as TLS wants it: announced.
pub(crate) fn close(stream: &mut Stream) -> io::Result<()> {
    stream.conn.send_close_notify();
    stream.flush()?;
    stream.sock.shutdown(std::net::Shutdown::Write)
}
