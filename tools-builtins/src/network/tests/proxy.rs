//! Proxies: none, unless the application says so; then those of the environment.

use std::{io, net::SocketAddr, process::Stdio, time::Duration};

use hyper_util::client::proxy::matcher::Matcher;
use tokio::{net::TcpStream, process::Command, time::Instant};
use tools_core::BoxFuture;

use super::{
    secure::{Authority, End, Secure},
    support::{Answers, Dialled, Server, Step, answer, page, redirect, send},
};
use crate::network::{
    FailureKind, Network, NetworkBuilder, NetworkError, Rule,
    connect::{Dial, Stream},
};

/// Base64 of `us er:p@ss`.
const LOGIN: &str = "proxy-authorization: Basic dXMgZXI6cEBzcw==\r\n";
const HELLO: &str = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const OPEN: &str = "HTTP/1.1 200 Connection established\r\n\r\n";

/// Connections to loopback go there, as those to the proxy do; all others end at
/// the server for what is public, which has no TLS.
struct ToProxy {
    public: SocketAddr,
    dialled: Dialled,
}

impl Dial for ToProxy {
    fn dial(&self, at: SocketAddr) -> BoxFuture<'_, io::Result<Box<dyn Stream>>> {
        self.dialled.add(at);
        let to = if at.ip().is_loopback() { at } else { self.public };
        Box::pin(async move {
            match at.port() {
                443 => Err(io::ErrorKind::ConnectionRefused.into()),
                _ => Ok(Box::new(TcpStream::connect(to).await?) as Box<dyn Stream>),
            }
        })
    }
}

/// A network, the lookups that it makes and what it connects to.
fn direct(public: SocketAddr) -> (NetworkBuilder, Answers, Dialled) {
    let (answers, dialled) = (Answers::one("93.184.216.34"), Dialled::default());
    let dial = ToProxy { public, dialled: dialled.clone() };
    (Network::builder().resolver(answers.clone()).dial(dial), answers, dialled)
}

/// One whose every request goes to a proxy, with a login, but for these hosts.
fn through(proxy: &Server, no: &str) -> (NetworkBuilder, Answers, Dialled) {
    let url = format!("http://us%20er:p%40ss@{}", proxy.address);
    let (builder, answers, dialled) = direct(proxy.address);
    (builder.proxies(Matcher::builder().all(url).no(no).build()), answers, dialled)
}

async fn fetch(network: &Network, url: &str) -> Result<Vec<u8>, NetworkError> {
    network.get(url).redirects(4).header("x-key", "secret").send().await?.bytes().await
}

// proves NET-14
#[tokio::test]
async fn a_proxy_is_told_the_whole_url() {
    let proxy = Server::always(page("text/plain", "hello")).await;
    let (builder, answers, dialled) = through(&proxy, "");
    let network = builder.build().unwrap();
    for (url, whole, host) in [
        ("http://Example.com./a b?c#d", "http://example.com/a%20b?c", "example.com"),
        ("http://example.com//a", "http://example.com//a", "example.com"),
        ("http://[2606:2800::1]/", "http://[2606:2800::1]/", "[2606:2800::1]"),
    ] {
        assert_eq!(fetch(&network, url).await.unwrap(), b"hello");
        let head = proxy.seen().pop().unwrap();
        assert!(head.starts_with(&format!("GET {whole} HTTP/1.1\r\n")), "{head:?}");
        assert!(head.contains(&format!("host: {host}\r\n")) && head.contains(LOGIN), "{head:?}");
    }
    assert_eq!(answers.asked(), 0, "the proxy looks names up");
    assert!(dialled.all().iter().all(|at| *at == proxy.address));
}

// proves NET-14
#[tokio::test]
async fn a_tunnel_is_told_the_host_alone() {
    let authority = Authority::new();
    let config = authority.server(&["example.com", "2606:2800::1"], |_| {});
    let server = Secure::start(config, HELLO, End::Told).await;
    let proxy = Server::always(vec![send(OPEN), Step::Tunnel(server.address)]).await;
    let (builder, answers, dialled) = through(&proxy, "");
    let network = builder.tls(authority.client()).build().unwrap();
    for (url, host) in
        [("https://Example.com./a?b#c", "example.com"), ("https://[2606:2800::1]/a?b", "[2606:2800::1]")]
    {
        assert_eq!(fetch(&network, url).await.unwrap(), b"hello");
        let asked = format!("CONNECT {host}:443 HTTP/1.1\r\nhost: {host}:443\r\n{LOGIN}\r\n");
        assert_eq!(proxy.seen().pop().unwrap(), asked);
        let head = server.seen().pop().unwrap();
        assert!(head.starts_with("GET /a?b HTTP/1.1\r\n") && head.contains("x-key: secret\r\n"), "{head:?}");
        assert!(!head.to_lowercase().contains("proxy-"), "{head:?}");
    }
    assert_eq!(server.names(), [Some("example.com".to_owned()), None]);
    assert_eq!(answers.asked(), 0);
    assert!(dialled.all().iter().all(|at| *at == proxy.address));

    // Whoever answers behind the proxy has to be the host.
    let error = fetch(&network, "https://other.example/").await.unwrap_err();
    assert_eq!(error.kind(), Some(FailureKind::Connect));
    assert!(error.to_string().contains("certificate"), "{error}");
}

