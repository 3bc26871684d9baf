//! Which addresses a hook may be sent to: those the IANA special-purpose registries call globally reachable, and loopback (N9.2).
//!
//! A pure table. It knows nothing of urls and names; what it classifies is the address that is about to be dialled.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What an address is to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// This machine: allowed.
    Loopback,
    /// Anywhere in the world: allowed.
    Global,
    /// Neither: never dialled. The text completes "the address is …".
    Refused(&'static str),
}

/// Classifies an address, the IPv4 address inside an IPv6 one included.
pub fn classify(address: IpAddr) -> Reach {
    match address {
        IpAddr::V4(address) => classify_v4(address),
        IpAddr::V6(address) => classify_v6(address),
    }
}

/// A block and what it is; `None` where the registry calls it globally reachable inside a block that is not.
/// Rows stand before the wider ones that hold them: the first that holds an address decides.
struct Block<A>(A, u32, Option<&'static str>);

const fn v4(a: u8, b: u8, c: u8, d: u8, bits: u32, what: &'static str) -> Block<Ipv4Addr> {
    Block(Ipv4Addr::new(a, b, c, d), bits, Some(what))
}

// SECURITY: N9.2 asks for more than the registry in three places: all of 192.0.0.0/24, 192.88.99.0/24 and 168.63.129.16 are refused.
const V4: &[Block<Ipv4Addr>] = &[
    v4(0, 0, 0, 0, 8, "of this network (0.0.0.0/8)"),
    v4(10, 0, 0, 0, 8, "private (10.0.0.0/8)"),
    v4(100, 64, 0, 0, 10, "shared address space (100.64.0.0/10)"),
    v4(168, 63, 129, 16, 32, "a cloud's metadata service (168.63.129.16)"),
    v4(169, 254, 0, 0, 16, "link-local, where clouds keep metadata (169.254.0.0/16)"),
    v4(172, 16, 0, 0, 12, "private (172.16.0.0/12)"),
    v4(192, 0, 0, 0, 24, "reserved for protocols (192.0.0.0/24)"),
    v4(192, 0, 2, 0, 24, "for documentation (192.0.2.0/24)"),
    v4(192, 88, 99, 0, 24, "a 6to4 relay (192.88.99.0/24)"),
    v4(192, 168, 0, 0, 16, "private (192.168.0.0/16)"),
    v4(198, 18, 0, 0, 15, "for benchmarks (198.18.0.0/15)"),
    v4(198, 51, 100, 0, 24, "for documentation (198.51.100.0/24)"),
    v4(203, 0, 113, 0, 24, "for documentation (203.0.113.0/24)"),
    v4(224, 0, 0, 0, 4, "multicast (224.0.0.0/4)"),
    v4(240, 0, 0, 0, 4, "reserved (240.0.0.0/4)"),
];

const fn v6(segments: [u16; 4], bits: u32, what: &'static str) -> Block<Ipv6Addr> {
    let [a, b, c, d] = segments;
    Block(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0), bits, Some(what))
}

const fn v6_global(segments: [u16; 4], last: u16, bits: u32) -> Block<Ipv6Addr> {
    let [a, b, c, d] = segments;
    Block(Ipv6Addr::new(a, b, c, d, 0, 0, 0, last), bits, None)
}

