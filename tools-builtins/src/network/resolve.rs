//! Names to addresses: asked once, every answer checked.

use std::{io, net::IpAddr};

use tools_core::BoxFuture;

use super::{
    error::{FailureKind, NetworkError, Rule},
    rules::Rules,
    target::{Destination, Target},
};

/// Who looks names up. The host's own resolver, unless the application brings
/// another one. What it answers is checked, so that it need not be trusted.
///
/// ```
/// use std::{io, net::IpAddr};
/// use tools_builtins::network::{Network, Resolver};
/// use tools_core::BoxFuture;
///
/// struct Fixed;
///
/// impl Resolver for Fixed {
///     fn resolve<'a>(&'a self, _name: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
///         Box::pin(async { Ok(vec!["93.184.216.34".parse().map_err(io::Error::other)?]) })
///     }
/// }
///
/// let network = Network::builder().resolver(Fixed).build()?;
/// # Ok::<(), tools_builtins::network::NetworkSettingsError>(())
/// ```
pub trait Resolver: Send + Sync + 'static {
    /// All addresses of a name, the best first. The name is in lower case and
    /// in ASCII, without a dot at its end.
    ///
    /// # Errors
    /// When the name has none, or that cannot be found out.
    fn resolve<'a>(&'a self, name: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>>;
}

/// The host's own resolver.
pub(super) struct System;

impl Resolver for System {
    fn resolve<'a>(&'a self, name: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.map(|at| at.ip()).collect()) })
    }
}

/// The addresses that a target may be connected to: all that it has, or none.
pub(super) async fn addresses(
    target: &Target,
    rules: &Rules,
    resolver: &dyn Resolver,
) -> Result<Vec<IpAddr>, NetworkError> {
    let name = match &target.host {
        // Checked with the URL.
        Destination::Address(address) => return Ok(vec![*address]),
        Destination::Name(name) => name,
    };
    let failed = |why: &str| NetworkError::failed(FailureKind::Dns, format!("`{name}` {why}"));
    let answers = match resolver.resolve(name).await {
        Ok(answers) => answers,
        Err(error) => {
            tracing::debug!(%name, %error, "a name could not be looked up");
            return Err(failed("has no address that could be found"));
        }
    };
    if answers.is_empty() {
        return Err(failed("has no address"));
    }
    for address in &answers {
        let checked = match target.vouched {
            true => rules.check_vouched(*address),
            false => rules.check_address(*address, Some(name)),
        };
        if let Err(error) = checked {
            if matches!(error, NetworkError::Refused { rule: Rule::Address, .. }) {
                tracing::debug!(%name, %address, "a name with an address that is not public");
            }
            return Err(error);
        }
    }
    Ok(by_turns(answers))
}

/// Each address once, IPv6 and IPv4 in turn (RFC 8305 §4): where one family
/// leads nowhere, the next try is of the other.
fn by_turns(mut answers: Vec<IpAddr>) -> Vec<IpAddr> {
    let first_is_v6 = answers.first().is_some_and(IpAddr::is_ipv6);
    let mut seen = std::collections::HashSet::new();
    answers.retain(|address| seen.insert(*address));
    let (first, second): (Vec<_>, Vec<_>) = answers.into_iter().partition(|it| it.is_ipv6() == first_is_v6);
    let (mut first, mut second) = (first.into_iter(), second.into_iter());
    std::iter::from_fn(|| Some([first.next(), second.next()]))
        .take_while(|pair| pair.iter().any(Option::is_some))
        .flatten()
        .flatten()
        .collect()
}
