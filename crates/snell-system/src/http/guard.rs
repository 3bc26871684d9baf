//! Which urls a request may be sent to, as far as the url alone tells (N9.1, N9.2); names are looked up and checked in `dial`.
//!
//! One parser reads the url for the check and for the request, so the two cannot differ.
//! SECURITY: a refusal never quotes the url: what is checked here is expanded already and may hold secrets (N9.6).

use std::fmt::{self, Write as _};
use std::net::IpAddr;

use super::address::{Reach, classify};
use super::host;
pub use super::host::Host;

/// A url that may be asked, taken apart.
#[derive(Clone, PartialEq, Eq)]
pub struct Target {
    /// Where it points to; an address is one that may be dialled.
    pub host: Host,
    /// The port, 443 when none is written.
    pub port: u16,
    /// Path and query, as they stand in the request line. SECURITY: may hold secrets.
    pub(super) path: String,
    /// What stands before the host's `@`. SECURITY: a secret.
    pub(super) userinfo: Option<String>,
}

impl fmt::Debug for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Target").field("host", &self.host).field("port", &self.port).finish_non_exhaustive()
    }
}

/// Why a url is not asked, in words that show nothing of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    why: String,
    address: bool,
}

impl Refusal {
    fn of_url(why: impl Into<String>) -> Self {
        Refusal { why: why.into(), address: false }
    }

    fn of_address(why: impl Into<String>) -> Self {
        Refusal { why: why.into(), address: true }
    }

    /// A name with an answer that is refused. The address is no part of what the user wrote, so it is shown.
    pub(super) fn of_answer(address: IpAddr, what: &str) -> Self {
        Refusal::of_address(format!("the host resolves to {address}, which is {what}; only public addresses and loopback are asked"))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.why)
    }
}

impl std::error::Error for Refusal {}

/// Checks an expanded url: `https:` only, nothing smuggled in, and an address written out must be one that may be dialled.
pub fn check_url(url: &str) -> Result<Target, Refusal> {
    let target = parse(url)?;
    if let Host::Address(address) = target.host
        && let Reach::Refused(what) = classify(address)
    {
        let why = format!("the url's address is {what}; only public addresses and loopback are asked");
        return Err(Refusal::of_address(why));
    }
    Ok(target)
}

/// The address that a url spells out, in whatever spelling, or why such an address is refused; `None` for a name, and for a url that is
/// refused for another reason. Nothing is resolved or dialled.
pub fn literal(url: &str) -> Option<Result<IpAddr, Refusal>> {
    match check_url(url) {
        Ok(Target { host: Host::Address(address), .. }) => Some(Ok(address)),
        Err(refusal) if refusal.address => Some(Err(refusal)),
        _ => None,
    }
}

fn parse(url: &str) -> Result<Target, Refusal> {
    refuse_smuggling(url)?;
    let rest = after_scheme(url)?;
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (userinfo, place) = authority.rsplit_once('@').map_or((None, authority), |(user, place)| (Some(user.to_owned()), place));
    let (host, port) = split_port(place)?;
    let host = host::parse(host).map_err(|bad| Refusal { why: format!("the url is not usable: {}", bad.why), address: bad.address })?;
    Ok(Target { host, port, path: request_path(path), userinfo })
}

fn refuse_smuggling(url: &str) -> Result<(), Refusal> {
    if url.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(Refusal::of_url("the url has white space or control characters in it"));
    }
    if url.contains('\\') {
        return Err(Refusal::of_url("the url has a backslash in it"));
    }
    Ok(())
}

fn after_scheme(url: &str) -> Result<&str, Refusal> {
    let (scheme, rest) = url.split_once("://").ok_or_else(|| Refusal::of_url("the url does not start with `https://`"))?;
    if scheme.eq_ignore_ascii_case("https") {
        Ok(rest)
    } else {
        Err(Refusal::of_url("the url does not start with `https://`; hooks are sent nowhere else, loopback included"))
    }
}

/// Splits `host:port`; the colons of a bracketed address are none.
fn split_port(place: &str) -> Result<(&str, u16), Refusal> {
    let host_end = place.rfind(']').map_or(0, |at| at + 1);
    let Some(colon) = place[host_end..].find(':').map(|at| host_end + at) else { return Ok((place, 443)) };
    let (host, port) = (&place[..colon], &place[colon + 1..]);
    if !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(bad_port());
    }
    match port {
        "" => Ok((host, 443)),
        _ => port.parse().ok().filter(|port| *port != 0).map(|port| (host, port)).ok_or_else(bad_port),
    }
}

fn bad_port() -> Refusal {
    Refusal::of_url("the url's port is not a number from 1 to 65535")
}

/// Path and query as a request line may hold them: no fragment, and what is not allowed there percent-encoded.
fn request_path(path: &str) -> String {
    let sent = path.split_once('#').map_or(path, |(sent, _)| sent);
    let mut encoded = String::with_capacity(sent.len() + 1);
    if !sent.starts_with('/') {
        encoded.push('/');
    }
    for byte in sent.bytes() {
        if byte.is_ascii_graphic() && !b"\"<>`{}|^".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;