// proves NET-14
#[tokio::test]
async fn the_login_stays_with_the_proxy_over_redirects() {
    let public =
        Server::in_turn(vec![redirect("302 A", "http://example.com/back"), page("text/plain", "there")])
            .await;
    let proxy = Server::start(|head| match head.contains("/back") {
        true => redirect("302 A", "http://www.direct.example/end"),
        false => redirect("302 A", "http://direct.example/"),
    })
    .await;
    let (builder, answers, dialled) = direct(public.address);
    let url = format!("http://us%20er:p%40ss@{}", proxy.address);
    let matcher = Matcher::builder().all(url).no("direct.example, 93.184.0.0/16").build();
    let network = builder.proxies(matcher).build().unwrap();
    assert_eq!(fetch(&network, "http://example.com/").await.unwrap(), b"there");
    assert!(
        proxy.seen().iter().all(|head| head.contains(LOGIN)) && proxy.seen().len() == 2,
        "{:?}",
        proxy.seen()
    );
    assert!(public.seen().iter().all(|head| !head.to_lowercase().contains("proxy-")), "{:?}", public.seen());
    assert!(public.seen()[1].starts_with("GET /end HTTP/1.1\r\n"), "{:?}", public.seen());
    assert_eq!((answers.asked(), dialled.count()), (2, 4));
    // What NO_PROXY excepts is looked up and checked here.
    let (builder, ..) = through(&proxy, "direct.example");
    let network = builder.resolver(Answers::one("10.0.0.7")).build().unwrap();
    let error = fetch(&network, "http://www.direct.example/").await.unwrap_err();
    assert!(matches!(error, NetworkError::Refused { rule: Rule::Address, .. }), "{error}");
}

// proves NET-14, NET-04, NET-09
#[tokio::test]
async fn the_rules_that_need_no_lookup_hold_through_a_proxy() {
    let refused = [
        ("http://localhost/", Rule::Name),
        ("https://nas.local/", Rule::Name),
        ("http://metadata.google.internal/", Rule::Name),
        ("http://intranet/", Rule::Name),
        ("http://127.1/", Rule::Address),
        ("https://[::ffff:10.0.0.1]/", Rule::Address),
        ("http://169.254.169.254/latest", Rule::Address),
        ("http://example.com:8080/", Rule::Port),
        ("http://user@example.com/", Rule::Credentials),
        ("http://a{b.example.com/", Rule::Form),
        ("http://blocked.example/", Rule::Application),
    ];
    for (url, wanted) in refused {
        let proxy = Server::always(redirect("302 A", url)).await;
        let (builder, _, dialled) = through(&proxy, "");
        let network = builder.block_host("blocked.example").build().unwrap();
        for (from, seen) in [(url, 0), ("http://example.com/", 1)] {
            let error = fetch(&network, from).await.unwrap_err();
            assert!(matches!(error, NetworkError::Refused { rule, .. } if rule == wanted), "{from}: {error}");
            assert_eq!((proxy.seen().len(), dialled.count()), (seen, seen), "{from}, {url}");
        }
    }
}

