//! Answers that lie about where they end, and requests that would.

use std::{io::Write as _, time::Duration};

use flate2::{Compression, write::GzEncoder};

use super::support::{Server, Step, nowhere, page, send};
use crate::network::{FailureKind, Network, NetworkError, Rule};

async fn fetch(network: &Network) -> Result<Vec<u8>, NetworkError> {
    network.get("http://example.com/").send().await?.bytes().await
}

async fn from(answer: impl AsRef<[u8]>) -> Result<Vec<u8>, NetworkError> {
    let server = Server::always(vec![send(answer)]).await;
    fetch(&server.network().0.build().unwrap()).await
}

// proves NET-13, NET-16
#[tokio::test]
async fn a_body_ends_where_http_says() {
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n";
    let hello = "5\r\nhello\r\n0\r\n\r\n";
    let ok = "HTTP/1.1 200 OK\r\n";
    let whole = [
        // RFC 9112 §6.3: of the two, Transfer-Encoding counts.
        format!("{chunked}Content-Length: 3\r\n\r\n{hello}"),
        format!("{ok}Content-Length: 300\r\nTransfer-Encoding: chunked\r\n\r\n{hello}"),
        format!("{ok}Transfer-Encoding: Chunked\r\n\r\n{hello}"),
        format!("{chunked}\r\n5;name=\"value\"\r\nhello\r\n0\r\nX-Trailer: y\r\n\r\n"),
        format!("{chunked}\r\n0000005\r\nhello\r\n0\r\n\r\n"),
        // What stands behind the end is not the body's.
        format!("{ok}Content-Length: 5\r\n\r\nhello, and more"),
        format!("{chunked}\r\n{hello}HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"),
        format!("{ok}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello"),
        format!("{ok}Content-Length: 5, 5\r\n\r\nhello"),
        // RFC 9110 §15.2: what comes before the answer is passed over.
        format!("HTTP/1.1 100 Continue\r\n\r\n{ok}Content-Length: 5\r\n\r\nhello"),
        format!(
            "{}{ok}Content-Length: 5\r\n\r\nhello",
            "HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n".repeat(50)
        ),
        "HTTP/1.0 200 OK\r\n\r\nhello".to_owned(),
        "HTTP/1.0 200 OK\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello, and more".to_owned(),
        "HTTP/1.1 205 \r\nContent-Length: 5\r\n\r\nhello".to_owned(),
        "HTTP/1.1 200\nContent-Length: 5\n\nhello".to_owned(),
        format!("\r\n{ok}Content-Length: 5\r\n\r\nhello"),
    ];
    for answer in whole {
        match from(&answer).await {
            Ok(body) => assert_eq!(body, b"hello", "{answer:?}"),
            Err(error) => panic!("{answer:?}: {error}"),
        }
    }
    // RFC 9110 §15.3.5: no body, whatever is announced.
    for headers in ["Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\nhello", "\r\nhello"]
    {
        assert_eq!(from(format!("HTTP/1.1 204 None\r\n{headers}")).await.unwrap(), b"", "{headers:?}");
    }
}

