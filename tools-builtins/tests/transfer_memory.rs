//! How much a transfer holds, whatever the server does. Counted for the thread
//! that asks; the server has another one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg(feature = "web")]

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    thread,
    time::Duration,
};

use flate2::{Compression, write::DeflateEncoder, write::GzEncoder, write::ZlibEncoder};
use tools_builtins::network::{FailureKind, Network, NetworkError};

/// Beside the limit.
const MORE: u64 = 256 * 1024;
/// No transfer here comes to it, however slow the machine.
const LONG: Duration = Duration::from_secs(300);
const LIMITS: [usize; 3] = [1_000, 100_000, 1_000_000];

/// What a server says: once, and then again and again until nobody reads.
#[derive(Clone)]
struct Says {
    once: Vec<u8>,
    again: Vec<u8>,
}

fn once(text: impl AsRef<[u8]>) -> Says {
    Says { once: text.as_ref().to_vec(), again: Vec::new() }
}

fn endless(head: &str, again: impl AsRef<[u8]>) -> Says {
    // In pieces of some size: a server that says a byte at a time is a slow one.
    let again = again.as_ref();
    Says { once: head.as_bytes().to_vec(), again: again.repeat(65_536 / again.len()) }
}

fn serve(says: Says) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = answer(stream.unwrap(), &says);
        }
    });
    address
}

fn answer(mut stream: TcpStream, says: &Says) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        head.extend(byte);
    }
    stream.write_all(&says.once)?;
    while !says.again.is_empty() {
        stream.write_all(&says.again)?;
    }
    Ok(())
}

/// The most bytes that were held at one time, and what came of it.
fn held(says: Says, limit: usize, deadline: Duration) -> (u64, Result<usize, NetworkError>) {
    let at = serve(says);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let network = Network::builder().allow_host(&at.to_string()).build().unwrap();
    let mut came = None;
    let counted = allocation_counter::measure(|| {
        let answer = runtime.block_on(async {
            let request = network.get(&format!("http://{at}/")).limit(limit).redirects(4);
            request.deadline(deadline).send().await?.bytes().await
        });
        came = Some(answer.map(|body| body.len()));
    });
    (counted.bytes_max, came.unwrap())
}

fn check(case: &str, says: impl Fn(usize) -> Says, wanted: impl Fn(usize) -> Result<usize, FailureKind>) {
    for limit in LIMITS {
        let (bytes, came) = held(says(limit), limit, LONG);
        let came = came.map_err(|error| error.kind().unwrap());
        assert_eq!(came, wanted(limit), "{case}, limit {limit}");
        println!("{case}, limit {limit}: {} bytes more", bytes.saturating_sub(limit as u64));
        assert!(bytes <= limit as u64 + MORE, "{case}, limit {limit}: {bytes} bytes");
    }
}

fn too_large(_: usize) -> Result<usize, FailureKind> {
    Err(FailureKind::TooLarge)
}

const OK: &str = "HTTP/1.1 200 OK\r\n";
const CHUNKED: &str = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

fn coded(coding: &str, body: &[u8]) -> Says {
    once([format!("{OK}Content-Encoding: {coding}\r\n\r\n").as_bytes(), body].concat())
}

// proves NET-12
#[test]
fn a_body_over_the_limit() {
    check("until the end", |_| endless(&format!("{OK}\r\n"), "x"), too_large);
    check("one chunk", |_| endless(&format!("{CHUNKED}FFFFFFFFFFFF\r\n"), "x"), too_large);
    check("chunks of a word", |_| endless(CHUNKED, "4\r\nrain\r\n"), too_large);
    check("large chunks", |_| endless(CHUNKED, format!("8000\r\n{}\r\n", "x".repeat(0x8000))), too_large);
    check(
        "announced",
        |limit| endless(&format!("{OK}Content-Length: {}\r\n\r\n", limit + 1), "x"),
        too_large,
    );
    for huge in ["999999999999", "18446744073709551613", "18446744073709551615"] {
        check(huge, |_| endless(&format!("{OK}Content-Length: {huge}\r\n\r\n"), "x"), too_large);
        // Of such a one, nothing is held at all.
        let (bytes, _) = held(once(format!("{OK}Content-Length: {huge}\r\n\r\n")), 100_000_000, LONG);
        assert!(bytes <= MORE, "{huge}: {bytes} bytes");
    }
}

