//! An https hook on loopback, asked through the whole command: `--ca` says whose certificates are believed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::stage::Stage;

/// A server that answers every request with this body, and the certificate of the authority that vouches for it.
fn server(body: &'static str) -> (SocketAddr, String) {
    let (key, own) = (KeyPair::generate().unwrap(), KeyPair::generate().unwrap());
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let pem = params.self_signed(&key).unwrap().pem();
    let signed = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap().signed_by(&own, &Issuer::new(params, key)).unwrap();
    let builder = ServerConfig::builder_with_provider(rustls::crypto::ring::default_provider().into());
    let builder = builder.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let private = PrivatePkcs8KeyDer::from(own.serialize_der()).into();
    let config = Arc::new(builder.with_single_cert(vec![signed.der().clone()], private).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for socket in listener.incoming() {
            // A client that does not believe the certificate ends the handshake.
            let _ = answer(socket.unwrap(), Arc::clone(&config), body);
        }
    });
    (address, pem)
}

fn answer(socket: TcpStream, config: Arc<ServerConfig>, body: &str) -> std::io::Result<()> {
    let mut stream = BufReader::new(StreamOwned::new(ServerConnection::new(config).unwrap(), socket));
    let (mut length, mut line) = (0, String::new());
    while stream.read_line(&mut line)? > 2 {
        if let Some(told) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
            length = told.trim().parse().unwrap();
        }
        line.clear();
    }
    let mut envelope = vec![0; length];
    stream.read_exact(&mut envelope)?;
    assert!(String::from_utf8(envelope).unwrap().contains("\"hookEventName\":\"pre_tool_use\""));
    let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
    stream.get_mut().write_all(answer.as_bytes())?;
    stream.get_mut().flush()
}

fn stage(address: SocketAddr) -> Stage {
    let hooks = format!(r#"{{"hooks":{{"PreToolUse":[{{"hooks":[{{"type":"http","url":"https://{address}/hook","timeout":60}}]}}]}}}}"#);
    Stage::with(&[(".rightnow/hooks/a.json", &hooks)])
}

#[test]
fn a_server_denies_once_its_authority_is_given() {
    let (address, pem) = server(r#"{"decision":"deny","reason":"the server says no"}"#);
    let stage = stage(address);
    stage.write("ca.pem", &pem);
    let said = stage.run(&["fire", "pre-tool-use", "--trust", "--json", "--ca", stage.home().join("ca.pem").to_str().unwrap()]);
    let document = said.json();
    assert_eq!(said.code, 2, "{document:#}");
    assert_eq!(document["outcome"]["reason"], "the server says no");
    assert_eq!(document["hooks"][0]["http_status"], 200);
}

#[test]
fn a_server_that_nobody_vouches_for_is_not_believed() {
    let (address, _) = server(r#"{"decision":"deny"}"#);
    let said = stage(address).run(&["fire", "pre-tool-use", "--trust", "--json"]);
    let document = said.json();
    assert_eq!(said.code, 0);
    assert_eq!(document["hooks"][0]["failure"]["kind"], "transport", "{document:#}");
    assert_eq!(document["outcome"]["opinion"], "unheard");
}

#[test]
fn a_file_without_certificates_is_told() {
    let stage = stage("127.0.0.1:1".parse().unwrap());
    stage.write("ca.pem", "hello");
    let said = stage.run(&["fire", "pre-tool-use", "--trust", "--ca", stage.home().join("ca.pem").to_str().unwrap()]);
    assert_eq!(said.code, 3);
    assert!(said.err.contains("it holds no certificate"), "{}", said.err);
}
