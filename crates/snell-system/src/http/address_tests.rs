use super::*;

/// The IANA special-purpose registries of 2025-10-09: block, and whether it is globally reachable (`n/a` where the registry has no answer).
/// Where two blocks hold an address the narrower one speaks.
const REGISTRY: &str = "
    0.0.0.0/8 no, 0.0.0.0/32 no, 10.0.0.0/8 no, 100.64.0.0/10 no, 127.0.0.0/8 loopback, 169.254.0.0/16 no, 172.16.0.0/12 no,
    192.0.0.0/24 no, 192.0.0.0/29 no, 192.0.0.8/32 no, 192.0.0.170/32 no, 192.0.0.171/32 no, 192.0.2.0/24 no,
    192.31.196.0/24 yes, 192.52.193.0/24 yes, 192.88.99.0/24 n/a, 192.168.0.0/16 no, 192.175.48.0/24 yes, 198.18.0.0/15 no,
    198.51.100.0/24 no, 203.0.113.0/24 no, 240.0.0.0/4 no, 255.255.255.255/32 no,
    ::1/128 loopback, ::/128 no, 64:ff9b:1::/48 no, 100::/64 no, 100:0:0:1::/64 no, 2001::/23 no, 2001::/32 n/a,
    2001:1::1/128 yes, 2001:1::2/128 yes, 2001:1::3/128 yes, 2001:2::/48 no, 2001:3::/32 yes, 2001:4:112::/48 yes, 2001:10::/28 no,
    2001:20::/28 yes, 2001:30::/28 yes, 2001:db8::/32 no, 2002::/16 n/a, 2620:4f:8000::/48 yes, 3fff::/20 no, 5f00::/16 no,
    fc00::/7 no, fe80::/10 no,
    192.0.0.9/32 no, 192.0.0.10/32 no, 168.63.129.16/32 no, 224.0.0.0/4 no, fec0::/10 no, ff00::/8 no";

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

/// The address as a number in a space of its own, and the family's width.
fn number(address: IpAddr) -> (u128, u32) {
    match address {
        IpAddr::V4(address) => (u128::from(u32::from(address)), 32),
        IpAddr::V6(address) => (u128::from(address), 128),
    }
}

fn address(number: u128, width: u32) -> IpAddr {
    if width == 32 { IpAddr::V4(Ipv4Addr::from(u32::try_from(number).unwrap())) } else { IpAddr::V6(Ipv6Addr::from(number)) }
}

fn rows() -> Vec<(u128, u128, u32, &'static str)> {
    let row = |text: &'static str| {
        let (block, reach) = text.trim().split_once(' ').unwrap();
        let (start, length) = block.split_once('/').unwrap();
        let (first, width) = number(ip(start));
        let size = 1u128.checked_shl(width - length.parse::<u32>().unwrap()).unwrap();
        (first, first + (size - 1), width, reach)
    };
    REGISTRY.split(',').map(row).collect()
}

/// What the registry says, by a search of its own: the narrowest block wins, and of IPv6 only 2000::/3 is in use.
fn by_registry(asked: IpAddr) -> &'static str {
    let (asked, width) = number(asked);
    let holding = rows().into_iter().filter(|(first, last, of, _)| *of == width && (*first..=*last).contains(&asked));
    let narrowest = holding.min_by_key(|(first, last, ..)| last - first).map(|(_, _, _, reach)| reach);
    narrowest.unwrap_or(if width == 32 || asked >> 125 == 1 { "yes" } else { "no" })
}

#[test]
fn both_ends_of_every_registered_block_and_their_neighbours_are_what_the_registry_says() {
    for (first, last, width, _) in rows() {
        let end = if width == 32 { u128::from(u32::MAX) } else { u128::MAX };
        for number in [first, first.saturating_sub(1), first + (last - first) / 2, last, last.saturating_add(1).min(end)] {
            let address = address(number, width);
            let expected = by_registry(address);
            match classify(address) {
                Reach::Loopback => assert_eq!(expected, "loopback", "{address}"),
                Reach::Global => assert_eq!(expected, "yes", "{address}"),
                Reach::Refused(what) => assert!(matches!(expected, "no" | "n/a"), "{address} is {what}, but should be {expected}"),
            }
        }
    }
}

#[test]
fn ordinary_addresses_are_global() {
    for text in ["1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.1", "192.1.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450::1"] {
        assert_eq!(classify(ip(text)), Reach::Global, "{text}");
    }
}

#[test]
fn loopback_and_its_mapped_form_are_loopback() {
    for text in ["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1", "::ffff:127.9.9.9"] {
        assert_eq!(classify(ip(text)), Reach::Loopback, "{text}");
    }
}

#[test]
fn metadata_services_are_refused_in_every_form() {
    for text in [
        "169.254.169.254",
        "::ffff:169.254.169.254",
        "::169.254.169.254",
        "64:ff9b::169.254.169.254",
        "64:ff9b:1::169.254.169.254",
        "2002:a9fe:a9fe::1",
        "2001:0:a9fe:a9fe::1",
        "2a00:1:2:3:0:5efe:169.254.169.254",
        "2a00:1:2:3:200:5efe:169.254.169.254",
        "fd00:ec2::254",
        "fd20:ce::254",
        "100.100.100.200",
        "192.0.0.192",
        "168.63.129.16",
        "::ffff:168.63.129.16",
    ] {
        assert!(matches!(classify(ip(text)), Reach::Refused(_)), "{text}");
    }
}

#[test]
fn other_forms_of_loopback_and_any_form_of_a_private_address_are_refused() {
    for text in [
        "::127.0.0.1",
        "64:ff9b::127.0.0.1",
        "2002:7f00:1::1",
        "2a00:1:2:3:0:5efe:127.0.0.1",
        "::ffff:0:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::10.0.0.1",
        "2a00:1:2:3:0:5efe:10.0.0.1",
        "fe80::5efe:8.8.8.8",
        "::ffff:0.0.0.0",
        "::",
        "::2",
    ] {
        assert!(matches!(classify(ip(text)), Reach::Refused(_)), "{text}");
    }
}

#[test]
fn a_translated_or_isatap_form_of_a_global_address_is_global_and_a_mapped_one_is_not() {
    assert_eq!(classify(ip("64:ff9b::8.8.8.8")), Reach::Global);
    assert_eq!(classify(ip("2a00:1:2:3:0:5efe:8.8.8.8")), Reach::Global);
    assert_eq!(classify(ip("::ffff:8.8.8.8")), Reach::Refused("an IPv4-mapped form (::ffff:0:0/96)"));
}

#[test]
fn no_row_hides_behind_a_wider_one_before_it() {
    for (at, Block(start, length, _)) in V6.iter().enumerate() {
        for Block(before, wider, _) in &V6[..at] {
            let hidden = wider <= length && (u128::from(*start) ^ u128::from(*before)).leading_zeros() >= *wider;
            assert!(!hidden, "{start}/{length} behind {before}/{wider}");
        }
    }
}