// proves NET-13, NET-16
#[tokio::test]
async fn a_body_whose_end_is_not_known_is_none() {
    use FailureKind::*;
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    let ok = "HTTP/1.1 200 OK\r\n";
    let hello = "5\r\nhello\r\n0\r\n\r\n";
    let cases = [
        // Codings of the transfer that were not asked for; what is under them is no text.
        (format!("{ok}Transfer-Encoding: gzip, chunked\r\n\r\n{hello}"), Protocol),
        (format!("{ok}Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n{hello}"), Protocol),
        (format!("{ok}Transfer-Encoding: gzip\r\n\r\nhello"), Protocol),
        (format!("{ok}Transfer-Encoding: identity\r\nContent-Length: 9\r\n\r\nhello"), Protocol),
        (format!("{ok}Transfer-Encoding: chunked, chunked\r\n\r\n{hello}"), Protocol),
        (format!("{ok}Transfer-Encoding: xchunked\r\n\r\n{hello}"), Protocol),
        (format!("{ok}Transfer-Encoding:\r\nContent-Length: 9\r\n\r\nhello"), Protocol),
        ("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello".to_owned(), Protocol),
        (format!("{ok}Content-Length: +5\r\n\r\nhello"), Protocol),
        (format!("{ok}Content-Length: 0x5\r\n\r\nhello"), Protocol),
        (format!("{ok}Content-Length: 5, 6\r\n\r\nhello"), Protocol),
        (format!("{ok}Content-Length: 18446744073709551616\r\n\r\nhello"), Protocol),
        (format!("{ok}Content-Length: 18446744073709551615\r\n\r\nhello"), TooLarge),
        (format!("{ok}Content-Length: 18446744073709551613\r\n\r\nhello"), TooLarge),
        (format!("{chunked}hello"), Protocol),
        (format!("{chunked}-5\r\nhello\r\n0\r\n\r\n"), Protocol),
        (format!("{chunked}5 5\r\nhello\r\n0\r\n\r\n"), Protocol),
        (format!("{chunked}10000000000000005\r\nhello\r\n0\r\n\r\n"), Protocol),
        (format!("{chunked}5\r\nhello, and more\r\n0\r\n\r\n"), Protocol),
        (format!("{chunked}5\r\nhello\r\n0\r\n"), Incomplete),
        (format!("{chunked}FFFFFFFFFFFFFFFF\r\nhello"), Incomplete),
        (format!("{ok}Content-Length : 5\r\n\r\nhello"), Protocol),
        (format!("{ok}X-A: b\r\n folded\r\nContent-Length: 5\r\n\r\nhello"), Protocol),
        (format!("{ok}X-A: \0\r\nContent-Length: 5\r\n\r\nhello"), Protocol),
        ("HTTP/2.0 200 OK\r\nContent-Length: 5\r\n\r\nhello".to_owned(), Protocol),
        ("HTTP/0.9 200 OK\r\nContent-Length: 5\r\n\r\nhello".to_owned(), Protocol),
        ("HTTP/1.1 099 OK\r\nContent-Length: 5\r\n\r\nhello".to_owned(), Protocol),
        ("HTTP/1.1 2000 OK\r\nContent-Length: 5\r\n\r\nhello".to_owned(), Protocol),
        ("HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\nhello".to_owned(), HttpStatus),
        ("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nhello".to_owned(), HttpStatus),
        ("HTTP/1.1 999 Odd\r\nContent-Length: 5\r\n\r\nhello".to_owned(), HttpStatus),
        ("HTTP/1.1 100 Continue\r\n\r\n".to_owned(), Incomplete),
    ];
    let mut wrong = Vec::new();
    for (answer, wanted) in cases {
        match from(&answer).await {
            Err(error) if error.kind() == Some(wanted) => {}
            other => wrong.push(format!("{answer:?}: {other:?}, wanted {wanted:?}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

// proves NET-12
#[tokio::test]
async fn headers_have_limits() {
    let many = |count: usize| format!("HTTP/1.1 200 OK\r\n{}\r\nhello", "X-Many: y\r\n".repeat(count));
    let long = |size: usize| format!("HTTP/1.1 200 OK\r\nX-Long: {}\r\n\r\nhello", "x".repeat(size));
    assert_eq!(from(many(100)).await.unwrap(), b"hello");
    assert_eq!(from(many(101)).await.unwrap_err().kind(), Some(FailureKind::TooLarge));
    assert_eq!(from(long(32_000)).await.unwrap(), b"hello");
    assert_eq!(from(long(66_000)).await.unwrap_err().kind(), Some(FailureKind::TooLarge));
    // The same for a chunked body's trailers, and what stands beside the size of a chunk.
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    let extension = format!("{chunked}5;{}", "x".repeat(100_000));
    let trailers = format!("{chunked}0\r\n{}", "X-Many: y\r\n".repeat(10_000));
    for answer in [extension, trailers] {
        assert_eq!(from(answer).await.unwrap_err().kind(), Some(FailureKind::Protocol));
    }
}

// proves NET-10
#[tokio::test]
async fn a_flood_without_an_answer_ends_at_the_deadline() {
    let hints = b"HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n";
    let empty = gzip(b"");
    let chunk = [format!("{:x}\r\n", empty.len()).as_bytes(), &empty, b"\r\n"].concat();
    let gzipped = send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n");
    let floods = [
        vec![Step::Repeat(hints.repeat(100), Duration::ZERO)],
        vec![gzipped, Step::Repeat(chunk, Duration::from_millis(1))],
    ];
    for steps in floods {
        let server = Server::always(steps).await;
        let network = server.network().0.build().unwrap();
        let request = network.get("http://example.com/").deadline(Duration::from_millis(100));
        let answer = async { request.send().await?.bytes().await };
        assert_eq!(answer.await.unwrap_err().kind(), Some(FailureKind::Timeout));
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

// proves NET-12
#[tokio::test]
async fn bytes_that_say_nothing_are_counted_too() {
    let head = || send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n");
    let endless = |bytes: &[u8]| Step::Repeat(bytes.repeat(100), Duration::ZERO);
    // A file name in the header of RFC 1952 §2.3.1 ends where it says so.
    let named = send([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0xff]);
    let behind_the_end = vec![head(), send(gzip(b"hello")), endless(&[0; 100])];
    for steps in [behind_the_end, vec![head(), endless(&gzip(b""))], vec![head(), named, endless(b"name")]] {
        let server = Server::always(steps).await;
        let error = fetch(&server.network().0.build().unwrap()).await.unwrap_err();
        assert_eq!(error.kind(), Some(FailureKind::TooLarge), "{error}");
    }
}

// proves NET-12, NET-10
#[tokio::test]
async fn limits_beyond_all_measure_are_none() {
    let server = Server::start(|head| match head.contains("/announced") {
        true => page("text/plain", "hello"),
        false => vec![send("HTTP/1.1 200 OK\r\n\r\nhello")],
    })
    .await;
    let network = server.network().0.build().unwrap();
    let request = network.get("http://example.com/announced").limit(usize::MAX).deadline(Duration::MAX);
    assert_eq!(request.send().await.unwrap().bytes().await.unwrap(), b"hello");
    let error = network.get("http://example.com/").limit(usize::MAX).send().await.unwrap().bytes().await;
    assert_eq!(error.unwrap_err().kind(), Some(FailureKind::TooLarge));
    let none = network.get("http://example.com/").limit(0).send().await.unwrap().bytes().await;
    assert_eq!(none.unwrap_err().kind(), Some(FailureKind::TooLarge));
}

// proves NET-09
#[tokio::test]
async fn a_target_that_is_not_ascii_is_followed_as_its_bytes() {
    let cases: [(&[u8], &str); 4] = [
        (b"/caf\xe9?\xff", "/caf%E9?%FF"),
        ("/café".as_bytes(), "/caf%C3%A9"),
        ("http://example.com/日本".as_bytes(), "/%E6%97%A5%E6%9C%AC"),
        (b"//example.com//a", "//a"),
    ];
    for (location, path) in cases {
        let first =
            [b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: ", location, b"\r\n\r\n"].concat();
        let server = Server::in_turn(vec![vec![send(first)], page("text/plain", "there")]).await;
        let network = server.network().0.build().unwrap();
        network.get("http://example.com/").redirects(1).send().await.unwrap();
        let second = server.seen().pop().unwrap();
        assert!(second.starts_with(&format!("GET {path} HTTP/1.1\r\n")), "{second:?}");
    }
    // In a host, bytes that are no text are no name.
    let first = b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: http://caf\xe9.example/\r\n\r\n";
    let server = Server::always(vec![send(first)]).await;
    let network = server.network().0.build().unwrap();
    let error = network.get("http://example.com/").redirects(1).send().await.unwrap_err();
    assert!(matches!(error, NetworkError::Refused { rule: Rule::Form, .. }), "{error}");
}

// proves NET-04
#[tokio::test]
async fn a_host_has_the_characters_of_a_name() {
    let (network, answers, dialled) = nowhere();
    for host in
        ["a{b.example.com", "a\"b.example.com", "a*.example.com", "a;b.example.com", "a,b.com", "a'b.com"]
    {
        let error = network.get(&format!("http://{host}/")).send().await.unwrap_err();
        assert!(matches!(error, NetworkError::Refused { rule: Rule::Form, .. }), "{host}: {error}");
    }
    // A path that no request can hold is told before anything is connected to.
    let long = format!("http://example.com/{}", "ü".repeat(20_000));
    assert_eq!(network.get(&long).send().await.unwrap_err().kind(), Some(FailureKind::Protocol));
    assert_eq!((answers.asked(), dialled.count()), (0, 0));
}

// proves NET-14
#[tokio::test]
async fn a_header_of_the_caller_does_not_frame_the_request() {
    let server = Server::always(page("text/plain", "hello")).await;
    let network = server.network().0.build().unwrap();
    let framing = ["Content-Length", "Transfer-Encoding", "Connection", "Upgrade", "TE", "Trailer", "Expect"];
    let mut get = network.get("http://example.com/");
    let mut post = network.post("http://example.com/", "text/plain", "four");
    for name in framing {
        (get, post) = (get.header(name, "7"), post.header(name, "7"));
    }
    get.send().await.unwrap();
    post.send().await.unwrap();
    network.post("http://example.com/", "text/plain", "").send().await.unwrap();
    let seen = server.seen();
    assert!(seen.iter().all(|head| !head.contains(": 7\r\n")), "{seen:#?}");
    let lengths: Vec<_> = seen.iter().map(|head| head.contains("content-length")).collect();
    assert_eq!(lengths, [false, true, true]);
    assert!(
        seen[1].contains("content-length: 4\r\n") && seen[2].contains("content-length: 0\r\n"),
        "{seen:#?}"
    );
}
