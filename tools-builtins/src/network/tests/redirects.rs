//! Redirects: each target passes every rule again.

use super::support::{Server, Step, answer, page, redirect, send};
use crate::network::{FailureKind, NetworkError, Rule};

// proves NET-09
#[tokio::test]
async fn five_statuses_are_followed_and_no_other() {
    for status in ["301 A", "302 A", "303 A", "307 A", "308 A"] {
        let server = Server::in_turn(vec![redirect(status, "/b?x#y"), page("text/plain", "there")]).await;
        let network = server.network().0.build().unwrap();
        let response = network.get("http://example.com/a").redirects(4).send().await.unwrap();
        assert_eq!(response.url(), "http://example.com/b?x", "{status}");
        assert!(server.seen()[1].starts_with("GET /b?x HTTP/1.1\r\n"), "{:?}", server.seen());
    }
    for (status, number) in [("300 A", 300), ("304 A", 304), ("305 A", 305), ("306 A", 306), ("399 A", 399)] {
        let server = Server::always(redirect(status, "/b")).await;
        let network = server.network().0.build().unwrap();
        let error = network.get("http://example.com/a").redirects(4).send().await.unwrap_err();
        assert!(
            matches!(error, NetworkError::Failed { status: Some(came), .. } if came == number),
            "{error}"
        );
        assert_eq!(server.seen().len(), 1);
    }
}

// proves NET-09
#[tokio::test]
async fn as_many_as_asked_for_and_a_loop_ends_by_their_number() {
    let hops = |count: usize| {
        let mut all: Vec<_> = (0..count).map(|hop| redirect("302 Found", &format!("/{hop}"))).collect();
        all.push(page("text/plain", "there"));
        all
    };
    for (count, most, passes) in [(4, 4, true), (5, 4, false), (0, 0, true), (1, 0, false)] {
        let server = Server::in_turn(hops(count)).await;
        let network = server.network().0.build().unwrap();
        match network.get("http://example.com/").redirects(most).send().await {
            Ok(_) => assert!(passes, "{count} of {most}"),
            Err(error) => {
                assert!(!passes, "{count} of {most}: {error}");
                assert_eq!(error.kind(), Some(FailureKind::Redirect));
            }
        }
        assert_eq!(server.seen().len(), count.min(usize::from(most)) + 1);
    }
    let server = Server::always(redirect("302 Found", "/again")).await;
    let network = server.network().0.build().unwrap();
    let error = network.get("http://example.com/again").redirects(4).send().await.unwrap_err();
    assert_eq!(error.to_string(), "more than 4 redirects");
    assert_eq!(server.seen().len(), 5);
}

// proves NET-09, NET-05
#[tokio::test]
async fn every_forbidden_target_is_refused_and_never_connected_to() {
    let cases = [
        ("http://127.0.0.1/", Rule::Address),
        ("http://2130706433/", Rule::Address),
        ("//169.254.169.254/latest/", Rule::Address),
        ("http://[::ffff:10.0.0.1]/", Rule::Address),
        ("http://localhost/", Rule::Name),
        ("//db.internal/", Rule::Name),
        ("http://user:pw@example.com/", Rule::Credentials),
        ("//user@example.com/", Rule::Credentials),
        ("//@example.com/", Rule::Credentials),
        ("http://example.com:8080/", Rule::Port),
        ("//example.com:22/", Rule::Port),
        ("file:///etc/passwd", Rule::Scheme),
        ("javascript:alert(1)", Rule::Scheme),
        ("data:text/html,x", Rule::Scheme),
        ("ftp://example.com/", Rule::Scheme),
        ("http:\\\\127.0.0.1\\", Rule::Form),
        ("/\\127.0.0.1/", Rule::Form),
        ("\\\\127.0.0.1/", Rule::Form),
        ("http:///127.0.0.1/", Rule::Form),
        ("http:127.0.0.1", Rule::Form),
        ("http://a\tb.com/", Rule::Form),
        ("http://[::1", Rule::Form),
        ("//", Rule::Form),
        ("///127.0.0.1/", Rule::Form),
    ];
    for (location, wanted) in cases {
        let server = Server::always(redirect("302 Found", location)).await;
        let (builder, dialled) = server.network();
        let error =
            builder.build().unwrap().get("http://example.com/").redirects(4).send().await.unwrap_err();
        let NetworkError::Refused { rule, message } = &error else { panic!("{location}: {error}") };
        assert_eq!(*rule, wanted, "{location}: {message}");
        assert!(message.starts_with("redirects to a destination that is refused: the target "), "{message}");
        assert_eq!(error.clone().at("/url").code(), "invalid_arguments");
        assert_eq!(dialled.all(), ["93.184.216.34:80".parse().unwrap()], "{location}");
    }
}

// proves NET-09
#[tokio::test]
async fn a_redirect_without_a_target_is_an_error() {
    let server = Server::always(answer("302 Found", "", "")).await;
    let network = server.network().0.build().unwrap();
    let error = network.get("http://example.com/").redirects(4).send().await.unwrap_err();
    assert_eq!(error.kind(), Some(FailureKind::Redirect));
    assert_eq!(error.to_string(), "example.com redirects without saying where");
}

// proves NET-09
#[tokio::test]
async fn the_body_of_a_redirect_is_not_awaited() {
    let endless =
        vec![send("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 1000000\r\n\r\n"), Step::Hold];
    let server = Server::in_turn(vec![endless, page("text/plain", "there")]).await;
    let network = server.network().0.build().unwrap();
    let response = network.get("http://example.com/").redirects(1).send().await.unwrap();
    assert_eq!(response.bytes().await.unwrap(), b"there");
}

// proves NET-14
#[tokio::test]
async fn a_header_of_the_caller_stays_with_its_host() {
    let server = Server::in_turn(vec![
        redirect("302 Found", "/same"),
        redirect("302 Found", "http://other.example/"),
        redirect("302 Found", "http://example.com/back"),
        page("text/plain", "there"),
    ])
    .await;
    let network = server.network().0.build().unwrap();
    let request = network
        .get("http://example.com/")
        .redirects(4)
        .header("x-key", "secret")
        .header("accept", "text/plain");
    request.send().await.unwrap();
    let seen = server.seen();
    let has = |needle: &str| seen.iter().map(|head| head.contains(needle)).collect::<Vec<_>>();
    assert_eq!(has("x-key: secret"), [true, true, false, false]);
    assert_eq!(has("accept: text/plain"), [true; 4]);
    assert!(
        seen.iter()
            .all(|head| !head.to_lowercase().contains("referer") && !head.to_lowercase().contains("cookie"))
    );
}
