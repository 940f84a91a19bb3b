//! `fetch_url` through an agent, against a server on loopback.

use serde_json::{Value, json};
use tools_core::{Agent, ToolError};

use super::*;
use crate::network::tests::support::{Server, Step, answer, page, redirect, send};

fn agent(server: &Server) -> Agent {
    let network = server.network().0.build().unwrap();
    Agent::builder("reader").tools(crate::TOOLS.only(["fetch_url"])).state(network).build().unwrap()
}

async fn fetched(steps: Vec<Step>, arguments: Value) -> Result<Value, ToolError> {
    let server = Server::always(steps).await;
    let mut all = json!({ "url": "http://example.com/dir/page.html" });
    all.as_object_mut().unwrap().extend(arguments.as_object().unwrap().clone());
    agent(&server).call("fetch_url", all).await.map(|output| output.value())
}

// proves FET-02, FET-06, FET-07
#[tokio::test]
async fn a_page_is_read() {
    let body = "<!doctype html><title>Weather &amp; tides</title><nav>Menu</nav>\
                <main><h1>Today</h1><p>Rain at <a href='../five'>five</a>.</p></main>";
    let value = fetched(page("text/html; charset=utf-8", body), json!({})).await.unwrap();
    assert_eq!(
        value,
        json!({
            "url": "http://example.com/dir/page.html",
            "status": 200,
            "content_type": "text/html",
            "title": "Weather & tides",
            "text": "# Today\n\nRain at [five](http://example.com/five).",
            "truncated": false,
            "untrusted_content": true,
        })
    );
}

// proves FET-02, FET-10
#[tokio::test]
async fn the_url_is_the_final_one() {
    let server = Server::in_turn(vec![redirect("301 A", "/ä b?ö#top"), page("text/plain", "Servus")]).await;
    let value =
        agent(&server).call("fetch_url", json!({ "url": " HTTP://Example.com " })).await.unwrap().value();
    assert_eq!(value["url"], "http://example.com/%C3%A4%20b?%C3%B6");
}

// proves NET-09
#[tokio::test]
async fn at_most_four_redirects() {
    let server = Server::always(redirect("302 A", "/again")).await;
    let error = agent(&server).call("fetch_url", json!({ "url": "http://example.com/" })).await.unwrap_err();
    assert_eq!(error.to_json()["details"]["kind"], "redirect");
    assert_eq!(server.seen().len(), 5);
}

// proves FET-01
#[tokio::test]
async fn limits_of_the_arguments() {
    let url = |length: usize| format!("http://example.com/{}", "a".repeat(length - 19));
    let server = Server::always(page("text/plain", "hello")).await;
    let agent = agent(&server);
    let cases = [
        (json!({ "url": url(2_048) }), true),
        (json!({ "url": format!("  {}  ", url(2_048)) }), true),
        (json!({ "url": url(2_049) }), false),
        (json!({ "url": "  " }), false),
        (json!({ "url": url(40), "max_chars": 1 }), true),
        (json!({ "url": url(40), "max_chars": 50_000 }), true),
        (json!({ "url": url(40), "max_chars": 0 }), false),
        (json!({ "url": url(40), "max_chars": 50_001 }), false),
        (json!({}), false),
    ];
    for (arguments, passes) in cases {
        match agent.call("fetch_url", arguments.clone()).await {
            Ok(_) => assert!(passes, "{arguments}"),
            Err(error) => assert!(!passes && error.code() == "invalid_arguments", "{arguments}: {error}"),
        }
    }
}

// proves FET-03
#[tokio::test]
async fn a_million_bytes_and_no_more() {
    let value = fetched(page("text/plain", vec![b'x'; 1_000_000]), json!({})).await.unwrap();
    assert_eq!(value["truncated"], true);
    let error = fetched(page("text/plain", vec![b'x'; 1_000_001]), json!({})).await.unwrap_err();
    assert_eq!(error.to_json()["details"]["kind"], "too_large");
}

