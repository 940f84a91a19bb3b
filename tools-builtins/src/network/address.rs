//! Which addresses are public: those of no block of the IANA special-purpose
//! registries (RFC 6890), whatever the blocks' own flags say.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

const fn v4(a: u8, b: u8, c: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, 0), prefix)
}

const fn v6(first: [u16; 6], prefix: u8) -> Ipv6Net {
    let [a, b, c, d, e, f] = first;
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, d, e, f, 0, 0), prefix)
}

/// IPv4: everything else is public.
pub(super) const NOT_PUBLIC_V4: [(Ipv4Net, &str); 18] = [
    (v4(0, 0, 0, 8), "this network"),
    (v4(10, 0, 0, 8), "private"),
    (v4(100, 64, 0, 10), "shared by carriers"),
    (v4(127, 0, 0, 8), "this machine"),
    (v4(169, 254, 0, 16), "link-local, where clouds keep their metadata"),
    (v4(172, 16, 0, 12), "private"),
    (v4(192, 0, 0, 24), "protocol assignments"),
    (v4(192, 0, 2, 24), "documentation"),
    (v4(192, 31, 196, 24), "AS112"),
    (v4(192, 52, 193, 24), "AMT"),
    (v4(192, 88, 99, 24), "6to4 relays"),
    (v4(192, 168, 0, 16), "private"),
    (v4(192, 175, 48, 24), "AS112"),
    (v4(198, 18, 0, 15), "benchmarks"),
    (v4(198, 51, 100, 24), "documentation"),
    (v4(203, 0, 113, 24), "documentation"),
    (v4(224, 0, 0, 4), "multicast"),
    (v4(240, 0, 0, 4), "reserved"),
];

/// IPv6 inside 2000::/3, the only block that is handed out to the public.
pub(super) const NOT_PUBLIC_V6: [(Ipv6Net, &str); 5] = [
    (v6([0x2001, 0, 0, 0, 0, 0], 23), "protocol assignments and Teredo"),
    (v6([0x2001, 0xdb8, 0, 0, 0, 0], 32), "documentation"),
    (v6([0x2002, 0, 0, 0, 0, 0], 16), "6to4"),
    (v6([0x2620, 0x4f, 0x8000, 0, 0, 0], 48), "AS112"),
    (v6([0x3fff, 0, 0, 0, 0, 0], 20), "documentation"),
];

/// IPv6 outside of it, for a message that says what the address is.
pub(super) const OUTSIDE_V6: [(Ipv6Net, &str); 10] = [
    (v6([0, 0, 0, 0, 0, 0xffff], 96), "IPv4-mapped"),
    (v6([0, 0, 0, 0, 0, 0], 96), "this machine, or IPv4-compatible"),
    (v6([0x64, 0xff9b, 0, 0, 0, 0], 96), "NAT64"),
    (v6([0x64, 0xff9b, 1, 0, 0, 0], 48), "NAT64 of a network's own"),
    (v6([0x100, 0, 0, 0, 0, 0], 64), "discard"),
    (v6([0x5f00, 0, 0, 0, 0, 0], 16), "segment routing"),
    (v6([0xfc00, 0, 0, 0, 0, 0], 7), "private"),
    (v6([0xfe80, 0, 0, 0, 0, 0], 10), "link-local"),
    (v6([0xfec0, 0, 0, 0, 0, 0], 10), "site-local"),
    (v6([0xff00, 0, 0, 0, 0, 0], 8), "multicast"),
];

const PUBLIC_V6: Ipv6Net = v6([0x2000, 0, 0, 0, 0, 0], 3);

/// Whether an address is public: of no block of the IANA special-purpose address
/// registries. An IPv6 address that holds an IPv4 one (mapped, compatible,
/// NAT64, 6to4, Teredo) is not, whatever it holds.
///
/// ```
/// use tools_builtins::network::is_public;
///
/// assert!(is_public("93.184.216.34".parse().unwrap()));
/// assert!(!is_public("169.254.169.254".parse().unwrap()));
/// assert!(!is_public("::ffff:93.184.216.34".parse().unwrap()));
/// ```
pub fn is_public(address: IpAddr) -> bool {
    special(address).is_none()
}

/// The block that makes an address not public, as in `127.0.0.0/8, this machine`.
pub(super) fn special(address: IpAddr) -> Option<String> {
    match address {
        IpAddr::V4(address) => {
            let (block, name) = NOT_PUBLIC_V4.iter().find(|(block, _)| block.contains(&address))?;
            Some(format!("{block}, {name}"))
        }
        IpAddr::V6(address) => {
            let known = if PUBLIC_V6.contains(&address) { NOT_PUBLIC_V6.iter() } else { OUTSIDE_V6.iter() };
            match known.copied().find(|(block, _)| block.contains(&address)) {
                Some((block, name)) => Some(format!("{block}, {name}")),
                None if PUBLIC_V6.contains(&address) => None,
                None => Some("outside of 2000::/3, not handed out".into()),
            }
        }
    }
}