// The registry calls Teredo and 6to4 neither reachable nor unreachable; whatever they carry, they are refused.
const V6: &[Block<Ipv6Addr>] = &[
    v6([0x64, 0xff9b, 1, 0], 48, "a local NAT64 form (64:ff9b:1::/48)"),
    v6([0x100, 0, 0, 0], 64, "for discarding (100::/64)"),
    v6([0x100, 0, 0, 1], 64, "a dummy (100:0:0:1::/64)"),
    v6_global([0x2001, 1, 0, 0], 1, 128),
    v6_global([0x2001, 1, 0, 0], 2, 128),
    v6_global([0x2001, 1, 0, 0], 3, 128),
    v6_global([0x2001, 3, 0, 0], 0, 32),
    v6_global([0x2001, 4, 0x112, 0], 0, 48),
    v6_global([0x2001, 0x20, 0, 0], 0, 28),
    v6_global([0x2001, 0x30, 0, 0], 0, 28),
    v6([0x2001, 0, 0, 0], 32, "a Teredo form (2001::/32)"),
    v6([0x2001, 0, 0, 0], 23, "reserved for protocols (2001::/23)"),
    v6([0x2001, 0xdb8, 0, 0], 32, "for documentation (2001:db8::/32)"),
    v6([0x2002, 0, 0, 0], 16, "a 6to4 form (2002::/16)"),
    v6([0x3fff, 0, 0, 0], 20, "for documentation (3fff::/20)"),
    v6([0x5f00, 0, 0, 0], 16, "for segment routing (5f00::/16)"),
    v6([0xfc00, 0, 0, 0], 7, "private (fc00::/7)"),
    v6([0xfe80, 0, 0, 0], 10, "link-local (fe80::/10)"),
    v6([0xfec0, 0, 0, 0], 10, "site-local (fec0::/10)"),
    v6([0xff00, 0, 0, 0], 8, "multicast (ff00::/8)"),
];

fn classify_v4(address: Ipv4Addr) -> Reach {
    if address.is_loopback() {
        return Reach::Loopback;
    }
    let bits = u32::from(address);
    let row = V4.iter().find(|Block(start, length, _)| (bits ^ u32::from(*start)).leading_zeros() >= *length);
    row.and_then(|Block(_, _, what)| *what).map_or(Reach::Global, Reach::Refused)
}

fn classify_v6(address: Ipv6Addr) -> Reach {
    if address.is_loopback() {
        return Reach::Loopback;
    }
    carried(address).unwrap_or_else(|| by_block(address))
}

/// What follows from an IPv4 address inside `address`; `None` where there is none, or where only the block it stands in matters.
fn carried(address: Ipv6Addr) -> Option<Reach> {
    let [.., a, b, c, d] = address.octets();
    let inner = Ipv4Addr::new(a, b, c, d);
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, ..] => Some(match classify_v4(inner) {
            Reach::Global => Reach::Refused("an IPv4-mapped form (::ffff:0:0/96)"),
            loopback_or_refused => loopback_or_refused,
        }),
        [0, 0, 0, 0, 0, 0, ..] => Some(Reach::Refused("unspecified, or an IPv4-compatible form (::/96)")),
        [0x64, 0xff9b, 0, 0, 0, 0, ..] => Some(without_loopback(inner, "a NAT64 form of loopback")),
        // An ISATAP address is known by its interface identifier; the block before it may be any.
        [_, _, _, _, 0 | 0x100 | 0x200 | 0x300, 0x5efe, ..] => match without_loopback(inner, "an ISATAP form of loopback") {
            Reach::Global => None,
            refused => Some(refused),
        },
        _ => None,
    }
}

fn without_loopback(inner: Ipv4Addr, what: &'static str) -> Reach {
    match classify_v4(inner) {
        Reach::Loopback => Reach::Refused(what),
        other => other,
    }
}

fn by_block(address: Ipv6Addr) -> Reach {
    let bits = u128::from(address);
    let row = V6.iter().find(|Block(start, length, _)| (bits ^ u128::from(*start)).leading_zeros() >= *length);
    match row {
        Some(Block(_, _, Some(what))) => Reach::Refused(what),
        Some(Block(_, _, None)) => Reach::Global,
        // SECURITY: only 2000::/3 is handed out for use; all else is refused, whether a row names it or not.
        None if bits >> 125 == 1 => Reach::Global,
        None => Reach::Refused("reserved, outside 2000::/3"),
    }
}

#[cfg(test)]
#[path = "address_tests.rs"]
mod tests;