// proves FET-04
#[tokio::test]
async fn content_types() {
    let read = [
        ("text/html", "text/html"),
        ("TEXT/HTML ;Charset=\"UTF-8\"", "text/html"),
        ("application/xhtml+xml", "application/xhtml+xml"),
        ("text/plain", "text/plain"),
        ("text/csv; header=present", "text/csv"),
        ("text/markdown", "text/markdown"),
        ("application/json", "application/json"),
        ("application/ld+json", "application/ld+json"),
        ("application/xml", "application/xml"),
        ("text/xml", "text/xml"),
        ("application/rss+xml", "application/rss+xml"),
        ("application/atom+xml", "application/atom+xml"),
        ("image/svg+xml", "image/svg+xml"),
    ];
    for (header, wanted) in read {
        let value = fetched(page(header, "hello"), json!({})).await.unwrap();
        assert_eq!((&value["content_type"], &value["text"]), (&wanted.into(), &"hello".into()), "{header}");
    }
    let refused = [
        "application/pdf",
        "image/png",
        "application/octet-stream",
        "video/mp4",
        "multipart/mixed",
        "nonsense",
    ];
    for header in refused {
        // The body never comes, and is not awaited.
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {header}\r\nContent-Length: 900\r\n\r\n");
        let error = fetched(vec![send(head), Step::Hold], json!({})).await.unwrap_err();
        assert_eq!(error.to_json()["details"]["kind"], "content_type", "{header}");
        assert_eq!(
            error.to_string(),
            format!("the answer is `{header}`; only HTML, JSON, XML and texts are read")
        );
    }
}

// proves FET-04
#[tokio::test]
async fn a_missing_type_is_told_from_the_first_bytes() {
    let html = "text/html";
    let cases: &[(&[u8], Option<&str>)] = &[
        (b"<!DOCTYPE html><p>hello", Some(html)),
        (b"  \n<HTML><body>hello", Some(html)),
        (b"\xef\xbb\xbf<html>hello", Some(html)),
        (b"hello <html>", Some("text/plain")),
        (b"", Some("text/plain")),
        (b"{\"a\": 1}", Some("text/plain")),
        (b"\xff\xfeh\0i\0", Some("text/plain")),
        (b"%PDF-1.7\n\x00\x01", None),
        (b"\x89PNG\r\n\x1a\n\0\0", None),
        (b"PK\x03\x04", None),
    ];
    for (body, wanted) in cases {
        for header in ["", "Content-Type: \r\n"] {
            match fetched(answer("200 OK", header, body), json!({})).await {
                Ok(value) => assert_eq!(value["content_type"].as_str(), *wanted, "{body:?}"),
                Err(error) => {
                    assert_eq!(*wanted, None, "{body:?}: {error}");
                    assert_eq!(error.to_json()["details"]["kind"], "content_type");
                }
            }
        }
    }
}

// proves FET-05
#[tokio::test]
async fn charsets_and_what_is_no_text() {
    let value = fetched(page("text/plain; charset=Shift_JIS", b"\x93\x8c\x8b\x9e"), json!({})).await.unwrap();
    assert_eq!(value["text"], "東京");
    assert_eq!(value.get("bytes_replaced"), None);
    let value = fetched(page("text/plain; charset=utf-8", b"Gen\xe8ve"), json!({})).await.unwrap();
    assert_eq!((&value["text"], &value["bytes_replaced"]), (&"Gen\u{fffd}ve".into(), &true.into()));
    let error = fetched(page("text/plain; charset=foo", "x"), json!({})).await.unwrap_err();
    assert_eq!(error.to_json()["details"]["kind"], "encoding");
}

