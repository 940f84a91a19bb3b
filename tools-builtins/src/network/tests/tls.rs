//! https: whose certificate is believed, and how a body ends inside of TLS.

use std::{sync::Arc, time::Duration};

use rcgen::date_time_ymd;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
    time::Instant,
};

use super::{
    secure::{Authority, ByPort, End, Secure},
    support::{Answers, Server, Step, redirect, send},
};
use crate::network::{FailureKind, Network, NetworkError};

const HELLO: &str = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

async fn fetch(network: &Network, url: &str) -> Result<Vec<u8>, NetworkError> {
    network.get(url).redirects(4).send().await?.bytes().await
}

// proves NET-05
#[tokio::test]
async fn the_server_is_asked_for_by_the_name_in_the_url() {
    let authority = Authority::new();
    let config = authority.server(&["example.com", "xn--fa-hia.de", "my_host.example.com"], |_| {});
    let server = Secure::start(config, HELLO, End::Told).await;
    let network = server.network().tls(authority.client()).build().unwrap();
    for (url, name) in [
        ("https://example.com/", "example.com"),
        ("https://EXAMPLE.com./a?b", "example.com"),
        ("https://example.com:443/", "example.com"),
        ("https://faß.de/", "xn--fa-hia.de"),
        ("https://my_host.example.com/", "my_host.example.com"),
    ] {
        assert_eq!(fetch(&network, url).await.unwrap(), b"hello", "{url}");
        assert_eq!(server.names().last().unwrap().as_deref(), Some(name), "{url}");
    }
}

// proves NET-05
#[tokio::test]
async fn a_certificate_for_an_address_is_one_for_that_address() {
    let v6 = "2606:2800:220:1:248:1893:25c8:1946";
    let authority = Authority::new();
    let config = authority.server(&["93.184.216.34", v6], |_| {});
    let server = Secure::start(config, HELLO, End::Told).await;
    let network = server.network().tls(authority.client()).build().unwrap();
    for url in
        ["https://93.184.216.34/".to_owned(), format!("https://[{v6}]/"), "https://0x5db8d822/".to_owned()]
    {
        assert_eq!(fetch(&network, &url).await.unwrap(), b"hello", "{url}");
        assert_eq!(server.names().last().unwrap().as_deref(), None, "an address is no server name: {url}");
    }
    for url in ["https://93.184.216.35/", "https://[2606:2800::1]/", "https://example.com/"] {
        let error = fetch(&network, url).await.unwrap_err();
        assert_eq!(error.kind(), Some(FailureKind::Connect), "{url}: {error}");
    }
}

// proves NET-16
#[tokio::test]
async fn a_certificate_that_is_not_believed_is_told_as_one() {
    let authority = Authority::new();
    let (right, stranger, impostor) = (["example.com"], Authority::named("stranger"), Authority::new());
    let cases = [
        ("of another name", authority.server(&["other.example"], |_| {}), "not valid for name"),
        ("of a name above", authority.server(&["com"], |_| {}), "not valid for name"),
        (
            "expired",
            authority.server(&right, |params| {
                (params.not_before, params.not_after) =
                    (date_time_ymd(2001, 1, 1), date_time_ymd(2001, 2, 1));
            }),
            "expired",
        ),
        (
            "not yet valid",
            authority.server(&right, |params| {
                (params.not_before, params.not_after) =
                    (date_time_ymd(4000, 1, 1), date_time_ymd(4001, 1, 1));
            }),
            "not valid yet",
        ),
        ("of an unknown authority", stranger.server(&right, |_| {}), "UnknownIssuer"),
        ("of an unknown authority with a known name", impostor.server(&right, |_| {}), "BadSignature"),
    ];
    for (case, config, why) in cases {
        let server = Secure::start(config, HELLO, End::Told).await;
        let network = server.network().tls(authority.client()).build().unwrap();
        let error = fetch(&network, "https://example.com/").await.unwrap_err();
        assert_eq!(error.kind(), Some(FailureKind::Connect), "{case}: {error}");
        let message = error.to_string();
        assert!(message.starts_with("no secure connection to example.com: "), "{case}: {message}");
        assert!(message.contains("certificate") && message.contains(why), "{case}: {message}");
        let json = error.at("/url").to_json();
        assert_eq!(
            (&json["code"], &json["details"]["kind"]),
            (&"failed".into(), &"connect".into()),
            "{case}"
        );
        assert!(server.names().is_empty(), "no request is made: {case}");
    }
}

