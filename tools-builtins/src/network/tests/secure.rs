//! A server with certificates of its own, and a way to it.

use std::{
    io,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ClientConfig, RootCertStore, ServerConfig, crypto::ring, pki_types::PrivateKeyDer},
    server::TlsStream,
};
use tools_core::BoxFuture;

use super::support::Answers;
use crate::network::{
    Network, NetworkBuilder,
    connect::{Dial, Stream},
};

/// An authority that only these tests believe.
pub(super) struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub(super) fn new() -> Self {
        Authority::named("authority")
    }

    pub(super) fn named(name: &str) -> Self {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Authority(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    /// A server's settings, with a certificate for these names and addresses.
    pub(super) fn server(
        &self,
        names: &[&str],
        change: impl FnOnce(&mut CertificateParams),
    ) -> Arc<ServerConfig> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut params = CertificateParams::new(names).unwrap();
        change(&mut params);
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.0).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                vec![certificate.der().clone()],
                PrivateKeyDer::Pkcs8(key.serialize_der().into()),
            );
        Arc::new(config.unwrap())
    }

    /// A client's settings that believe this authority and no other.
    pub(super) fn client(&self) -> Arc<ClientConfig> {
        let mut roots = RootCertStore::empty();
        roots.add(self.0.der().clone()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        Arc::new(config)
    }
}

/// How a connection ends after the bytes of the answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// With TLS's own word for the end, close_notify.
    Told,
    /// As somebody in between would cut it.
    Cut,
    /// Not at all.
    Held,
}

/// Gives every connection the same answer, over TLS.
pub(super) struct Secure {
    pub(super) address: SocketAddr,
    /// The name that each client asked for.
    names: Arc<Mutex<Vec<Option<String>>>>,
    /// The heads of all requests.
    seen: Arc<Mutex<Vec<String>>>,
    task: JoinHandle<()>,
}

impl Secure {
    pub(super) async fn start(config: Arc<ServerConfig>, answer: &str, end: End) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let names: Arc<Mutex<Vec<Option<String>>>> = Arc::default();
        let seen: Arc<Mutex<Vec<String>>> = Arc::default();
        let (asked, heads) = (Arc::clone(&names), Arc::clone(&seen));
        let (answer, acceptor) = (answer.to_owned(), TlsAcceptor::from(config));
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let Ok(stream) = acceptor.accept(stream).await else { continue };
                asked.lock().unwrap().push(stream.get_ref().1.server_name().map(str::to_owned));
                let _ = serve(stream, &heads, &answer, end).await;
            }
        });
        Secure { address, names, seen, task }
    }

    pub(super) fn names(&self) -> Vec<Option<String>> {
        self.names.lock().unwrap().clone()
    }

    pub(super) fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }

    /// A network whose connections to port 443 end here, whatever their address.
    pub(super) fn network(&self) -> NetworkBuilder {
        Network::builder()
            .resolver(Answers::one("93.184.216.34"))
            .dial(ByPort { plain: None, secure: self.address })
    }
}

impl Drop for Secure {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    mut stream: TlsStream<TcpStream>,
    seen: &Mutex<Vec<String>>,
    answer: &str,
    end: End,
) -> io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    seen.lock().unwrap().push(String::from_utf8_lossy(&head).into_owned());
    stream.write_all(answer.as_bytes()).await?;
    stream.flush().await?;
    match end {
        End::Told => stream.shutdown().await,
        End::Cut => stream.get_mut().0.shutdown().await,
        End::Held => stream.read_to_end(&mut head).await.map(drop),
    }
}

/// Port 443 leads to one server, every other one to another.
pub(super) struct ByPort {
    pub(super) plain: Option<SocketAddr>,
    pub(super) secure: SocketAddr,
}

impl Dial for ByPort {
    fn dial(&self, at: SocketAddr) -> BoxFuture<'_, io::Result<Box<dyn Stream>>> {
        let to = if at.port() == 443 { Some(self.secure) } else { self.plain };
        Box::pin(async move {
            let to = to.ok_or(io::ErrorKind::ConnectionRefused)?;
            Ok(Box::new(TcpStream::connect(to).await?) as Box<dyn Stream>)
        })
    }
}
