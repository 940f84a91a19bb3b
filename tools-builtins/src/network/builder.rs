//! What an application may change.

use std::{env, error::Error, ffi::OsString, fmt, sync::Arc};

use hyper::{Uri, header::HeaderValue};
use hyper_util::client::proxy::matcher::Matcher;
use tokio_rustls::rustls::ClientConfig;

use super::{
    Inner, Network,
    connect::{Dial, Tcp},
    resolve::{Resolver, System},
    rules::{HostRule, Rules, network},
};

const USER_AGENT: &str = concat!("tools-builtins/", env!("CARGO_PKG_VERSION"));

/// Widens or narrows what a [`Network`] reaches. A host is `example.com`,
/// `*.example.com` (every name below it, and not itself) or an address, with a
/// port (`:8080`) or without; a network is `10.0.0.0/8` or one address.
///
/// What is blocked is blocked, whatever is allowed beside it.
///
/// ```
/// use tools_builtins::network::Network;
///
/// let network = Network::builder()
///     .allow_host("wiki.example.internal:8443")   // also where it is not public
///     .block_host("*.tracker.example")
///     .build()?;
/// # Ok::<(), tools_builtins::network::NetworkSettingsError>(())
/// ```
#[derive(Default)]
#[must_use = "a builder does nothing until it is built"]
pub struct NetworkBuilder {
    rules: Rules,
    resolver: Option<Box<dyn Resolver>>,
    dial: Option<Box<dyn Dial>>,
    environment_proxies: bool,
    proxies: Option<Matcher>,
    user_agent: Option<HeaderValue>,
    tls: Option<Arc<ClientConfig>>,
    wrong: Vec<String>,
}

impl NetworkBuilder {
    /// Vouches for a host: its name may be local, its addresses need not be
    /// public, and its port may be another one. Without a port, 80 and 443.
    pub fn allow_host(mut self, host: &str) -> Self {
        let rule = self.host(host);
        self.rules.allowed_hosts.extend(rule);
        self
    }

    /// Admits the addresses of a network, though they are not public. Ports and
    /// names keep their rules.
    pub fn allow_network(mut self, block: &str) -> Self {
        let network = self.network(block);
        self.rules.allowed_networks.extend(network);
        self
    }

    /// Admits this host, others that are named so, and those of
    /// [`allow_host`](Self::allow_host), and no host beside them. It still has
    /// to be public.
    pub fn only_host(mut self, host: &str) -> Self {
        let rule = self.host(host);
        self.rules.only_hosts.extend(rule);
        self
    }

    /// Refuses a host.
    pub fn block_host(mut self, host: &str) -> Self {
        let rule = self.host(host);
        self.rules.blocked_hosts.extend(rule);
        self
    }

    /// Refuses the addresses of a network.
    pub fn block_network(mut self, block: &str) -> Self {
        let network = self.network(block);
        self.rules.blocked_networks.extend(network);
        self
    }

    /// Looks names up in another way than the host does.
    pub fn resolver(mut self, resolver: impl Resolver) -> Self {
        self.resolver = Some(Box::new(resolver));
        self
    }

    /// Uses the proxies that `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and
    /// `NO_PROXY` name, as they are when the network is built; http proxies
    /// only, and none in a CGI program, where a request could set them. Through a proxy, names are looked up there: rules on names,
    /// ports and literal addresses hold, and where a name leads is for the
    /// proxy to check. Off by default.
    pub fn environment_proxies(mut self) -> Self {
        self.environment_proxies = true;
        self
    }

    /// The `User-Agent` of all requests; by default `tools-builtins/` and the version.
    pub fn user_agent(mut self, name: &str) -> Self {
        match HeaderValue::try_from(name) {
            Ok(value) => self.user_agent = Some(value),
            Err(_) => self.wrong.push(format!("{name:?} cannot be a User-Agent: write printable ASCII")),
        }
        self
    }

    #[cfg(test)]
    pub(super) fn dial(mut self, dial: impl Dial) -> Self {
        self.dial = Some(Box::new(dial));
        self
    }

    #[cfg(test)]
    pub(super) fn tls(mut self, config: Arc<ClientConfig>) -> Self {
        self.tls = Some(config);
        self
    }

    #[cfg(test)]
    pub(super) fn proxies(mut self, proxies: Matcher) -> Self {
        self.proxies = Some(proxies);
        self
    }

    /// The network.
    ///
    /// # Errors
    /// Hosts, networks, names and proxies that are none, all at once.
    pub fn build(mut self) -> Result<Network, NetworkSettingsError> {
        if self.environment_proxies {
            self.wrong.extend(wrong_proxies());
        }
        if self.wrong.is_empty() { Ok(Network::of(self)) } else { Err(NetworkSettingsError(self.wrong)) }
    }

    fn host(&mut self, text: &str) -> Option<HostRule> {
        HostRule::parse(text).map_err(|wrong| self.wrong.push(wrong)).ok()
    }

    fn network(&mut self, text: &str) -> Option<ipnet::IpNet> {
        network(text).map_err(|wrong| self.wrong.push(wrong)).ok()
    }
}

/// The variables whose proxy the matcher would pass over in silence, or could not
/// be used. Their values may hold passwords, and are not told.
fn wrong_proxies() -> Vec<String> {
    let value =
        |names: [&'static str; 2]| names.into_iter().find_map(|name| Some((name, env::var_os(name)?)));
    let own = [["HTTP_PROXY", "http_proxy"], ["HTTPS_PROXY", "https_proxy"]];
    let wrong = own.into_iter().filter_map(|names| {
        let set = |found: &(&str, OsString)| !found.1.is_empty();
        let (name, value) =
            value(names).filter(set).or_else(|| value(["ALL_PROXY", "all_proxy"]).filter(set))?;
        let proxy = Matcher::builder().http(value.into_string().unwrap_or_default()).build();
        let proxy = proxy.intercept(&Uri::from_static("http://example.com/"));
        // An `@` that is left is one of a password that should have been encoded.
        let is_one = |uri: &Uri| uri.scheme_str() == Some("http") && !uri.to_string().contains('@');
        match proxy.is_some_and(|proxy| is_one(proxy.uri())) {
            true => None,
            false => {
                Some(format!("`{name}` names no http proxy: write one such as `http://proxy.example:3128`"))
            }
        }
    });
    let mut wrong: Vec<_> = wrong.collect();
    wrong.dedup();
    wrong
}

impl Network {
    pub(super) fn of(builder: NetworkBuilder) -> Self {
        Network(Arc::new(Inner {
            rules: builder.rules,
            resolver: builder.resolver.unwrap_or_else(|| Box::new(System)),
            dial: builder.dial.unwrap_or_else(|| Box::new(Tcp)),
            proxies: builder.proxies.or_else(|| builder.environment_proxies.then(Matcher::from_env)),
            user_agent: builder.user_agent.unwrap_or_else(|| HeaderValue::from_static(USER_AGENT)),
            tls: builder.tls,
        }))
    }
}

impl fmt::Debug for NetworkBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NetworkBuilder").field("rules", &self.rules).finish_non_exhaustive()
    }
}

/// What is wrong with the application's settings of the network, all at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkSettingsError(Vec<String>);

impl NetworkSettingsError {
    pub(crate) fn one(wrong: String) -> Self {
        NetworkSettingsError(vec![wrong])
    }
}

impl fmt::Display for NetworkSettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("; "))
    }
}

impl Error for NetworkSettingsError {}