// proves NET-14, NET-16
#[tokio::test]
async fn a_proxy_that_does_not_serve_is_told_so() {
    use FailureKind::*;
    let headers = "X-More: y\r\n".repeat(10_000);
    let cases = [
        (
            answer("403 Forbidden", "", "no"),
            "the proxy opens no tunnel: it answers 403 Forbidden",
            HttpStatus,
        ),
        (
            answer("407 Who", "Proxy-Authenticate: Basic\r\n", ""),
            "the proxy opens no tunnel: it answers 407",
            HttpStatus,
        ),
        (
            answer("502 Bad Gateway", "", ""),
            "the proxy opens no tunnel: it answers 502 Bad Gateway",
            HttpStatus,
        ),
        (
            redirect("302 A", "http://elsewhere.example/"),
            "the proxy opens no tunnel: it answers 302",
            HttpStatus,
        ),
        (
            vec![send("HTTP/1.1 101 Switching\r\n\r\n")],
            "the proxy opens no tunnel: it answers 101",
            HttpStatus,
        ),
        (vec![send("SSH-2.0-OpenSSH\r\n\r\n")], "the proxy opens no tunnel: ", Protocol),
        (vec![send(format!("HTTP/1.1 200 OK\r\n{headers}\r\n"))], "the proxy opens no tunnel: ", TooLarge),
        (vec![], "the proxy opens no tunnel: ", Incomplete),
        (vec![send("HTTP/1.1 200 OK\r\n")], "the proxy opens no tunnel: ", Incomplete),
        (vec![send(OPEN)], "no secure connection to example.com: ", Incomplete),
    ];
    for (index, (steps, wanted, plain)) in cases.into_iter().enumerate() {
        let proxy = Server::always(steps).await;
        let network = through(&proxy, "").0.build().unwrap();
        let error = fetch(&network, "https://example.com/").await.unwrap_err();
        assert_eq!(error.kind(), Some(Connect), "case {index}: {error}");
        assert!(error.to_string().starts_with(wanted), "case {index}: {error}");
        // Without a tunnel, a proxy's answer is an answer like any other.
        if index < 9 && index != 3 {
            let error = network.get("http://example.com/").send().await.unwrap_err();
            assert_eq!(error.kind(), Some(plain), "case {index}: {error}");
        }
    }
    // Nobody listens there any more.
    let gone = Server::always(vec![]).await;
    let network = through(&gone, "").0.build().unwrap();
    drop(gone);
    for url in ["http://example.com/", "https://example.com/"] {
        let error = loop {
            // The server's task ends when the runtime comes to it.
            tokio::task::yield_now().await;
            let error = fetch(&network, url).await.unwrap_err();
            if error.to_string().contains("no connection") {
                break error;
            }
        };
        assert_eq!(error.kind(), Some(Connect));
        assert!(error.to_string().starts_with("no connection to the proxy: "), "{error}");
    }
}

// proves NET-10, NET-14
#[tokio::test(start_paused = true)]
async fn a_proxy_that_hangs_ends_at_the_deadline() {
    let drip = |text: &str| Step::Repeat(text.as_bytes().to_vec(), Duration::from_secs(1));
    let (plain, secure) = ("http://example.com/", "https://example.com/");
    let hints = drip("HTTP/1.1 103 Hints\r\n\r\n");
    let cases = [
        (vec![Step::Hold], vec![plain, secure]),
        (vec![hints], vec![plain, secure]),
        (vec![send(OPEN), Step::Hold], vec![secure]),
    ];
    for (index, (steps, urls)) in cases.into_iter().enumerate() {
        let proxy = Server::always(steps).await;
        let network = through(&proxy, "").0.tls(Authority::new().client()).build().unwrap();
        for url in urls {
            let began = Instant::now();
            let error = network.get(url).send().await.unwrap_err();
            assert_eq!(error.to_string(), "not done within 10 s", "case {index}, {url}");
            let took = began.elapsed();
            assert!((Duration::from_secs(10)..Duration::from_millis(10_010)).contains(&took), "{took:?}");
        }
    }
}

/// Reads the environment, which a test cannot change in its own process.
#[tokio::test]
async fn child_with_proxies() {
    let Ok(urls) = std::env::var("PROXY_CHILD") else { return };
    let (public, mode) = (std::env::var("PROXY_PUBLIC").unwrap(), std::env::var("PROXY_MODE").unwrap());
    let builder = direct(public.parse().unwrap()).0;
    let builder = if mode == "on" { builder.environment_proxies() } else { builder };
    match builder.build() {
        Err(error) => println!("<{error}>"),
        Ok(network) => {
            for url in urls.split(' ') {
                let came = fetch(&network, url).await.map(|body| String::from_utf8(body).unwrap());
                println!("<{}>", came.unwrap_or_else(|error| error.to_string()));
            }
        }
    }
}

/// What a process prints that asks for these URLs with these variables.
async fn child(mode: &str, public: &Server, urls: &str, variables: &[(&str, String)]) -> String {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["network::tests::proxy::child_with_proxies", "--exact", "--nocapture"]);
    child.env("PROXY_CHILD", urls).env("PROXY_MODE", mode).env("PROXY_PUBLIC", public.address.to_string());
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"] {
        child.env_remove(name).env_remove(name.to_lowercase());
    }
    child.env_remove("REQUEST_METHOD").envs(variables.iter().map(|(name, value)| (*name, value)));
    let output = child.stderr(Stdio::null()).output().await.unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    output.lines().filter_map(|line| line.split_once('<')?.1.strip_suffix('>')).collect::<Vec<_>>().join("|")
}

