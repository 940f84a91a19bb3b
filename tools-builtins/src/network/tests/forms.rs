//! Addresses of the special-purpose registries, in every notation, at every hop.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net};

use super::support::{Answers, Nowhere, Server, nowhere, redirect};
use crate::network::{
    Network, NetworkError,
    address::{NOT_PUBLIC_V4, NOT_PUBLIC_V6, OUTSIDE_V6, is_public},
};

/// First, last and middle of a block, and what lies around its quarters.
fn of_v4(block: Ipv4Net) -> Vec<Ipv4Addr> {
    let (first, last) = (u32::from(block.network()), u32::from(block.broadcast()));
    let middle = first + (last - first) / 2;
    let all = [first, first + 1, first + (last - first) / 4, middle, middle + 1, last - 1, last];
    all.into_iter().map(Ipv4Addr::from).collect()
}

fn of_v6(block: IpNet) -> Vec<Ipv6Addr> {
    let IpNet::V6(block) = block else { return Vec::new() };
    let (first, last) = (u128::from(block.network()), u128::from(block.broadcast()));
    let middle = first + (last - first) / 2;
    let all = [first, first + 1, first + (last - first) / 4, middle, middle + 1, last - 1, last];
    all.into_iter().map(Ipv6Addr::from).collect()
}

/// Every way that an IPv4 address is written in a URL.
fn spellings(address: Ipv4Addr) -> Vec<String> {
    let [a, b, c, d] = address.octets();
    let whole = u32::from(address);
    let (three, two) = (whole & 0x00ff_ffff, whole & 0xffff);
    let dotted = address.to_string();
    let wide: String =
        dotted.chars().map(|c| c.to_digit(10).map_or(c, |d| char::from_u32(0xff10 + d).unwrap())).collect();
    let mut all = vec![
        dotted.clone(),
        format!("{dotted}."),
        format!("{whole}"),
        format!("{a}.{three}"),
        format!("{a}.{b}.{two}"),
        format!("{a:#o}.{b:#o}.{c:#o}.{d:#o}").replace("0o", "0"),
        format!("000{a:o}.000{b:o}.000{c:o}.000{d:o}"),
        format!("0{whole:o}"),
        format!("{a:#x}.{b:#x}.{c:#x}.{d:#x}"),
        format!("0X{a:02X}.0X{b:02X}.0X{c:02X}.0X{d:02X}"),
        format!("{whole:#x}"),
        format!("{whole:#010X}").replace("0x", "0X"),
        format!("0x0000{whole:08x}"),
        format!("{a:#x}.{three}"),
        format!("{a}.{b:#x}.0{two:o}"),
        format!("{a}.0{b:o}.{c:#x}.{d}"),
        dotted.bytes().map(|byte| format!("%{byte:02x}")).collect(),
        dotted.replace('.', "%2E"),
        wide,
        dotted.replace('.', "。"),
        dotted.replace('.', "．"),
        dotted.replace('.', "｡"),
    ];
    let high = whole >> 16;
    let low = whole & 0xffff;
    for prefix in ["::ffff:", "::", "64:ff9b::", "64:ff9b:1::", "0:0:0:0:0:FFFF:", "::ffff:0:"] {
        all.push(format!("[{prefix}{dotted}]"));
        all.push(format!("[{prefix}{high:x}:{low:X}]"));
    }
    all.push(format!("[2002:{high:x}:{low:x}::1]"));
    all.push(format!("[2001:0:{high:x}:{low:x}::{:x}:{:x}]", !high & 0xffff, !low & 0xffff));
    all
}

fn spellings_v6(address: Ipv6Addr) -> Vec<String> {
    let full = address.segments().map(|part| format!("{part:04x}")).join(":");
    vec![
        format!("[{address}]"),
        format!("[{full}]"),
        format!("[{}]", full.to_uppercase()),
        format!("%5B{address}%5D"),
    ]
}

fn special_hosts() -> (Vec<String>, Vec<IpAddr>) {
    let v4: Vec<Ipv4Addr> = NOT_PUBLIC_V4.iter().flat_map(|(block, _)| of_v4(*block)).collect();
    let v6: Vec<Ipv6Addr> =
        NOT_PUBLIC_V6.iter().chain(&OUTSIDE_V6).flat_map(|(block, _)| of_v6((*block).into())).collect();
    let spelled = v4.iter().flat_map(|it| spellings(*it)).chain(v6.iter().flat_map(|it| spellings_v6(*it)));
    (
        spelled.collect(),
        v4.iter().map(|it| IpAddr::from(*it)).chain(v6.iter().map(|it| IpAddr::from(*it))).collect(),
    )
}

