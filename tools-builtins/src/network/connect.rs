//! A connection to an address that was checked, and to no other.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::{Arc, OnceLock},
    time::Duration,
};

use hyper::{Method, Request, header};
use hyper_util::{client::proxy::matcher::Intercept, rt::TokioIo};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{ClientConfig, crypto::ring, pki_types::ServerName},
};
use tools_core::BoxFuture;

use super::{
    Inner,
    error::{FailureKind, NetworkError},
    exchange::{Body, Exchange},
    resolve,
    target::{Destination, Target},
};

/// An address that does not answer must not use up the time of the next one.
const ONE_ADDRESS: Duration = Duration::from_secs(2);

pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// Opens connections: the one place from which bytes leave.
pub(super) trait Dial: Send + Sync + 'static {
    fn dial(&self, at: SocketAddr) -> BoxFuture<'_, io::Result<Box<dyn Stream>>>;
}

pub(super) struct Tcp;

impl Dial for Tcp {
    fn dial(&self, at: SocketAddr) -> BoxFuture<'_, io::Result<Box<dyn Stream>>> {
        Box::pin(async move {
            let stream = TcpStream::connect(at).await?;
            stream.set_nodelay(true)?;
            Ok(Box::new(stream) as Box<dyn Stream>)
        })
    }
}

/// A connection to the target, or to the proxy that takes the request there.
pub(super) async fn connect(
    network: &Inner,
    target: &Target,
    proxy: Option<&Intercept>,
) -> Result<Box<dyn Stream>, NetworkError> {
    let stream = match proxy {
        None => {
            let addresses = resolve::addresses(target, &network.rules, &*network.resolver).await?;
            dial(network, &addresses, target.port, target.authority()).await?
        }
        Some(proxy) => {
            let stream = dial_proxy(network, proxy).await?;
            if target.is_https() { tunnel(stream, target, proxy).await? } else { stream }
        }
    };
    if target.is_https() { encrypt(network, stream, target).await } else { Ok(stream) }
}

async fn dial(
    network: &Inner,
    addresses: &[IpAddr],
    port: u16,
    name: &str,
) -> Result<Box<dyn Stream>, NetworkError> {
    let mut last = None;
    for (index, address) in addresses.iter().enumerate() {
        let dialled = network.dial.dial(SocketAddr::new(*address, port));
        let result = match index + 1 == addresses.len() {
            true => dialled.await,
            false => timeout(ONE_ADDRESS, dialled).await.unwrap_or_else(|late| Err(late.into())),
        };
        match result {
            Ok(stream) => return Ok(stream),
            Err(error) => last = Some(error),
        }
    }
    let why = last.map_or_else(|| "it has no address".to_owned(), |error| error.to_string());
    Err(NetworkError::failed(FailureKind::Connect, format!("no connection to {name}: {why}")))
}

/// The application named the proxy, so that it is looked up and dialled unchecked.
async fn dial_proxy(network: &Inner, proxy: &Intercept) -> Result<Box<dyn Stream>, NetworkError> {
    let failed = |why: String| {
        NetworkError::failed(FailureKind::Connect, format!("no connection to the proxy: {why}"))
    };
    let uri = proxy.uri();
    if uri.scheme_str() != Some("http") {
        return Err(failed(format!(
            "it is not an http proxy but `{}`",
            uri.scheme_str().unwrap_or_default()
        )));
    }
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    let port = uri.port_u16().unwrap_or(80);
    let addresses: Vec<IpAddr> = match tokio::net::lookup_host((host, port)).await {
        Ok(found) => found.map(|at| at.ip()).collect(),
        Err(error) => return Err(failed(error.to_string())),
    };
    dial(network, &addresses, port, "the proxy").await
}

/// RFC 9110 §9.3.6.
async fn tunnel(
    stream: Box<dyn Stream>,
    target: &Target,
    proxy: &Intercept,
) -> Result<Box<dyn Stream>, NetworkError> {
    let failed = |why: &dyn std::fmt::Display| {
        NetworkError::failed(FailureKind::Connect, format!("the proxy opens no tunnel: {why}"))
    };
    let host = target.url.host_str().unwrap_or_default();
    let authority = format!("{host}:{}", target.port);
    let mut request =
        Request::builder().method(Method::CONNECT).uri(&authority).header(header::HOST, &authority);
    if let Some(login) = proxy.basic_auth() {
        request = request.header(header::PROXY_AUTHORIZATION, login);
    }
    let request = request.body(Body::default()).map_err(|error| failed(&error))?;
    let (mut exchange, response) = Exchange::send(stream, request).await.map_err(|error| failed(&error))?;
    if !response.status().is_success() {
        return Err(failed(&format_args!("it answers {}", response.status())));
    }
    let upgraded = exchange.drive(hyper::upgrade::on(response)).await.map_err(|error| failed(&error))?;
    Ok(Box::new(TokioIo::new(upgraded)))
}

async fn encrypt(
    network: &Inner,
    stream: Box<dyn Stream>,
    target: &Target,
) -> Result<Box<dyn Stream>, NetworkError> {
    let name = match &target.host {
        Destination::Address(address) => ServerName::from(*address),
        Destination::Name(name) => ServerName::try_from(name.clone()).map_err(|error| {
            NetworkError::failed(FailureKind::Connect, format!("no TLS with `{name}`: {error}"))
        })?,
    };
    let config = match &network.tls {
        Some(config) => Arc::clone(config),
        None => trusted()?,
    };
    match TlsConnector::from(config).connect(name, stream).await {
        Ok(stream) => Ok(Box::new(stream)),
        Err(error) => {
            let message = format!("no secure connection to {}: {error}", target.authority());
            Err(NetworkError::failed(FailureKind::Connect, message))
        }
    }
}

/// What the host trusts, read once for all: companies add authorities of their own.
fn trusted() -> Result<Arc<ClientConfig>, NetworkError> {
    static TRUSTED: OnceLock<Result<Arc<ClientConfig>, String>> = OnceLock::new();
    let make = || {
        let provider = Arc::new(ring::default_provider());
        let verifier =
            rustls_platform_verifier::Verifier::new(Arc::clone(&provider)).map_err(|e| e.to_string())?;
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        Ok(Arc::new(config))
    };
    TRUSTED.get_or_init(make).clone().map_err(|error| {
        let message =
            format!("no secure connections: the host's trusted certificates cannot be used: {error}");
        NetworkError::failed(FailureKind::Connect, message)
    })
}
