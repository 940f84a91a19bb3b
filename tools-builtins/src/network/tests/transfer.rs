//! Bodies: limits, deadlines, codings, lengths that lie.

use std::{io::Write as _, time::Duration};

use flate2::{
    Compression,
    write::{DeflateEncoder, GzEncoder, ZlibEncoder},
};
use tokio::time::Instant;

use super::support::{Server, Step, answer, page, send};
use crate::network::{FailureKind, Network, NetworkError};

async fn fetch(network: &Network) -> Result<Vec<u8>, NetworkError> {
    network.get("http://example.com/").limit(1_000_000).send().await?.bytes().await
}

async fn from(steps: Vec<Step>) -> Result<Vec<u8>, NetworkError> {
    let server = Server::always(steps).await;
    fetch(&server.network().0.build().unwrap()).await
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn raw(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn coded(coding: &str, body: &[u8]) -> Vec<Step> {
    answer("200 OK", &format!("Content-Encoding: {coding}\r\n"), body)
}

// proves NET-12
#[tokio::test]
async fn compressed_bodies_are_read() {
    let text = "Rain at five. ".repeat(2_000).into_bytes();
    let (first, second) = text.split_at(7_000);
    let members = [gzip(first), gzip(second)].concat();
    let trailed = [gzip(&text), vec![0; 100]].concat();
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("identity", text.clone()),
        ("gzip", gzip(&text)),
        ("GZIP", gzip(&text)),
        ("x-gzip", gzip(&text)),
        ("gzip", members),
        ("gzip", trailed),
        ("deflate", zlib(&text)),
        ("deflate", raw(&text)),
    ];
    for (coding, body) in cases {
        assert_eq!(from(coded(coding, &body)).await.unwrap(), text, "{coding}");
        // The same, a byte at a time.
        let mut steps = vec![send(format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n\r\n"))];
        for byte in &body[..40.min(body.len())] {
            steps.push(send([*byte]));
        }
        steps.push(send(&body[40.min(body.len())..]));
        assert_eq!(from(steps).await.unwrap(), text, "{coding}, in pieces");
    }
    for coding in ["gzip", "deflate"] {
        assert_eq!(from(coded(coding, b"")).await.unwrap(), b"", "{coding}, empty");
    }
}

// proves NET-12
#[tokio::test]
async fn bombs_of_every_coding_stop_at_the_limit() {
    let zeros = vec![0; 20_000_000];
    for (coding, bomb) in [("gzip", gzip(&zeros)), ("deflate", zlib(&zeros)), ("deflate", raw(&zeros))] {
        let error = from(coded(coding, &bomb)).await.unwrap_err();
        assert_eq!(error.kind(), Some(FailureKind::TooLarge), "{coding}: {error}");
    }
    // Codings that were not asked for, or one above another, are not begun.
    for coding in ["br", "zstd", "compress", "gzip, gzip", "gzip, br", "nonsense"] {
        let steps = vec![send(format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n\r\n")), Step::Hold];
        let error = from(steps).await.unwrap_err();
        assert_eq!(error.kind(), Some(FailureKind::Encoding), "{coding}: {error}");
    }
    let twice = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Encoding: gzip\r\n\r\n";
    assert_eq!(from(vec![send(twice), Step::Hold]).await.unwrap_err().kind(), Some(FailureKind::Encoding));
}

// proves NET-12
#[tokio::test]
async fn the_limit_is_exact_however_the_body_is_framed() {
    for (size, passes) in [(999_999, true), (1_000_000, true), (1_000_001, false)] {
        let body = vec![b'x'; size];
        let framed = [
            page("text/plain", &body),
            vec![send("HTTP/1.1 200 OK\r\n\r\n"), send(&body)],
            vec![
                send(format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{size:x}\r\n")),
                send(&body),
                send("\r\n0\r\n\r\n"),
            ],
            coded("gzip", &gzip(&body)),
            coded("deflate", &zlib(&body)),
        ];
        for (index, steps) in framed.into_iter().enumerate() {
            match from(steps).await {
                Ok(came) => assert!(passes && came.len() == size, "{size}, framing {index}"),
                Err(error) => {
                    assert!(!passes, "{size}, framing {index}: {error}");
                    assert_eq!(error.kind(), Some(FailureKind::TooLarge));
                }
            }
        }
    }
}

// proves NET-12
#[tokio::test]
async fn an_announced_length_over_the_limit_is_refused_before_reading() {
    let announced = vec![send("HTTP/1.1 200 OK\r\nContent-Length: 1000001\r\n\r\n"), Step::Hold];
    let error = from(announced).await.unwrap_err();
    assert_eq!(error.to_string(), "the answer has more than 1000000 bytes");
    // And a body without end is left.
    let endless = vec![send("HTTP/1.1 200 OK\r\n\r\n"), Step::Repeat(vec![b'x'; 65_536], Duration::ZERO)];
    assert_eq!(from(endless).await.unwrap_err().kind(), Some(FailureKind::TooLarge));
}

// proves NET-13
#[tokio::test]
async fn a_body_that_ends_early_is_an_error() {
    let whole = gzip(b"It rains at five, and then no more.");
    let half = &whole[..whole.len() / 2];
    let no_check_sum = &whole[..whole.len() - 8];
    let deflated = zlib(b"It rains at five, and then no more.");
    let cases = [
        vec![send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")],
        vec![send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")],
        vec![send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n")],
        vec![send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nshort")],
        vec![send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")],
        coded("gzip", half),
        coded("gzip", no_check_sum),
        coded("gzip", &whole[..1]),
        coded("deflate", &deflated[..deflated.len() - 4]),
        coded("deflate", &deflated[..1]),
        vec![send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n")],
        vec![send("HTTP/1.1 2")],
        vec![],
    ];
    for (index, steps) in cases.into_iter().enumerate() {
        let error = from(steps).await.unwrap_err();
        assert_eq!(error.kind(), Some(FailureKind::Incomplete), "case {index}: {error}");
    }
}

// proves NET-16
#[tokio::test]
async fn what_is_not_http_is_told_so() {
    let long_header = format!("HTTP/1.1 200 OK\r\nX-Long: {}\r\n\r\n", "x".repeat(100_000));
    let many = format!("HTTP/1.1 200 OK\r\n{}\r\n", "X-Many: y\r\n".repeat(5_000));
    let mut damaged = gzip(&[b'x'; 1000]);
    damaged[14] ^= 0xff;
    let cases = [
        (vec![send("SSH-2.0-OpenSSH_9.2\r\n\r\n")], FailureKind::Protocol),
        (vec![send("HTTP/1.1 abc OK\r\n\r\n")], FailureKind::Protocol),
        (vec![send("<html>not http</html>\r\n\r\n")], FailureKind::Protocol),
        (vec![send("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello")], FailureKind::Protocol),
        (
            vec![send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello")],
            FailureKind::Protocol,
        ),
        (vec![send(long_header)], FailureKind::TooLarge),
        (vec![send(many)], FailureKind::TooLarge),
        (
            vec![send("HTTP/1.1 200 OK\r\n"), Step::Repeat(b"X-More: y\r\n".repeat(100), Duration::ZERO)],
            FailureKind::TooLarge,
        ),
        (coded("gzip", b"this is not gzip at all"), FailureKind::Encoding),
        (coded("gzip", &damaged), FailureKind::Encoding),
        (coded("deflate", b"\xff\xff\xff\xff\xff\xff"), FailureKind::Encoding),
    ];
    for (index, (steps, wanted)) in cases.into_iter().enumerate() {
        match from(steps).await {
            Ok(body) => panic!("case {index}: {} bytes", body.len()),
            Err(error) => assert_eq!(error.kind(), Some(wanted), "case {index}: {error}"),
        }
    }
}

// proves NET-16
#[tokio::test]
async fn a_status_is_told_and_its_body_is_not_read() {
    for (status, number, passes) in [
        ("404 Not Found", 404, false),
        ("500 Oops", 500, true),
        ("401 Who", 401, false),
        ("429 Slow", 429, true),
    ] {
        let head = format!("HTTP/1.1 {status}\r\nContent-Length: 1000\r\n\r\n");
        let server = Server::always(vec![send(head), Step::Hold]).await;
        let error = fetch(&server.network().0.build().unwrap()).await.unwrap_err().at("/url");
        let json = error.to_json();
        assert_eq!(
            (&json["details"]["kind"], &json["details"]["status"]),
            (&"http_status".into(), &number.into())
        );
        assert_eq!(error.retryable(), passes, "{status}");
    }
}

// proves NET-10
#[tokio::test(start_paused = true)]
async fn a_transfer_ends_at_its_deadline_whatever_the_server_does() {
    let second = Duration::from_secs(1);
    let drip = |bytes: &str| Step::Repeat(bytes.as_bytes().to_vec(), second);
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    let cases = [
        vec![Step::Hold],
        vec![drip("H")],
        vec![send("HTTP/1.1 200 OK\r\n"), drip("X-More: y\r\n")],
        vec![send("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n"), drip("x")],
        vec![send("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n"), Step::Hold],
        vec![send("HTTP/1.1 200 OK\r\n\r\n"), drip("x")],
        vec![send(chunked), drip("1\r\nx\r\n")],
        vec![send(chunked), send("1\r\nx"), Step::Hold],
        vec![send(chunked), send("0\r\n"), drip("X-Trailer: y\r\n")],
        vec![
            send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"),
            send(&gzip(b"rain")[..10]),
            drip("\0"),
        ],
        vec![
            Step::Wait(Duration::from_secs(9)),
            send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"),
            drip(""),
        ],
    ];
    for (index, steps) in cases.into_iter().enumerate() {
        let server = Server::always(steps).await;
        let network = server.network().0.build().unwrap();
        let began = Instant::now();
        let error = fetch(&network).await.unwrap_err();
        // A damaged stream may be seen before its time is over.
        assert!(
            matches!(error.kind(), Some(FailureKind::Timeout | FailureKind::Encoding)),
            "case {index}: {error}"
        );
        let took = began.elapsed();
        assert!(took <= Duration::from_millis(10_010), "case {index}: {took:?}");
        if error.kind() == Some(FailureKind::Timeout) {
            assert!(took >= Duration::from_secs(10), "case {index}: {took:?}");
            assert_eq!(error.to_string(), "not done within 10 s");
        }
    }
}

// proves NET-11
#[tokio::test]
async fn dropping_the_transfer_closes_the_connection() {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n";
    for steps in [vec![Step::Hold], vec![send(head), Step::Hold], vec![send(head), send("begun"), Step::Hold]]
    {
        let server = Server::always(steps).await;
        let network = server.network().0.build().unwrap();
        let transfer = tokio::spawn(async move { fetch(&network).await });
        while server.seen().is_empty() {
            tokio::task::yield_now().await;
        }
        assert_eq!(server.closed(), 0);
        transfer.abort();
        assert!(transfer.await.unwrap_err().is_cancelled());
        // The server, which waits for this alone, sees the end.
        while server.closed() == 0 {
            tokio::task::yield_now().await;
        }
    }
}

// proves NET-14
#[tokio::test]
async fn what_a_request_says_of_us() {
    let server = Server::always(page("text/plain", "hello")).await;
    let network = server.network().0.build().unwrap();
    network.get("http://Example.com./a b?c#d").header("host", "evil.example").send().await.unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        server.seen()[0],
        format!(
            "GET /a%20b?c HTTP/1.1\r\nhost: example.com\r\nuser-agent: tools-builtins/{version}\r\n\
             accept-encoding: gzip, deflate\r\nconnection: close\r\n\r\n"
        )
    );
    let request = network.post("http://example.com/notes", "application/json", r#"{"a":1}"#);
    request.send().await.unwrap();
    let seen = server.seen();
    assert!(
        seen[1].starts_with("POST /notes HTTP/1.1\r\n") && seen[1].contains("content-length: 7\r\n"),
        "{seen:?}"
    );
}
