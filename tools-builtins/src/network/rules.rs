//! What the application adds to the guard.

use std::net::IpAddr;

use ipnet::IpNet;
use url::{Host, Url};

use super::{
    address,
    error::{NetworkError, Rule},
    target::Destination,
};

/// The application's own rules; none by default.
#[derive(Debug, Clone, Default)]
pub(super) struct Rules {
    pub(super) allowed_hosts: Vec<HostRule>,
    pub(super) allowed_networks: Vec<IpNet>,
    pub(super) only_hosts: Vec<HostRule>,
    pub(super) blocked_hosts: Vec<HostRule>,
    pub(super) blocked_networks: Vec<IpNet>,
}

/// `example.com`, `*.example.com`, `192.168.1.10`, each with a `:port` or without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HostRule {
    host: Destination,
    /// Names below it, and not itself.
    below: bool,
    port: Option<u16>,
}

impl HostRule {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is no host: write `example.com`, `*.example.com`, `10.0.0.7` or one with `:8080`"
            )
        };
        let (below, host) = match text.strip_prefix("*.") {
            Some(host) => (true, host),
            None => (false, text),
        };
        // A scheme without a port of its own, and whose hosts are read like http's.
        if host.contains(['/', '?', '#', '@', '\\', '*']) || host.contains(char::is_whitespace) {
            return Err(wrong());
        }
        let url = Url::parse(&format!("http://{host}/")).map_err(|_| wrong())?;
        // The default port is not kept in a URL; here it was written on purpose.
        let port = match url.port() {
            None if host.ends_with(":80") && !host.starts_with('[') || host.ends_with("]:80") => Some(80),
            port => port,
        };
        let host = match url.host() {
            Some(Host::Ipv4(address)) if !below => Destination::Address(address.into()),
            Some(Host::Ipv6(address)) if !below => Destination::Address(address.into()),
            Some(Host::Domain(name)) => Destination::Name(name.trim_end_matches('.').to_ascii_lowercase()),
            _ => return Err(wrong()),
        };
        Ok(HostRule { host, below, port })
    }

    fn matches_host(&self, host: &Destination) -> bool {
        match (&self.host, host) {
            (Destination::Name(rule), Destination::Name(name)) if self.below => {
                name.strip_suffix(rule.as_str()).is_some_and(|rest| rest.ends_with('.'))
            }
            (rule, host) => rule == host,
        }
    }

    fn matches(&self, host: &Destination, port: u16) -> bool {
        self.matches_host(host) && self.port.is_none_or(|only| only == port)
    }

    /// An allowed host without a port means the two usual ones.
    fn vouches(&self, host: &Destination, port: u16) -> bool {
        self.matches_host(host) && self.port.map_or(port == 80 || port == 443, |only| only == port)
    }
}

/// `10.0.0.0/8`, or one address.
pub(super) fn network(text: &str) -> Result<IpNet, String> {
    match (text.parse::<IpNet>(), text.parse::<IpAddr>()) {
        (Ok(network), _) => Ok(network.trunc()),
        (_, Ok(address)) => Ok(address.into()),
        _ => Err(format!("`{text}` is no network: write `10.0.0.0/8`, `fd00::/8` or one address")),
    }
}

impl Rules {
    /// Whether the application forbids this host, or admits only others.
    pub(super) fn admit(&self, host: &Destination, port: u16) -> Result<(), NetworkError> {
        let named = |rules: &[HostRule]| rules.iter().any(|rule| rule.matches(host, port));
        if named(&self.blocked_hosts) {
            return Err(NetworkError::refused(Rule::Application, "names a host that is blocked here"));
        }
        if !self.only_hosts.is_empty() && !named(&self.only_hosts) && !self.vouches(host, port) {
            return Err(NetworkError::refused(
                Rule::Application,
                "names a host that is not among those admitted",
            ));
        }
        match host {
            Destination::Address(address) => self.check_blocked(*address),
            Destination::Name(_) => Ok(()),
        }
    }

    /// Whether the application vouches for this host and port.
    pub(super) fn vouches(&self, host: &Destination, port: u16) -> bool {
        self.allowed_hosts.iter().any(|rule| rule.vouches(host, port))
    }

    fn check_blocked(&self, address: IpAddr) -> Result<(), NetworkError> {
        // An IPv4 network is meant in each way to write its addresses.
        let plain = address.to_canonical();
        match self.blocked_networks.iter().any(|block| block.contains(&address) || block.contains(&plain)) {
            true => {
                Err(NetworkError::refused(Rule::Application, "leads into a network that is blocked here"))
            }
            false => Ok(()),
        }
    }

    /// Whether an address may be connected to, as the literal of a URL or as
    /// an answer for `name`. An answer is not shown: names of a network's own
    /// are none of the model's business.
    pub(super) fn check_address(&self, address: IpAddr, name: Option<&str>) -> Result<(), NetworkError> {
        self.check_blocked(address)?;
        if self.allowed_networks.iter().any(|network| network.contains(&address)) {
            return Ok(());
        }
        let Some(block) = address::special(address) else { return Ok(()) };
        let message = match name {
            None => {
                format!("leads to {address}, which is not public ({block}); only public hosts are admitted")
            }
            Some(name) => format!("leads to `{name}`, which has an address that is not public ({block})"),
        };
        Err(NetworkError::refused(Rule::Address, message))
    }

    /// Answers for a host that the application vouches for.
    pub(super) fn check_vouched(&self, address: IpAddr) -> Result<(), NetworkError> {
        self.check_blocked(address)
    }
}
