//! From a text to a destination: the rules that need no lookup.

use std::net::IpAddr;

use url::{Host, Url};

use super::{
    address,
    error::{NetworkError, Rule},
    rules::Rules,
};

/// Names that mean something only inside a network (RFC 6761, RFC 6762,
/// RFC 8375, and `internal`, which ICANN reserves for private use).
const LOCAL_SUFFIXES: [&str; 4] = ["localhost", "local", "internal", "home.arpa"];

/// A destination that passed every rule that needs no lookup.
#[derive(Debug, Clone)]
pub(super) struct Target {
    /// Without fragment, and without a dot at the end of the host.
    pub(super) url: Url,
    pub(super) host: Destination,
    pub(super) port: u16,
    /// The application vouches for it: its addresses need not be public.
    pub(super) vouched: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Destination {
    Address(IpAddr),
    /// In lower case, in ASCII (IDNA), without a dot at the end.
    Name(String),
}

impl Target {
    pub(super) fn is_https(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// The host as in a URL, with its port where that is not the scheme's own.
    pub(super) fn authority(&self) -> &str {
        let text = self.url.as_str().split_once("://").map_or("", |(_, rest)| rest);
        text.split(['/', '?']).next().unwrap_or(text)
    }

    /// What a model or a person wrote.
    pub(super) fn parse(text: &str, rules: &Rules) -> Result<Self, NetworkError> {
        Target::admit(whole(text)?, rules, false)
    }

    /// What the application itself wrote.
    pub(super) fn vouched(text: &str, rules: &Rules) -> Result<Self, NetworkError> {
        Target::admit(whole(text)?, rules, true)
    }

    /// Where a redirect leads from here: the same rules.
    pub(super) fn follow(&self, location: &str, rules: &Rules) -> Result<Self, NetworkError> {
        let location = location.trim();
        check_characters(location)?;
        let relative = location.starts_with(['/', '?', '#']) && !location.starts_with("//");
        if relative || !has_scheme(location) {
            let url = self.url.join(location).map_err(|error| {
                NetworkError::refused(Rule::Form, format!("the redirect's target is not a URL: {error}"))
            })?;
            // `//user@host/` comes this way: what it says is looked at as text, too.
            if location.starts_with("//") {
                check_form(&format!("{}:{location}", self.url.scheme()))?;
            }
            return Target::admit(url, rules, false);
        }
        Target::parse(location, rules)
    }

    fn admit(mut url: Url, rules: &Rules, vouched: bool) -> Result<Self, NetworkError> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(scheme(url.scheme()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(credentials());
        }
        url.set_fragment(None);
        let host = destination(&mut url)?;
        let Some(port) = url.port_or_known_default() else {
            return Err(NetworkError::refused(Rule::Port, "has no port"));
        };
        rules.admit(&host, port)?;
        let vouched = vouched || rules.vouches(&host, port);
        let target = Target { url, host, port, vouched };
        if !vouched {
            target.check_port()?;
            target.check_host(rules)?;
        }
        Ok(target)
    }

    fn check_port(&self) -> Result<(), NetworkError> {
        // A URL without its scheme's own port has another one.
        match self.url.port() {
            None => Ok(()),
            Some(port) => Err(NetworkError::refused(
                Rule::Port,
                format!("has port {port}; only 80 for http and 443 for https are admitted"),
            )),
        }
    }

    fn check_host(&self, rules: &Rules) -> Result<(), NetworkError> {
        match &self.host {
            Destination::Address(address) => rules.check_address(*address, None),
            Destination::Name(name) if is_local(name) => Err(NetworkError::refused(
                Rule::Name,
                format!("names `{name}`, which is inside a network; only public hosts are admitted"),
            )),
            Destination::Name(_) => Ok(()),
        }
    }
}

/// The URL that a text is, on its own.
fn whole(text: &str) -> Result<Url, NetworkError> {
    let text = text.trim();
    check_form(text)?;
    Url::parse(text)
        .map_err(|error| NetworkError::refused(Rule::Form, format!("is not a valid URL: {error}")))
}

/// The host of a URL; a dot at its end is taken away there, too.
fn destination(url: &mut Url) -> Result<Destination, NetworkError> {
    let name = match url.host() {
        Some(Host::Ipv4(address)) => return Ok(Destination::Address(address.into())),
        Some(Host::Ipv6(address)) => return Ok(Destination::Address(address.into())),
        Some(Host::Domain(name)) => name,
        None => return Err(NetworkError::refused(Rule::Form, "has no host")),
    };
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    // The URL standard admits more characters than any name has, and other readers do not.
    let known = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let labels = || name.split('.').all(|label| (1..=63).contains(&label.len()));
    if name.len() > 253 || !name.bytes().all(known) || !labels() {
        return Err(NetworkError::refused(Rule::Form, "has a host that is no name"));
    }
    url.set_host(Some(&name)).map_err(|error| {
        NetworkError::refused(Rule::Form, format!("has a host that is not a valid name: {error}"))
    })?;
    Ok(Destination::Name(name))
}

/// Whether a name means something only inside a network. A name without a dot
/// is searched for in the host's own domains.
pub(crate) fn is_local(name: &str) -> bool {
    !name.contains('.')
        || LOCAL_SUFFIXES.iter().any(|suffix| {
            name.strip_suffix(suffix).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        })
}

/// What has to be so in the text itself. The URL standard repairs more than one
/// should: readers of the text, people and policies, must see what is reached.
fn check_form(text: &str) -> Result<(), NetworkError> {
    check_characters(text)?;
    let Some((scheme_text, rest)) = text.split_once(':').filter(|_| has_scheme(text)) else {
        return Err(NetworkError::refused(
            Rule::Form,
            "is not a whole URL; write one such as https://example.com/page",
        ));
    };
    if !["http", "https"].iter().any(|known| scheme_text.eq_ignore_ascii_case(known)) {
        // `example.com:8080/` is a host and a port to whoever wrote it.
        return Err(scheme(scheme_text));
    }
    let authority = rest.strip_prefix("//").map(|rest| rest.split(['/', '?', '#']).next().unwrap_or(rest));
    match authority {
        None | Some("") => {
            let message =
                format!("has no host after `{scheme_text}://`; write one such as https://example.com/");
            Err(NetworkError::refused(Rule::Form, message))
        }
        Some(authority) if authority.contains('@') => Err(credentials()),
        Some(_) => Ok(()),
    }
}

/// Characters that the URL standard drops or turns, and other readers do not.
fn check_characters(text: &str) -> Result<(), NetworkError> {
    match text.chars().find(|c| c.is_control() || *c == '\\') {
        None => Ok(()),
        Some(bad) => Err(NetworkError::refused(
            Rule::Form,
            format!("contains {bad:?}, which readers of URLs disagree about; write it percent-encoded"),
        )),
    }
}

/// RFC 3986 §3.1.
fn has_scheme(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

fn scheme(came: &str) -> NetworkError {
    let came: String = came.chars().take(40).collect();
    NetworkError::refused(Rule::Scheme, format!("has the scheme `{came}`; only http and https are admitted"))
}

fn credentials() -> NetworkError {
    NetworkError::refused(
        Rule::Credentials,
        "holds a user or a password; write it without everything up to `@`",
    )
}

/// Whether a literal address or name may be given to a model as a link.
pub(crate) fn is_public_host(host: &Host<&str>) -> bool {
    match host {
        Host::Ipv4(literal) => address::is_public((*literal).into()),
        Host::Ipv6(literal) => address::is_public((*literal).into()),
        Host::Domain(name) => !is_local(&name.trim_end_matches('.').to_ascii_lowercase()),
    }
}