// proves NET-06, NET-07, NET-08
#[tokio::test]
async fn no_spelling_of_a_special_address_is_ever_connected_to() {
    let (hosts, addresses) = special_hosts();
    let (network, _, dialled) = nowhere();
    let mut forms = 0;
    for host in &hosts {
        for url in [format!("http://{host}/"), format!("https://{host}:443/a?b"), format!("HTTP://{host}")] {
            forms += 1;
            let error = network.get(&url).send().await.unwrap_err();
            assert!(matches!(error, NetworkError::Refused { .. }), "{url}: {error}");
        }
    }
    // The same addresses as answers for a name.
    for address in addresses {
        assert!(!is_public(address), "{address}");
        let network = Network::builder()
            .resolver(Answers::one(&address.to_string()))
            .dial(Nowhere(dialled.clone()))
            .build()
            .unwrap();
        let error = network.get("http://named.example/").send().await.unwrap_err();
        assert!(matches!(error, NetworkError::Refused { .. }), "{address}: {error}");
        forms += 1;
    }
    assert!(forms >= 10_000, "only {forms} forms");
    assert_eq!(dialled.count(), 0);
}

// proves NET-06, NET-07, NET-08, NET-09
#[tokio::test]
async fn nor_when_a_redirect_leads_there() {
    let (hosts, _) = special_hosts();
    let hosts = std::sync::Arc::new(hosts);
    let targets = std::sync::Arc::clone(&hosts);
    // The path says which of them the answer leads to.
    let server = Server::start(move |head| {
        let index: usize = head.split(['/', ' ']).nth(2).unwrap().parse().unwrap();
        redirect("302 Found", &format!("http://{}/", targets[index]))
    })
    .await;
    let (builder, dialled) = server.network();
    let network = builder.build().unwrap();
    let asked: Vec<usize> = (0..hosts.len()).step_by(7).collect();
    for index in &asked {
        let error =
            network.get(&format!("http://example.com/{index}")).redirects(4).send().await.unwrap_err();
        assert!(matches!(error, NetworkError::Refused { .. }), "{}: {error}", hosts[*index]);
    }
    let public = "93.184.216.34:80".parse().unwrap();
    assert_eq!(dialled.all(), vec![public; asked.len()]);
}

// proves NET-06, NET-07
#[test]
fn the_edges_of_every_block() {
    let public = [
        "1.0.0.0",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "191.255.255.255",
        "192.0.1.0",
        "192.0.3.0",
        "192.31.195.255",
        "192.31.197.0",
        "192.52.192.255",
        "192.52.194.0",
        "192.88.98.255",
        "192.88.100.0",
        "192.167.255.255",
        "192.169.0.0",
        "192.175.47.255",
        "192.175.49.0",
        "198.17.255.255",
        "198.20.0.0",
        "198.51.99.255",
        "198.51.101.0",
        "203.0.112.255",
        "203.0.114.0",
        "223.255.255.255",
        "2000::",
        "2001:200::",
        "2001:db7:ffff::",
        "2001:db9::",
        "2003::",
        "2620:4f:7fff::",
        "2620:4f:8001::",
        "3ffe:ffff::",
        "3fff:1000::",
        "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    ];
    let special = [
        "0.0.0.0",
        "0.255.255.255",
        "10.255.255.255",
        "100.127.255.255",
        "172.31.255.255",
        "192.0.0.255",
        "198.19.255.255",
        "224.0.0.0",
        "239.255.255.255",
        "240.0.0.0",
        "255.255.255.255",
        "2001::",
        "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
        "2001:db8::",
        "2001:db8:ffff::",
        "2002::",
        "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "2620:4f:8000::",
        "3fff::",
        "3fff:fff:ffff::",
        "4000::",
        "1fff:ffff::",
        "::",
        "::1",
        "::ffff:0:0",
        "8000::1",
        "e000::",
        "ffff::",
    ];
    for address in public {
        assert!(is_public(address.parse().unwrap()), "{address}");
    }
    for address in special {
        assert!(!is_public(address.parse().unwrap()), "{address}");
    }
}