// proves NET-16
#[tokio::test]
async fn what_the_host_trusts_does_not_hold_our_authority() {
    let server = Secure::start(Authority::new().server(&["example.com"], |_| {}), HELLO, End::Told).await;
    let network = server.network().build().unwrap();
    let error = fetch(&network, "https://example.com/").await.unwrap_err();
    assert_eq!(error.kind(), Some(FailureKind::Connect), "{error}");
    assert!(error.to_string().contains("certificate"), "{error}");
    assert!(server.names().is_empty());
}

// proves NET-16
#[tokio::test]
async fn a_server_without_tls_is_no_secure_one() {
    let server = Server::always(vec![send(HELLO)]).await;
    let plain = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = plain.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = plain.accept().await {
            let _ = stream.write_all(HELLO.as_bytes()).await;
        }
    });
    let secure = Network::builder().resolver(Answers::one("93.184.216.34"));
    let network = secure.dial(ByPort { plain: Some(server.address), secure: address }).build().unwrap();
    let error = fetch(&network, "https://example.com/").await.unwrap_err();
    assert_eq!(error.kind(), Some(FailureKind::Connect), "{error}");
    assert!(server.seen().is_empty(), "it is not tried without");
}

// proves NET-09
#[tokio::test]
async fn a_redirect_goes_up_to_https_and_never_down() {
    let authority = Authority::new();
    let config = authority.server(&["example.com", "other.example"], |_| {});
    let plain = Server::always(redirect("302 Found", "https://other.example/")).await;
    for (location, passes) in [
        ("http://example.com/", false),
        ("http://other.example/", false),
        ("HTTP://93.184.216.34:80/", false),
        ("//other.example/", true),
        ("/b", true),
        ("https://other.example:443/", true),
    ] {
        let answer = format!("HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n");
        let server = Secure::start(Arc::clone(&config), &answer, End::Told).await;
        let dial = ByPort { plain: Some(plain.address), secure: server.address };
        let network = server.network().dial(dial).tls(authority.client()).build().unwrap();
        let error = network.get("https://example.com/").redirects(1).send().await.unwrap_err();
        assert_eq!(error.kind(), Some(FailureKind::Redirect), "{location}: {error}");
        let wanted = match passes {
            true => "more than 1 redirects",
            false => "example.com redirects from https to http",
        };
        assert_eq!(error.to_string(), wanted, "{location}");
        assert_eq!(server.names().len(), if passes { 2 } else { 1 }, "{location}");
        assert!(plain.seen().is_empty(), "{location}");
    }
    let server = Secure::start(config, HELLO, End::Told).await;
    let dial = ByPort { plain: Some(plain.address), secure: server.address };
    let network = server.network().dial(dial).tls(authority.client()).build().unwrap();
    assert_eq!(fetch(&network, "http://example.com/").await.unwrap(), b"hello");
    assert_eq!(server.names(), [Some("other.example".to_owned())]);
}

