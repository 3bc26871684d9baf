//! HTTPS hooks on a kept connection, beside the same bytes over bare `rustls`.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, ServerConfig, ServerConnection, StreamOwned};
use serde_json::json;
use snell_system::http::{Https, Options, Roots};

use crate::pairs::{alternated, median_of};
use crate::stage::{Stage, call, expect_ran};
use crate::table::Row;

const ROUNDS: usize = 201;
const TURNS: usize = 31;
const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";

pub(crate) fn rows() -> Vec<Row> {
    let key = KeyPair::generate().expect("a key");
    let names = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
    let certificate = CertificateParams::new(names).and_then(|params| params.self_signed(&key)).expect("a certificate");
    let address = serve(certificate.der(), &key);
    let roots = Roots::from_pem(certificate.pem().as_bytes()).expect("a root");
    let url = format!("https://{address}/hook");
    let mut bare = bare(certificate.der(), address);

    let https = Https::new(Options { roots: roots.clone(), ..Options::default() });
    let body = vec![b'x'; 700];
    let client = || assert_eq!(https.post(&url, &body, Duration::from_secs(60)).stdout.bytes, b"{}");
    let client = alternated(TURNS, || median_of(ROUNDS, client), || median_of(ROUNDS, || exchange(&mut bare, &request(address, 700))));

    let stage = Stage::with([json!({ "type": "http", "url": url })]);
    let (engine, event) = (stage.builder().tls_roots(roots).build(), call());
    let fire = || expect_ran(&engine.fire(&event), 1);
    let fire = alternated(TURNS, || median_of(ROUNDS, fire), || median_of(ROUNDS, || exchange(&mut bare, &request(address, 700))));
    vec![
        Row::ratio("an https hook on a kept connection / raw rustls: the client", 1.5, &client),
        Row::ratio("an https hook on a kept connection / raw rustls: the engine", 1.5, &fire),
    ]
}

/// The same bytes that our client sends.
fn request(address: SocketAddr, length: usize) -> Vec<u8> {
    let head = format!(
        "POST /hook HTTP/1.1\r\nhost: {address}\r\nuser-agent: snell/0.1.0\r\naccept: application/json\r\naccept-encoding: gzip\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    );
    [head.as_bytes(), &vec![b'x'; length]].concat()
}

fn bare(root: &CertificateDer<'static>, address: SocketAddr) -> StreamOwned<ClientConnection, TcpStream> {
    let mut store = RootCertStore::empty();
    store.add(root.clone()).expect("a root");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let client = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("a client");
    let client = client.with_root_certificates(store).with_no_client_auth();
    let name = ServerName::try_from("127.0.0.1").expect("a name");
    let connection = ClientConnection::new(Arc::new(client), name).expect("a connection");
    let stream = StreamOwned::new(connection, TcpStream::connect(address).expect("a socket"));
    stream.sock.set_nodelay(true).expect("a socket option");
    stream
}

fn exchange(stream: &mut StreamOwned<ClientConnection, TcpStream>, request: &[u8]) {
    stream.write_all(request).expect("a request");
    let mut answer = [0; 4096];
    let mut length = 0;
    while length < ANSWER.len() {
        length += stream.read(&mut answer[length..]).expect("an answer");
    }
}

/// Answers every request on every connection.
fn serve(certificate: &CertificateDer<'static>, key: &KeyPair) -> SocketAddr {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let server = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("a server");
    let key = PrivatePkcs8KeyDer::from(key.serialize_der()).into();
    let config = Arc::new(server.with_no_client_auth().with_single_cert(vec![certificate.clone()], key).expect("a server"));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for socket in listener.incoming().flatten() {
            let config = Arc::clone(&config);
            thread::spawn(move || answer_all(socket, config));
        }
    });
    address
}

fn answer_all(socket: TcpStream, config: Arc<ServerConfig>) {
    socket.set_nodelay(true).expect("a socket option");
    let mut stream = StreamOwned::new(ServerConnection::new(config).expect("a connection"), socket);
    let mut request = [0; 8192];
    let mut length = 0;
    while let Ok(more @ 1..) = stream.read(&mut request[length..]) {
        length += more;
        if is_whole(&request[..length]) {
            length = 0;
            stream.write_all(ANSWER).expect("an answer");
        }
    }
}

/// Whether a request's body is all there.
fn is_whole(request: &[u8]) -> bool {
    let Some(end) = request.windows(4).position(|four| four == b"\r\n\r\n") else { return false };
    let head = String::from_utf8_lossy(&request[..end]);
    let length = head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse::<usize>().ok());
    length == Some(request.len() - end - 4)
}
