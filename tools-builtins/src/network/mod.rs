//! A network that reaches what is public, and nothing else.
//!
//! A tool that fetches what a model names must not become a way into the
//! application's own network. [`Network`] refuses every destination that is not
//! public, at the address that it really connects to, at each redirect:
//!
//! ```
//! use tools_builtins::network::{Network, NetworkError, Rule};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let network = Network::new();
//! let error = network.get("http://0177.0.0.1/latest/meta-data").send().await.unwrap_err();
//! assert!(matches!(error, NetworkError::Refused { rule: Rule::Address, .. }));
//! # }
//! ```
//!
//! A tool of one's own takes it as what the application may lend, and shares
//! the application's rules so:
//!
//! ```
//! use tools_builtins::network::Network;
//! use tools_core::{ToolError, tool};
//!
//! /// Fetches the timetable of a station.
//! #[tool(capabilities = ["network.read"])]
//! async fn timetable(network: Option<&Network>, station_url: String) -> Result<String, ToolError> {
//!     let network = network.cloned().unwrap_or_default();
//!     let answer = network.get(&station_url).send().await.map_err(|error| error.at("/station_url"))?;
//!     Ok(String::from_utf8_lossy(&answer.bytes().await?).into_owned())
//! }
//! # fn main() {}
//! ```
//!
//! What holds for every request:
//!
//! - http and https, on their own ports, without credentials in the URL, read by
//!   the WHATWG URL standard; a URL that other readers read in another way is refused.
//! - Names of local networks are refused before any lookup. A name is looked up
//!   once, every answer is checked, one that is not public refuses all, and the
//!   connection goes to a checked address. [`is_public`] says which those are.
//! - Each redirect passes every rule again, and none leads from https to http.
//! - One deadline from the lookup to the last byte, however slowly the bytes come.
//! - Bytes are counted before and after decompression; over the limit the transfer
//!   stops. It holds no more than its limit and 256 KiB.
//! - A body that is shorter than announced is an error.
//! - No proxy, no cookies, no referrer. The connection lives in the caller's
//!   future: dropping that, as the cancellation of a call does, closes it.

mod address;
mod builder;
mod connect;
mod decode;
mod error;
mod exchange;
mod request;
mod resolve;
mod rules;
mod target;
#[cfg(test)]
pub(crate) mod tests;

use std::{fmt, sync::Arc};

use hyper::{Method, Uri, body::Bytes, header::HeaderValue};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use tokio_rustls::rustls::ClientConfig;

use self::target::Target;
pub(crate) use self::target::is_public_host;
pub use self::{
    address::is_public,
    builder::{NetworkBuilder, NetworkSettingsError},
    error::{FailureKind, NetworkError, Rule},
    request::{Request, Response},
    resolve::Resolver,
};

/// A guarded way to the public network. A clone is the same network.
///
/// Making one does no input or output. An application lends its own, with
/// [`AgentBuilder::state`](tools_core::AgentBuilder::state), to change what the
/// web tools may reach; see [`NetworkBuilder`].
#[derive(Clone)]
pub struct Network(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    rules: rules::Rules,
    resolver: Box<dyn Resolver>,
    dial: Box<dyn connect::Dial>,
    proxies: Option<Matcher>,
    user_agent: HeaderValue,
    /// What is trusted instead of what the host trusts; for tests.
    tls: Option<Arc<ClientConfig>>,
}

impl Network {
    /// The public network.
    pub fn new() -> Self {
        Network::of(NetworkBuilder::default())
    }

    /// A network with rules of the application's own.
    pub fn builder() -> NetworkBuilder {
        NetworkBuilder::default()
    }

    /// Asks for what is at a URL.
    pub fn get(&self, url: &str) -> Request {
        Request::new(self.clone(), Method::GET, url)
    }

    /// Sends a body to a URL. Redirects are not followed.
    ///
    /// ```no_run
    /// # async fn example() -> Result<(), tools_builtins::network::NetworkError> {
    /// use tools_builtins::network::Network;
    ///
    /// let answer = Network::new().post("https://api.example.com/v1/notes", "application/json", r#"{"text": "hi"}"#);
    /// println!("{}", answer.send().await?.status());
    /// # Ok(())
    /// # }
    /// ```
    pub fn post(&self, url: &str, content_type: &str, body: impl Into<Vec<u8>>) -> Request {
        Request::new(self.clone(), Method::POST, url)
            .header("content-type", content_type)
            .body(Bytes::from(body.into()))
    }
}

impl Default for Network {
    fn default() -> Self {
        Network::new()
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("rules", &self.0.rules).finish_non_exhaustive()
    }
}

impl Inner {
    /// The proxy that the environment names for a URL, where the application
    /// said that it may.
    fn proxy_for(&self, target: &Target) -> Result<Option<Intercept>, NetworkError> {
        let Some(proxies) = &self.proxies else { return Ok(None) };
        // Without the path, which may be longer than a `Uri` can be. What is no
        // `Uri` must not get around the proxy.
        let uri =
            Uri::builder().scheme(target.url.scheme()).authority(target.authority()).path_and_query("/");
        match uri.build() {
            Ok(uri) => Ok(proxies.intercept(&uri)),
            Err(error) => {
                Err(NetworkError::refused(Rule::Form, format!("has a host that no proxy can take: {error}")))
            }
        }
    }
}