// proves NET-10
#[tokio::test(start_paused = true)]
async fn a_handshake_ends_at_the_deadline() {
    // A ServerHello of 16 KiB that never comes, and one that comes by the byte.
    let begun = || send([0x16, 3, 3, 0x40, 0, 2, 0, 0x3f, 0xfc]);
    let drip = || Step::Repeat(vec![3], Duration::from_secs(1));
    for (case, steps) in
        [vec![Step::Hold], vec![begun(), Step::Hold], vec![begun(), drip()]].into_iter().enumerate()
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            for step in steps {
                match step {
                    Step::Send(bytes) => stream.write_all(&bytes).await.unwrap(),
                    Step::Repeat(bytes, pause) => {
                        while stream.write_all(&bytes).await.is_ok() {
                            tokio::time::sleep(pause).await;
                        }
                    }
                    _ => drop(stream.read_to_end(&mut Vec::new()).await),
                }
            }
        });
        let network = Network::builder().resolver(Answers::one("93.184.216.34"));
        let network = network.dial(ByPort { plain: None, secure: address }).tls(Authority::new().client());
        let began = Instant::now();
        let error = fetch(&network.build().unwrap(), "https://example.com/").await.unwrap_err();
        assert_eq!(error.to_string(), "not done within 10 s", "case {case}");
        assert_eq!(error.kind(), Some(FailureKind::Timeout));
        let took = began.elapsed();
        assert!(
            (Duration::from_secs(10)..Duration::from_millis(10_010)).contains(&took),
            "case {case}: {took:?}"
        );
        server.await.unwrap();
    }
}

// proves NET-10
#[tokio::test(start_paused = true)]
async fn a_body_inside_of_tls_ends_at_the_deadline() {
    let authority = Authority::new();
    let config = authority.server(&["example.com"], |_| {});
    for answer in [
        "",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\n\r\nsome",
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsome",
    ] {
        let server = Secure::start(Arc::clone(&config), answer, End::Held).await;
        let network = server.network().tls(authority.client()).build().unwrap();
        let error = fetch(&network, "https://example.com/").await.unwrap_err();
        assert_eq!(error.to_string(), "not done within 10 s", "{answer:?}");
    }
}

// proves NET-13
#[tokio::test]
async fn a_body_up_to_the_end_is_whole_only_where_the_end_is_told() {
    let authority = Authority::new();
    let config = authority.server(&["example.com"], |_| {});
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n";
    let whole_chunked = format!("{chunked}0\r\n\r\n");
    let cases: [(&str, End, bool); 9] = [
        ("HTTP/1.1 200 OK\r\n\r\nhello", End::Told, true),
        ("HTTP/1.1 200 OK\r\n\r\nhello", End::Cut, false),
        ("HTTP/1.0 200 OK\r\n\r\nhello", End::Cut, false),
        (HELLO, End::Told, true),
        (HELLO, End::Cut, true),
        (HELLO, End::Held, true),
        (&whole_chunked, End::Cut, true),
        (chunked, End::Told, false),
        (chunked, End::Cut, false),
    ];
    for (answer, end, whole) in cases {
        let server = Secure::start(Arc::clone(&config), answer, end).await;
        let network = server.network().tls(authority.client()).build().unwrap();
        match fetch(&network, "https://example.com/").await {
            Ok(body) => assert!(whole && body == b"hello", "{answer:?}"),
            Err(error) => {
                assert!(!whole, "{answer:?}: {error}");
                assert_eq!(error.kind(), Some(FailureKind::Incomplete), "{answer:?}: {error}");
            }
        }
    }
}

// proves NET-12
#[test]
fn tls_holds_little_beside_the_limit() {
    // The server's own memory is counted for another thread.
    let there = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let here = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let authority = Authority::new();
    let config = authority.server(&["example.com"], |_| {});
    let limit = 1_000_000;
    for (size, passes) in [(limit, true), (3 * limit, false)] {
        let answer = format!("HTTP/1.1 200 OK\r\n\r\n{}", "x".repeat(size));
        let server = there.block_on(Secure::start(Arc::clone(&config), &answer, End::Told));
        let network = server.network().tls(authority.client()).build().unwrap();
        let mut came = None;
        let counted = allocation_counter::measure(|| {
            came = Some(here.block_on(fetch(&network, "https://example.com/")).map(|body| body.len()));
        });
        match came.unwrap() {
            Ok(bytes) => assert!(passes && bytes == limit, "{size}: {bytes}"),
            Err(error) => assert!(!passes && error.kind() == Some(FailureKind::TooLarge), "{size}: {error}"),
        }
        let more = counted.bytes_max - limit as u64;
        assert!(more <= 256 * 1024, "{size}: {more} bytes beside the limit");
        println!("{size}: {more} bytes beside the limit");
    }
}
