//! What an HTTPS hook costs beside the least it could cost: the same bytes over bare `rustls`, on a kept connection, in the same run.
//!
//! `cargo run --release -p snell-system --example https_limit`

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::{PrivatePkcs8KeyDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, ServerConfig, ServerConnection, StreamOwned};
use snell_system::http::{Https, Options, Roots};

const ROUNDS: usize = 20_000;
const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";

fn main() {
    let key = KeyPair::generate().expect("a key");
    let certificate = CertificateParams::new(vec!["localhost".to_owned(), "127.0.0.1".to_owned()])
        .and_then(|params| params.self_signed(&key))
        .expect("a certificate");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let server = ServerConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .and_then(|builder| {
            let key = PrivatePkcs8KeyDer::from(key.serialize_der()).into();
            builder.with_no_client_auth().with_single_cert(vec![certificate.der().clone()], key)
        })
        .expect("a server");
    let address = serve(Arc::new(server));

    let mut store = RootCertStore::empty();
    store.add(certificate.der().clone()).expect("a root");
    let client = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("a client");
    let client = client.with_root_certificates(store).with_no_client_auth();
    let name = ServerName::try_from("127.0.0.1").expect("a name");
    let connection = ClientConnection::new(Arc::new(client), name).expect("a connection");
    let mut bare = StreamOwned::new(connection, TcpStream::connect(address).expect("a socket"));
    bare.sock.set_nodelay(true).expect("a socket option");

    let roots = Roots::from_pem(certificate.pem().as_bytes()).expect("a root");
    let https = Https::new(Options { roots, ..Options::default() });
    let (url, body) = (format!("https://{address}/hook"), vec![b'x'; 650]);
    let request = format!(
        "POST /hook HTTP/1.1\r\nhost: {address}\r\nuser-agent: snell/0.1.0\r\naccept: application/json\r\naccept-encoding: gzip\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let request = [request.as_bytes(), &body].concat();

    let (mut limit, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        limit.push(time(|| exchange(&mut bare, &request)));
        ours.push(time(|| assert_eq!(https.post(&url, &body, Duration::from_secs(10)).stdout.bytes, b"{}")));
    }
    let (limit, ours) = (median(&mut limit), median(&mut ours));
    println!("bare rustls {limit:?}, snell {ours:?}: {:.2} times the limit", ours.as_secs_f64() / limit.as_secs_f64());
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
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
fn serve(config: Arc<ServerConfig>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for socket in listener.incoming().flatten() {
            let config = Arc::clone(&config);
            thread::spawn(move || {
                socket.set_nodelay(true).expect("a socket option");
                let mut stream = StreamOwned::new(ServerConnection::new(config).expect("a connection"), socket);
                let mut request = [0; 4096];
                let mut length = 0;
                while let Ok(more @ 1..) = stream.read(&mut request[length..]) {
                    length += more;
                    let body = request[..length].windows(4).position(|four| four == b"\r\n\r\n").map(|at| length - at - 4);
                    if body == Some(650) {
                        length = 0;
                        stream.write_all(ANSWER).expect("an answer");
                    }
                }
            });
        }
    });
    address
}
