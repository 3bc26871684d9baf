//! Who is believed: the platform's certificate authorities, and those that the host adds (N9.3). Nothing switches the check off.

use std::fmt;
use std::sync::{Arc, OnceLock};

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore};

use super::authorities;
use super::fault::Fault;
use super::guard::{Host, Target};

/// Certificate authorities beside the platform's.
#[derive(Clone, Default)]
pub struct Roots(Vec<CertificateDer<'static>>);

impl Roots {
    /// Reads the certificates of a PEM text (`--ca FILE`). The error says what is wrong, without naming the file.
    pub fn from_pem(pem: &[u8]) -> Result<Self, String> {
        let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
        let certificates = read.map_err(|_| "it is not PEM text; certificates start with `-----BEGIN CERTIFICATE-----`".to_owned())?;
        if certificates.is_empty() {
            return Err("it holds no certificate; certificates start with `-----BEGIN CERTIFICATE-----`".to_owned());
        }
        let mut store = RootCertStore::empty();
        for (at, certificate) in certificates.iter().enumerate() {
            store.add(certificate.clone()).map_err(|_| format!("certificate {} in it cannot be read", at + 1))?;
        }
        Ok(Roots(certificates))
    }
}

impl fmt::Debug for Roots {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Roots({})", self.0.len())
    }
}

/// What every connection shares. The platform's authorities take milliseconds to read and are read when the first request is sent.
pub(super) struct Tls {
    added: Roots,
    config: OnceLock<Result<Arc<ClientConfig>, String>>,
}

impl Tls {
    pub(super) fn new(added: Roots) -> Self {
        Tls { added, config: OnceLock::new() }
    }

    /// The client's side of a connection to `target` that was not opened yet.
    pub(super) fn client(&self, target: &Target) -> Result<ClientConnection, Fault> {
        let config = self.config.get_or_init(|| config(&self.added)).clone().map_err(Fault::Transport)?;
        let name = match &target.host {
            Host::Address(address) => ServerName::from(*address),
            Host::Name(name) => {
                ServerName::try_from(name.clone()).map_err(|_| Fault::Transport("no certificate can be for such a host".to_owned()))?
            }
        };
        ClientConnection::new(config, name).map_err(|error| Fault::Transport(super::words::of_tls(&error)))
    }
}

fn config(added: &Roots) -> Result<Arc<ClientConfig>, String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13, &rustls::version::TLS12])
        .map_err(|error| format!("TLS cannot be set up: {error}"))?;
    let mut config = builder.with_root_certificates(store(added)?).with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

fn store(added: &Roots) -> Result<RootCertStore, String> {
    let mut store = RootCertStore::empty();
    store.add_parsable_certificates(added.0.iter().cloned());
    // Single authorities that cannot be read are no reason to believe nobody.
    let (certificates, wrong) = authorities::of_this_machine();
    store.add_parsable_certificates(certificates);
    if store.is_empty() {
        let wrong = wrong.map_or_else(String::new, |wrong| format!(" ({wrong})"));
        return Err(format!("this machine has no certificate authorities{wrong}; install them, or set `SSL_CERT_FILE`"));
    }
    Ok(store)
}
