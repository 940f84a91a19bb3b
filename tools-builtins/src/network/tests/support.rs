//! A server on loopback that does as told, and a way there that counts.

use std::{
    collections::VecDeque,
    io,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};
use tools_core::BoxFuture;

use crate::network::{
    Network, NetworkBuilder, Resolver,
    connect::{Dial, Stream},
};

/// What the server does with one connection after it has read a request.
#[derive(Clone)]
pub(crate) enum Step {
    Send(Vec<u8>),
    Wait(Duration),
    /// The same again and again, until nobody reads.
    Repeat(Vec<u8>, Duration),
    /// Keeps the connection open and says nothing.
    Hold,
    /// Passes on whatever comes, there and back.
    Tunnel(SocketAddr),
}

pub(crate) fn send(text: impl AsRef<[u8]>) -> Step {
    Step::Send(text.as_ref().to_vec())
}

/// A whole answer with its length.
pub(crate) fn answer(status: &str, headers: &str, body: impl AsRef<[u8]>) -> Vec<Step> {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
    vec![send(head), send(body)]
}

pub(crate) fn page(content_type: &str, body: impl AsRef<[u8]>) -> Vec<Step> {
    answer("200 OK", &format!("Content-Type: {content_type}\r\n"), body)
}

pub(crate) fn redirect(status: &str, location: &str) -> Vec<Step> {
    answer(status, &format!("Location: {location}\r\n"), "")
}

type Script = dyn Fn(&str) -> Vec<Step> + Send + Sync;

/// Answers each connection as the script says for the request's head.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    seen: Arc<Mutex<Vec<String>>>,
    /// Connections that the other side has closed.
    closed: Arc<AtomicUsize>,
    task: tokio::task::JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start(script: impl Fn(&str) -> Vec<Step> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (seen, closed) = (Arc::default(), Arc::default());
        let (heads, ended, script): (Arc<Mutex<Vec<String>>>, Arc<AtomicUsize>, Arc<Script>) =
            (Arc::clone(&seen), Arc::clone(&closed), Arc::new(script));
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (heads, ended, script) = (Arc::clone(&heads), Arc::clone(&ended), Arc::clone(&script));
                tokio::spawn(async move {
                    let _ = serve(stream, &heads, &*script).await;
                    ended.fetch_add(1, Ordering::SeqCst);
                });
            }
        });
        Server { address, seen, closed, task }
    }

    /// Answers the first connection with the first of these, and so on.
    pub(crate) async fn in_turn(answers: Vec<Vec<Step>>) -> Self {
        let answers = Mutex::new(VecDeque::from(answers));
        Server::start(move |_| answers.lock().unwrap().pop_front().unwrap_or_default()).await
    }

    /// Everybody's answer.
    pub(crate) async fn always(steps: Vec<Step>) -> Self {
        Server::start(move |_| steps.clone()).await
    }

    /// The heads of all requests so far.
    pub(crate) fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }

    pub(crate) fn closed(&self) -> usize {
        self.closed.load(Ordering::SeqCst)
    }

    /// A network that takes every connection here, whatever its address, and
    /// counts it; names are `example.com`'s public address.
    pub(crate) fn network(&self) -> (NetworkBuilder, Dialled) {
        let dialled = Dialled::default();
        let dial = Detour { to: self.address, dialled: dialled.clone() };
        (Network::builder().resolver(Answers::one("93.184.216.34")).dial(dial), dialled)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, heads: &Mutex<Vec<String>>, script: &Script) -> io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let steps = script(&head);
    heads.lock().unwrap().push(head);
    for step in steps {
        match step {
            Step::Send(bytes) => stream.write_all(&bytes).await?,
            Step::Wait(time) => tokio::time::sleep(time).await,
            Step::Repeat(bytes, pause) => loop {
                stream.write_all(&bytes).await?;
                if pause.is_zero() {
                    tokio::task::yield_now().await;
                } else {
                    tokio::time::sleep(pause).await;
                }
            },
            Step::Hold => {
                // Ends when the other side closes.
                let mut rest = Vec::new();
                stream.read_to_end(&mut rest).await?;
            }
            Step::Tunnel(to) => {
                let mut to = TcpStream::connect(to).await?;
                tokio::io::copy_bidirectional(&mut stream, &mut to).await?;
            }
        }
    }
    stream.shutdown().await
}

/// The addresses to which connections were opened.
#[derive(Clone, Default)]
pub(crate) struct Dialled(Arc<Mutex<Vec<SocketAddr>>>);

impl Dialled {
    pub(super) fn add(&self, at: SocketAddr) {
        self.0.lock().unwrap().push(at);
    }

    pub(crate) fn all(&self) -> Vec<SocketAddr> {
        self.0.lock().unwrap().clone()
    }

    pub(crate) fn count(&self) -> usize {
        self.0.lock().unwrap().len()
    }
}

/// Takes every connection to one server.
struct Detour {
    to: SocketAddr,
    dialled: Dialled,
}

impl Dial for Detour {
    fn dial(&self, at: SocketAddr) -> BoxFuture<'_, io::Result<Box<dyn Stream>>> {
        self.dialled.add(at);
        Box::pin(async { Ok(Box::new(TcpStream::connect(self.to).await?) as Box<dyn Stream>) })
    }
}

/// Refuses every connection, and counts it.
pub(super) struct Nowhere(pub(super) Dialled);

impl Dial for Nowhere {
    fn dial(&self, at: SocketAddr) -> BoxFuture<'_, io::Result<Box<dyn Stream>>> {
        self.0.add(at);
        Box::pin(async { Err(io::ErrorKind::ConnectionRefused.into()) })
    }
}

/// A network whose names all have one public address, and where every connection
/// is refused and counted.
pub(crate) fn nowhere() -> (Network, Answers, Dialled) {
    let (answers, dialled) = (Answers::one("93.184.216.34"), Dialled::default());
    let network =
        Network::builder().resolver(answers.clone()).dial(Nowhere(dialled.clone())).build().unwrap();
    (network, answers, dialled)
}

/// A resolver that gives the first answer to the first question, and so on; the
/// last one for ever.
#[derive(Clone, Default)]
pub(crate) struct Answers {
    each: Arc<Vec<Vec<IpAddr>>>,
    asked: Arc<AtomicUsize>,
}

impl Answers {
    pub(crate) fn one(address: &str) -> Self {
        Answers::of(&[&[address]])
    }

    pub(crate) fn of(each: &[&[&str]]) -> Self {
        let each = each.iter().map(|all| all.iter().map(|one| one.parse().unwrap()).collect()).collect();
        Answers { each: Arc::new(each), asked: Arc::default() }
    }

    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Resolver for Answers {
    fn resolve<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        let turn = self.asked.fetch_add(1, Ordering::SeqCst);
        let answer = self.each.get(turn).or(self.each.last()).cloned().unwrap_or_default();
        Box::pin(async { Ok(answer) })
    }
}
