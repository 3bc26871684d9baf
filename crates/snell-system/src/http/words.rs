//! TLS errors in words. A bad certificate is the usual one, and each kind of it has another remedy.

use rustls::{AlertDescription, CertificateError, Error, InvalidMessage};

/// What went wrong, without a word of the url or of a host in it.
pub(super) fn of_tls(error: &Error) -> String {
    match error {
        Error::InvalidCertificate(error) => format!("the server's certificate is refused: {}", of_certificate(error)),
        Error::NoCertificatesPresented => "the server presents no certificate".to_owned(),
        Error::InvalidMessage(InvalidMessage::InvalidContentType | InvalidMessage::UnknownProtocolVersion) => {
            "the server does not speak TLS on this port".to_owned()
        }
        Error::PeerIncompatible(_) | Error::AlertReceived(AlertDescription::ProtocolVersion | AlertDescription::HandshakeFailure) => {
            "the server and this client have no TLS in common; TLS 1.2 or 1.3 is needed".to_owned()
        }
        Error::AlertReceived(AlertDescription::UnrecognisedName) => {
            "the server does not serve this host (TLS `unrecognized_name`)".to_owned()
        }
        Error::AlertReceived(AlertDescription::CertificateRequired) => "the server asks for a client certificate".to_owned(),
        other => format!("TLS failed: {}", other.to_string().escape_debug()),
    }
}

fn of_certificate(error: &CertificateError) -> String {
    match error {
        CertificateError::UnknownIssuer => {
            "its issuer is unknown (it is self-signed, or its authority is neither the platform's nor added with `--ca`)".to_owned()
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "it has expired".to_owned(),
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "it is not valid yet (is the clock right?)".to_owned()
        }
        CertificateError::NotValidForName => "it is for another host".to_owned(),
        CertificateError::NotValidForNameContext { presented, .. } => format!("it is for another host{}", of_names(presented)),
        CertificateError::Revoked => "it is revoked".to_owned(),
        CertificateError::BadSignature => "it is not signed by the authority that it names (was that one made anew?)".to_owned(),
        CertificateError::BadEncoding => "it cannot be read".to_owned(),
        CertificateError::InvalidPurpose | CertificateError::InvalidPurposeContext { .. } => "it is not for servers".to_owned(),
        CertificateError::Other(other) if format!("{other:?}").contains("CaUsedAsEndEntity") => {
            "it is an authority's own (`CA:TRUE`); give the server a certificate that is signed by it".to_owned()
        }
        other => other.to_string().escape_debug().to_string(),
    }
}

/// The hosts a certificate is for, as the server wrote them: cut and escaped.
fn of_names(presented: &[String]) -> String {
    let plain = |name: &String| name.split('"').nth(1).unwrap_or(name).chars().take(80).collect::<String>();
    let names: Vec<String> = presented.iter().take(3).map(|name| format!("`{}`", plain(name).escape_debug())).collect();
    if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) }
}
