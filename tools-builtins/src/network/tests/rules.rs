//! What the application allows and blocks, and answers of resolvers.

use super::support::{Answers, Dialled, Nowhere, Server, page};
use crate::network::{FailureKind, Network, NetworkBuilder, NetworkError, Rule};

fn nowhere(builder: NetworkBuilder, answers: &Answers) -> (Network, Dialled) {
    let dialled = Dialled::default();
    (builder.resolver(answers.clone()).dial(Nowhere(dialled.clone())).build().unwrap(), dialled)
}

fn rule(error: &NetworkError) -> Option<Rule> {
    match error {
        NetworkError::Refused { rule, .. } => Some(*rule),
        NetworkError::Failed { .. } => None,
    }
}

// proves NET-05
#[tokio::test]
async fn a_second_answer_is_never_used() {
    let server = Server::always(page("text/plain", "public")).await;
    let (builder, dialled) = server.network();
    let answers = Answers::of(&[&["93.184.216.34"], &["127.0.0.1"]]);
    let network = builder.resolver(answers.clone()).build().unwrap();

    network.get("http://rebind.example/").send().await.unwrap();
    assert_eq!(answers.asked(), 1, "one lookup for one request");
    assert_eq!(dialled.all(), ["93.184.216.34:80".parse().unwrap()]);

    let error = network.get("http://rebind.example/").send().await.unwrap_err();
    assert_eq!(rule(&error), Some(Rule::Address));
    assert_eq!((answers.asked(), dialled.count()), (2, 1));
}

// proves NET-05
#[tokio::test]
async fn one_answer_that_is_not_public_refuses_all() {
    let bad =
        ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1", "::ffff:8.8.8.8", "64:ff9b::808:808"];
    for address in bad {
        for order in [["93.184.216.34", address], [address, "93.184.216.34"]] {
            let answers = Answers::of(&[&order]);
            let (network, dialled) = nowhere(Network::builder(), &answers);
            let error = network.get("https://mixed.example/").send().await.unwrap_err();
            assert_eq!(rule(&error), Some(Rule::Address), "{address}");
            assert!(!error.to_string().contains(address), "an inner address is not told: {error}");
            assert_eq!(dialled.count(), 0, "{address}");
        }
    }
}

// proves NET-05
#[tokio::test]
async fn each_address_is_tried_once_the_families_in_turn() {
    let answers =
        Answers::of(&[&["2606:2800::1", "2606:2800::2", "2606:2800::1", "93.184.216.34", "93.184.216.35"]]);
    let (network, dialled) = nowhere(Network::builder(), &answers);
    let error = network.get("https://example.com/").send().await.unwrap_err();
    assert_eq!(error.kind(), Some(FailureKind::Connect));
    let order: Vec<_> = dialled.all().iter().map(|at| at.ip().to_string()).collect();
    assert_eq!(order, ["2606:2800::1", "93.184.216.34", "2606:2800::2", "93.184.216.35"]);
}

// proves NET-16
#[tokio::test]
async fn a_name_without_an_address_is_a_failure_of_its_kind() {
    let (network, dialled) = nowhere(Network::builder(), &Answers::of(&[&[]]));
    let error = network.get("http://none.example/").send().await.unwrap_err().at("/url");
    assert_eq!((error.code(), error.retryable()), ("failed", true));
    assert_eq!(error.to_json()["details"]["kind"], "dns");
    assert_eq!(dialled.count(), 0);
}

