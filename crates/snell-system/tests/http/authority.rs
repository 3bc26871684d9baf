//! Certificates, made while the test runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::WebPkiClientVerifier;
use snell_system::http::Roots;

/// Every authority has a name of its own.
static MADE: AtomicUsize = AtomicUsize::new(0);

/// A certificate authority of one test.
pub(crate) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pub(crate) pem: String,
}

/// What a server shows.
pub(crate) struct Identity {
    pub(crate) chain: Vec<CertificateDer<'static>>,
    pub(crate) key: PrivateKeyDer<'static>,
}

/// Until when a certificate is good.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Validity {
    Good,
    Expired,
    NotYet,
}

fn key_of(pair: &KeyPair) -> PrivateKeyDer<'static> {
    PrivatePkcs8KeyDer::from(pair.serialize_der()).into()
}

fn params(names: &[&str], validity: Validity) -> CertificateParams {
    let mut params = CertificateParams::new(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()).unwrap();
    match validity {
        Validity::Good => {}
        Validity::Expired => params.not_after = date_time_ymd(2001, 1, 1),
        Validity::NotYet => params.not_before = date_time_ymd(3001, 1, 1),
    }
    params
}

impl Authority {
    pub(crate) fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = params(&[], Validity::Good);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, format!("authority {}", MADE.fetch_add(1, Ordering::Relaxed)));
        let pem = params.self_signed(&key).unwrap().pem();
        Authority { issuer: Issuer::new(params, key), pem }
    }

    pub(crate) fn roots(&self) -> Roots {
        Roots::from_pem(self.pem.as_bytes()).unwrap()
    }

    /// A certificate for `names`, signed by this authority.
    pub(crate) fn sign(&self, names: &[&str], validity: Validity) -> Identity {
        let key = KeyPair::generate().unwrap();
        let certificate = params(names, validity).signed_by(&key, &self.issuer).unwrap();
        Identity { chain: vec![certificate.der().clone()], key: key_of(&key) }
    }

    /// What nearly every test's server shows.
    pub(crate) fn server(&self) -> Arc<ServerConfig> {
        self.sign(&["127.0.0.1", "::1", "localhost", "hooks.example.com"], Validity::Good).config()
    }

    /// A server that wants to see a certificate of the client's.
    pub(crate) fn server_for_known_clients(&self) -> Arc<ServerConfig> {
        let mut store = rustls::RootCertStore::empty();
        store.add_parsable_certificates([CertificateDer::from_slice(&self.sign(&["x"], Validity::Good).chain[0]).into_owned()]);
        let verifier = WebPkiClientVerifier::builder_with_provider(store.into(), provider()).build().unwrap();
        let Identity { chain, key } = self.sign(&["127.0.0.1"], Validity::Good);
        let builder = ServerConfig::builder_with_provider(provider()).with_safe_default_protocol_versions().unwrap();
        Arc::new(builder.with_client_cert_verifier(verifier).with_single_cert(chain, key).unwrap())
    }
}

/// A certificate for loopback that vouches for itself, as an authority's or as a server's.
pub(crate) fn self_signed(is_authority: bool) -> (Identity, String) {
    let key = KeyPair::generate().unwrap();
    let mut params = params(&["127.0.0.1"], Validity::Good);
    if is_authority {
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    }
    let certificate = params.self_signed(&key).unwrap();
    (Identity { chain: vec![certificate.der().clone()], key: key_of(&key) }, certificate.pem())
}

fn provider() -> Arc<rustls::crypto::CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

impl Identity {
    pub(crate) fn config(self) -> Arc<ServerConfig> {
        let builder = ServerConfig::builder_with_provider(provider()).with_safe_default_protocol_versions().unwrap();
        Arc::new(builder.with_no_client_auth().with_single_cert(self.chain, self.key).unwrap())
    }
}