// proves NET-12
#[test]
fn a_body_up_to_the_limit() {
    let whole = |limit| Ok(limit);
    check("until the end", |limit| once(format!("{OK}\r\n{}", "x".repeat(limit))), whole);
    check(
        "announced",
        |limit| once(format!("{OK}Content-Length: {limit}\r\n\r\n{}", "x".repeat(limit))),
        whole,
    );
    let chunks = |limit| once(format!("{CHUNKED}{}0\r\n\r\n", "4\r\nrain\r\n".repeat(limit / 4)));
    check("chunks of a word", chunks, whole);
}

// proves NET-12
#[test]
fn a_bomb() {
    let zeros = vec![0; 4_000_000];
    let (mut gzip, mut zlib, mut raw) = (
        GzEncoder::new(Vec::new(), Compression::fast()),
        ZlibEncoder::new(Vec::new(), Compression::fast()),
        DeflateEncoder::new(Vec::new(), Compression::fast()),
    );
    for encoder in [&mut gzip as &mut dyn std::io::Write, &mut zlib, &mut raw] {
        encoder.write_all(&zeros).unwrap();
    }
    let gzip = gzip.finish().unwrap();
    check("gzip", |_| coded("gzip", &gzip), too_large);
    check("gzip, in turn", |_| endless(&format!("{OK}Content-Encoding: gzip\r\n\r\n"), &gzip), too_large);
    let zlib = zlib.finish().unwrap();
    check("deflate", |_| coded("deflate", &zlib), too_large);
    let raw = raw.finish().unwrap();
    check("deflate without a frame", |_| coded("deflate", &raw), too_large);
    // Up to the limit is not over it.
    let fits = |limit: usize| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&zeros[..limit]).unwrap();
        coded("gzip", &encoder.finish().unwrap())
    };
    check("gzip that fits", fits, Ok);
}

// proves NET-12
#[test]
fn compressed_bytes_that_say_nothing() {
    let head = format!("{OK}Content-Encoding: gzip\r\n\r\n");
    let empty = GzEncoder::new(Vec::new(), Compression::fast()).finish().unwrap();
    check("empty members", |_| endless(&head, &empty), too_large);
    let named = format!("{head}\u{1f}");
    let named = [named.as_bytes(), &[0x8b, 8, 8, 0, 0, 0, 0, 0, 0xff]].concat();
    let says = Says { once: named, again: vec![b'n'; 65_536] };
    check("a name without end", |_| says.clone(), too_large);
    let behind = Says { once: [head.as_bytes(), &empty].concat(), again: vec![0; 65_536] };
    check("behind the end", |_| behind.clone(), too_large);
}

// proves NET-12
#[test]
fn what_stands_around_a_body() {
    let large = |_: usize| Err(FailureKind::TooLarge);
    let not_http = |_: usize| Err(FailureKind::Protocol);
    check("headers", |_| endless(OK, "X-More: y\r\n"), large);
    check("one header", |_| endless("HTTP/1.1 200 OK\r\nX-Long: ", "x"), large);
    check("a reason", |_| endless("HTTP/1.1 200 ", "x"), large);
    check("extensions of a chunk", |_| endless(&format!("{CHUNKED}1;"), "x"), not_http);
    check(
        "extensions of chunks",
        |_| endless(CHUNKED, "1;abcdefgh\r\nx\r\n"),
        |limit| match limit {
            1_000 => Err(FailureKind::TooLarge),
            _ => Err(FailureKind::Protocol),
        },
    );
    check("trailers", |_| endless(&format!("{CHUNKED}0\r\n"), "X-More: y\r\n"), not_http);
    let redirect = "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 999999999\r\n\r\n";
    check("redirects with bodies", |_| endless(redirect, "x"), |_| Err(FailureKind::Redirect));
    // These are passed over until the deadline.
    let hints = endless("", "HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n");
    let (bytes, came) = held(hints, 0, Duration::from_millis(200));
    assert_eq!(came.unwrap_err().kind(), Some(FailureKind::Timeout));
    assert!(bytes <= MORE, "hints: {bytes} bytes");
}