// proves NET-15
#[tokio::test]
async fn the_application_widens_and_narrows() {
    enum Then {
        Dials(&'static str),
        Refuses(Rule),
    }
    use Then::*;
    type Setting = fn(NetworkBuilder) -> NetworkBuilder;
    let cases: Vec<(Setting, &str, &[&str], Then)> = vec![
        (|it| it, "http://93.184.216.34/", &[], Dials("93.184.216.34:80")),
        (|it| it.allow_host("wiki.internal"), "http://wiki.internal/", &["10.0.0.7"], Dials("10.0.0.7:80")),
        (
            |it| it.allow_host("wiki.internal"),
            "http://wiki.internal:8080/",
            &["10.0.0.7"],
            Refuses(Rule::Port),
        ),
        (
            |it| it.allow_host("wiki.internal:8080"),
            "http://WIKI.internal.:8080/",
            &["10.0.0.7"],
            Dials("10.0.0.7:8080"),
        ),
        (
            |it| it.allow_host("wiki.internal:8080"),
            "http://wiki.internal/",
            &["10.0.0.7"],
            Refuses(Rule::Name),
        ),
        (|it| it.allow_host("wiki.internal"), "http://db.internal/", &["10.0.0.7"], Refuses(Rule::Name)),
        (
            |it| it.allow_host("*.corp.example"),
            "http://a.b.corp.example/",
            &["10.0.0.7"],
            Dials("10.0.0.7:80"),
        ),
        (|it| it.allow_host("*.corp.example"), "http://corp.example/", &["10.0.0.7"], Refuses(Rule::Address)),
        (
            |it| it.allow_host("*.corp.example"),
            "http://evilcorp.example/",
            &["10.0.0.7"],
            Refuses(Rule::Address),
        ),
        (|it| it.allow_host("127.0.0.1:8080"), "http://127.1:8080/", &[], Dials("127.0.0.1:8080")),
        (|it| it.allow_host("127.0.0.1:8080"), "http://127.0.0.1/", &[], Refuses(Rule::Address)),
        (|it| it.allow_host("127.0.0.1:80"), "http://127.0.0.1/", &[], Dials("127.0.0.1:80")),
        (|it| it.allow_host("[::1]:8080"), "http://[::1]:8080/", &[], Dials("[::1]:8080")),
        (|it| it.allow_network("10.1.0.0/16"), "http://10.1.2.3/", &[], Dials("10.1.2.3:80")),
        (|it| it.allow_network("10.1.0.0/16"), "http://10.2.2.3/", &[], Refuses(Rule::Address)),
        (|it| it.allow_network("10.1.0.0/16"), "http://10.1.2.3:81/", &[], Refuses(Rule::Port)),
        (|it| it.allow_network("10.1.0.0/16"), "http://[::ffff:10.1.2.3]/", &[], Refuses(Rule::Address)),
        (|it| it.allow_network("10.1.0.0/16"), "http://shop.example/", &["10.1.0.1"], Dials("10.1.0.1:80")),
        (|it| it.allow_network("10.1.0.0/16"), "http://shop/", &["10.1.0.1"], Refuses(Rule::Name)),
        (|it| it.allow_network("127.0.0.1"), "http://127.0.0.2/", &[], Refuses(Rule::Address)),
        (
            |it| it.block_host("example.com"),
            "http://EXAMPLE.com./",
            &["93.184.216.34"],
            Refuses(Rule::Application),
        ),
        (
            |it| it.block_host("example.com"),
            "http://www.example.com/",
            &["93.184.216.34"],
            Dials("93.184.216.34:80"),
        ),
        (
            |it| it.block_host("*.example.com"),
            "http://www.example.com/",
            &["93.184.216.34"],
            Refuses(Rule::Application),
        ),
        (|it| it.block_host("93.184.216.34"), "http://0x5db8d822/", &[], Refuses(Rule::Application)),
        (
            |it| it.block_network("93.184.0.0/16"),
            "http://example.com/",
            &["93.184.216.34"],
            Refuses(Rule::Application),
        ),
        (|it| it.block_network("93.184.0.0/16"), "http://93.184.1.1/", &[], Refuses(Rule::Application)),
        (
            |it| it.allow_host("wiki.internal").block_network("10.0.0.0/8"),
            "http://wiki.internal/",
            &["10.0.0.7"],
            Refuses(Rule::Application),
        ),
        (
            |it| it.allow_network("10.0.0.0/8").block_network("10.0.0.7"),
            "http://10.0.0.7/",
            &[],
            Refuses(Rule::Application),
        ),
        (
            |it| it.only_host("*.wikipedia.org"),
            "https://en.wikipedia.org/",
            &["208.80.154.224"],
            Dials("208.80.154.224:443"),
        ),
        (
            |it| it.only_host("*.wikipedia.org"),
            "https://example.com/",
            &["93.184.216.34"],
            Refuses(Rule::Application),
        ),
        (|it| it.only_host("*.wikipedia.org"), "http://93.184.216.34/", &[], Refuses(Rule::Application)),
        (
            |it| it.only_host("*.wikipedia.org"),
            "https://en.wikipedia.org/",
            &["10.0.0.1"],
            Refuses(Rule::Address),
        ),
        (
            |it| it.only_host("*.wikipedia.org").allow_host("wiki.internal"),
            "http://wiki.internal/",
            &["10.0.0.7"],
            Dials("10.0.0.7:80"),
        ),
    ];
    for (setting, url, addresses, then) in cases {
        let (network, dialled) = nowhere(setting(Network::builder()), &Answers::of(&[addresses]));
        let error = network.get(url).send().await.unwrap_err();
        match then {
            Dials(address) => assert_eq!(dialled.all(), [address.parse().unwrap()], "{url}: {error}"),
            Refuses(wanted) => {
                assert_eq!(rule(&error), Some(wanted), "{url}: {error}");
                assert_eq!(dialled.count(), 0, "{url}");
            }
        }
    }
}

// proves NET-15
#[test]
fn settings_that_are_none_are_told_all_at_once() {
    let error = Network::builder()
        .allow_host("http://wiki/")
        .block_host("*")
        .allow_network("10.0.0.0/33")
        .allow_host("a b")
        .block_host("*.10.0.0.1")
        .user_agent("line\nbreak")
        .build()
        .unwrap_err()
        .to_string();
    for part in
        ["`http://wiki/`", "`*`", "`10.0.0.0/33` is no network", "`a b`", "`*.10.0.0.1`", "line\\nbreak"]
    {
        assert!(error.contains(part), "{part}: {error}");
    }
}
