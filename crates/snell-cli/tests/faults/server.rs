//! A server on loopback that misbehaves, each path in a way of its own.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

pub(crate) type Stream = BufReader<StreamOwned<ServerConnection, TcpStream>>;

/// Its address, and the certificate of the authority that vouches for it.
pub(crate) fn start() -> (SocketAddr, String) {
    let (key, own) = (KeyPair::generate().unwrap(), KeyPair::generate().unwrap());
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let pem = params.self_signed(&key).unwrap().pem();
    let signed = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap().signed_by(&own, &Issuer::new(params, key)).unwrap();
    let builder = ServerConfig::builder_with_provider(rustls::crypto::ring::default_provider().into());
    let builder = builder.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let config = builder.with_single_cert(vec![signed.der().clone()], PrivatePkcs8KeyDer::from(own.serialize_der()).into()).unwrap();
    let (config, listener) = (Arc::new(config), TcpListener::bind("127.0.0.1:0").unwrap());
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for socket in listener.incoming().map_while(Result::ok) {
            let config = Arc::clone(&config);
            // Whoever has heard enough goes away.
            thread::spawn(move || answer(BufReader::new(StreamOwned::new(ServerConnection::new(config).unwrap(), socket))));
        }
    });
    (address, pem)
}

fn answer(mut stream: Stream) -> io::Result<()> {
    let path = request(&mut stream)?;
    let out = stream.get_mut();
    match path.trim_start_matches('/') {
        "silence" => thread::sleep(Duration::from_secs(60)),
        "drip" => {
            out.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n")?;
            return (0..600).try_for_each(|_| trickle(out, b" "));
        }
        "endless" => {
            out.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
            return (0..1_000_000).try_for_each(|_| out.write_all(&[b' '; 10_000]));
        }
        "bomb" => return out.write_all(&bomb()?),
        "headers" => {
            out.write_all(b"HTTP/1.1 200 OK\r\n")?;
            return (0..100_000).try_for_each(|number| out.write_all(format!("x-{number}: {}\r\n", "y".repeat(100)).as_bytes()));
        }
        "interim" => return (0..600).try_for_each(|_| trickle(out, b"HTTP/1.1 103 Early Hints\r\n\r\n")),
        "html" => out.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\ncontent-type: application/json\r\n\r\n<html>")?,
        status => {
            let (status, body) = status.split_once('/').unwrap_or((status, ""));
            let body = if body == "deny" { r#"{"decision":"deny","reason":"no"}"# } else { "" };
            let head = format!("HTTP/1.1 {status} X\r\nlocation: https://127.0.0.1:1/\r\ncontent-length: {}\r\n\r\n", body.len());
            out.write_all(format!("{head}{body}").as_bytes())?;
        }
    }
    out.flush()
}

/// Reads a request; gives its path.
fn request(stream: &mut Stream) -> io::Result<String> {
    let (mut first, mut line, mut length) = (String::new(), String::new(), 0);
    stream.read_line(&mut first)?;
    while stream.read_line(&mut line)? > 2 {
        if let Some(told) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
            length = told.trim().parse().unwrap();
        }
        line.clear();
    }
    io::copy(&mut stream.take(length), &mut io::sink())?;
    Ok(first.split(' ').nth(1).unwrap_or_default().to_owned())
}

fn trickle(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    thread::sleep(Duration::from_millis(100));
    out.write_all(bytes)?;
    out.flush()
}

/// A hundred megabytes in a hundred kilobytes.
fn bomb() -> io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    (0..10_000).try_for_each(|_| packed.write_all(&[b' '; 10_000]))?;
    let body = packed.finish()?;
    let head = format!("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\n\r\n", body.len());
    Ok([head.as_bytes(), &body].concat())
}