// proves FET-08
#[test]
fn a_text_is_cut_between_characters() {
    let family = "👨‍👩‍👧";
    let cases = [
        ("abc", 3, "abc", false),
        ("abc", 2, "ab", true),
        ("äöü", 1, "ä", true),
        ("", 1, "", false),
        ("ab👨‍👩‍👧", 3, "ab", true),
        ("ab👨‍👩‍👧", 6, "ab", true),
        ("ab👨‍👩‍👧", 7, "ab👨‍👩‍👧", false),
        ("ab👨‍👩‍👧c", 7, "ab👨‍👩‍👧", true),
        ("e\u{301}x", 1, "e", true),
        ("ae\u{301}x", 2, "a", true),
        ("🇨🇭🇨🇭", 3, "🇨🇭", true),
        ("a\r\nb", 2, "a", true),
    ];
    for (text, max, wanted, truncated) in cases {
        let mut cut_text = text.to_owned();
        assert_eq!((cut(&mut cut_text, max), cut_text.as_str()), (truncated, wanted), "{text:?} at {max}");
    }
    // One character that is longer than all that is asked for: something is better than nothing.
    let mut text = family.to_owned();
    assert!(cut(&mut text, 1) && text == "👨");
}

// proves FET-08
#[tokio::test]
async fn the_cut_is_told_beside_the_text() {
    let long = "ä".repeat(12_001);
    let value = fetched(page("text/plain", &long), json!({})).await.unwrap();
    assert_eq!(value["text"].as_str().unwrap().chars().count(), 12_000);
    assert_eq!(value["truncated"], true);
    let value = fetched(page("text/plain", &long), json!({ "max_chars": 12_001 })).await.unwrap();
    assert_eq!((&value["text"], &value["truncated"]), (&long.into(), &false.into()));
}

// proves FET-09
#[tokio::test]
async fn statuses() {
    for (status, number) in [("404 A", 404), ("401 A", 401), ("500 A", 500), ("304 A", 304), ("199 A", 199)] {
        let head = format!("HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: 900\r\n\r\n");
        if number == 199 {
            continue; // an interim answer: the real one is awaited
        }
        let error = fetched(vec![send(head), Step::Hold], json!({})).await.unwrap_err();
        assert_eq!(error.to_json()["details"], json!({ "kind": "http_status", "status": number }));
    }
    let value = fetched(vec![send("HTTP/1.1 204 No Content\r\n\r\n")], json!({})).await.unwrap();
    assert_eq!((&value["status"], &value["text"]), (&204.into(), &"".into()));
    let value = fetched(answer("206 Part", "Content-Type: text/plain\r\n", "part"), json!({})).await.unwrap();
    assert_eq!((&value["status"], &value["text"]), (&206.into(), &"part".into()));
}

// proves NET-11
#[tokio::test]
async fn a_cancelled_call_closes_the_connection() {
    let server =
        Server::always(vec![send("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n"), Step::Hold]).await;
    let agent = agent(&server);
    let run = agent.open_run();
    let stop = async {
        while server.seen().is_empty() {
            tokio::task::yield_now().await;
        }
        run.cancel("enough");
    };
    let (result, ()) =
        tokio::join!(agent.call_in(&run, "fetch_url", json!({ "url": "http://example.com/" })), stop);
    assert_eq!(result.unwrap_err().code(), "cancelled");
    while server.closed() == 0 {
        tokio::task::yield_now().await;
    }
}

// proves NET-16
#[tokio::test]
async fn a_refused_destination_is_told_at_its_argument() {
    let server = Server::always(page("text/plain", "hello")).await;
    let error =
        agent(&server).call("fetch_url", json!({ "url": "http://169.254.169.254/" })).await.unwrap_err();
    let violation = error.to_json()["details"]["violations"][0].clone();
    assert_eq!(violation["pointer"], "/url");
    assert_eq!(
        violation["expected"],
        "leads to 169.254.169.254, which is not public (169.254.0.0/16, link-local, where clouds keep their \
         metadata); only public hosts are admitted (rule: address)"
    );
    assert_eq!(server.seen().len(), 0);
}