// proves NET-14
#[tokio::test]
async fn the_environment_is_asked_only_where_the_application_says_so() {
    let public = Server::always(page("text/plain", "direct")).await;
    let proxy = Server::start(|head| match head.starts_with("CONNECT") {
        true => answer("403 Forbidden", "", ""),
        false => page("text/plain", "proxied"),
    })
    .await;
    let both = "http://example.com/ https://example.com/";
    let url = format!("http://us%20er:p%40ss@{}", proxy.address);
    let named = |name| vec![(name, url.clone())];
    let no = |hosts: &str| vec![("ALL_PROXY", url.clone()), ("NO_PROXY", hosts.to_owned())];
    let tunnel = "the proxy opens no tunnel: it answers 403 Forbidden";
    let alone = "no connection to example.com: connection refused";
    let cases = [
        ("off", both, named("ALL_PROXY"), "direct", alone),
        ("off", both, named("http_proxy"), "direct", alone),
        ("on", both, vec![], "direct", alone),
        ("on", both, vec![("ALL_PROXY", String::new())], "direct", alone),
        ("on", both, named("ALL_PROXY"), "proxied", tunnel),
        ("on", both, named("all_proxy"), "proxied", tunnel),
        ("on", both, named("http_proxy"), "proxied", alone),
        ("on", both, named("HTTP_PROXY"), "proxied", alone),
        ("on", both, named("HTTPS_PROXY"), "direct", tunnel),
        ("on", both, vec![("ALL_PROXY", proxy.address.to_string())], "proxied", tunnel),
        ("on", both, no("example.com"), "direct", alone),
        ("on", both, no("other.example, .com"), "direct", alone),
        ("on", both, no("*"), "direct", alone),
        ("on", both, no("ample.com"), "proxied", tunnel),
        ("on", "http://93.184.216.34/ http://93.184.216.35/", no("93.184.216.34"), "direct", "proxied"),
        // A program behind a web server gets HTTP_PROXY from a request's header `Proxy`.
        (
            "on",
            both,
            [named("HTTP_PROXY"), vec![("REQUEST_METHOD", "GET".to_owned())]].concat(),
            "direct",
            alone,
        ),
    ];
    for (mode, urls, variables, first, second) in cases {
        let printed = child(mode, &public, urls, &variables).await;
        let names: Vec<_> = variables.iter().map(|it| it.0).collect();
        let came = printed.split_once('|').unwrap_or_default();
        assert!(came.0 == first && came.1.starts_with(second), "{mode} {names:?}: {printed}");
    }
    assert!(public.seen().iter().all(|head| !head.to_lowercase().contains("proxy-")), "{:?}", public.seen());
}

// proves NET-14
#[tokio::test]
async fn a_proxy_that_cannot_be_used_is_told_when_the_network_is_built() {
    let public = Server::always(page("text/plain", "direct")).await;
    let wrong =
        |name: &str| format!("`{name}` names no http proxy: write one such as `http://proxy.example:3128`");
    let good = || ("HTTP_PROXY", format!("http://{}", public.address));
    for bad in [
        "socks5://u:secret@127.0.0.1:1",
        "https://127.0.0.1:1",
        "ftp://127.0.0.1",
        "http://u:secret@a@b",
        "a b",
    ] {
        for (variables, wanted) in [
            (vec![("ALL_PROXY", bad.to_owned())], wrong("ALL_PROXY")),
            (vec![("https_proxy", bad.to_owned())], wrong("https_proxy")),
            (vec![good(), ("ALL_PROXY", bad.to_owned())], wrong("ALL_PROXY")),
            (
                vec![("HTTP_PROXY", bad.to_owned()), ("HTTPS_PROXY", bad.to_owned())],
                format!("{}; {}", wrong("HTTP_PROXY"), wrong("HTTPS_PROXY")),
            ),
            // Not asked for.
            (vec![good(), ("HTTPS_PROXY", good().1), ("ALL_PROXY", bad.to_owned())], "direct".into()),
        ] {
            let printed = child("on", &public, "http://example.com/", &variables).await;
            assert_eq!(printed, wanted, "{variables:?}");
        }
    }
    assert_eq!(
        child("off", &public, "http://example.com/", &[("ALL_PROXY", "socks5://x".into())]).await,
        "direct"
    );
}
