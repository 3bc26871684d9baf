//! The host part of a url: a name to resolve, or an address in any spelling that a resolver would take for one.
//!
//! SECURITY: a spelling that this file took for a name while `getaddrinfo` reads it as an address would still be checked after it is
//! resolved; that it is read here as well is what lets it be refused before anything is asked, and shown by `snell explain`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Where a url points to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Host {
    /// An address, written out.
    Address(IpAddr),
    /// A name in lower case, without the dot that may end it.
    Name(String),
}

/// Why a host is none, and whether it was written as an address.
pub(super) struct BadHost {
    pub(super) why: &'static str,
    pub(super) address: bool,
}

fn bad_name(why: &'static str) -> BadHost {
    BadHost { why, address: false }
}

fn bad_address(why: &'static str) -> BadHost {
    BadHost { why, address: true }
}

/// Reads the host of a url, brackets included.
pub(super) fn parse(host: &str) -> Result<Host, BadHost> {
    if let Some(inside) = host.strip_prefix('[') {
        return bracketed(inside.strip_suffix(']').ok_or(bad_address("its `[` is never closed"))?);
    }
    if !host.is_ascii() {
        return Err(bad_name("its host has characters outside ASCII; write the host in its `xn--` form"));
    }
    let name = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    if ends_in_number(&name) {
        let address = any_v4(&name).ok_or(bad_address("its host ends in a number and is no IPv4 address"))?;
        return Ok(Host::Address(address.into()));
    }
    check_name(&name)?;
    Ok(Host::Name(name))
}

fn bracketed(inside: &str) -> Result<Host, BadHost> {
    if inside.contains('%') {
        return Err(bad_address("its address has a zone, and every address with a zone is local to a link"));
    }
    let address: Ipv6Addr = inside.parse().map_err(|_| bad_address("what stands in `[…]` is no IPv6 address"))?;
    Ok(Host::Address(address.into()))
}

fn ends_in_number(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    let hex = last.strip_prefix("0x").is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    hex || (!last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()))
}

/// An IPv4 address in one to four parts, each decimal, octal (`0…`) or hexadecimal (`0x…`); the last part fills what is left.
fn any_v4(name: &str) -> Option<Ipv4Addr> {
    let parts: Vec<u64> = name.split('.').map(number).collect::<Option<_>>()?;
    let (last, leading) = parts.split_last()?;
    if leading.len() > 3 || leading.iter().any(|part| *part > 255) || *last >= 1 << (8 * (4 - leading.len())) {
        return None;
    }
    let high = leading.iter().zip([24, 16, 8]).map(|(part, shift)| part << shift).sum::<u64>();
    u32::try_from(high | last).ok().map(Ipv4Addr::from)
}

fn number(part: &str) -> Option<u64> {
    let (digits, radix) = match part.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None if part.len() > 1 && part.starts_with('0') => (&part[1..], 8),
        None => (part, 10),
    };
    match digits {
        "" if radix == 16 => Some(0),
        _ if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => None,
        _ => u64::from_str_radix(digits, radix).ok(),
    }
}

fn check_name(name: &str) -> Result<(), BadHost> {
    if name.is_empty() {
        return Err(bad_name("it has no host"));
    }
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')) {
        return Err(bad_name("its host has characters that a host name cannot have"));
    }
    if name.len() > 253 || name.split('.').any(|label| label.is_empty() || label.len() > 63) {
        return Err(bad_name("its host has a part that is empty or too long"));
    }
    Ok(())
}
