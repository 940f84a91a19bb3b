//! The forms of a URL: section 4a of the real-world cases.

use super::support::nowhere;
use crate::network::{NetworkError, Rule, target::Target};

fn rule_of(url: &str) -> Option<Rule> {
    match Target::parse(url, &Default::default()) {
        Ok(_) => None,
        Err(NetworkError::Refused { rule, message }) => {
            assert!(message.chars().count() < 250, "{url}: {message}");
            Some(rule)
        }
        Err(other) => panic!("{url}: {other}"),
    }
}

// proves NET-01, NET-02, NET-03, NET-04, NET-08
#[test]
fn what_is_refused_and_by_which_rule() {
    use Rule::*;
    let long = format!("http://{}.com/", "a".repeat(64));
    let cases: &[(&str, Rule)] = &[
        ("http://2130706433/", Address),
        ("http://0177.0.0.1/", Address),
        ("http://0x7f.0.0.1/", Address),
        ("http://0x7f000001/", Address),
        ("http://0X7F.1/", Address),
        ("http://017700000001/", Address),
        ("http://127.1/", Address),
        ("http://127.0.1/", Address),
        ("http://127.0.0.1./", Address),
        ("http://0/", Address),
        ("http://0x/", Address),
        ("http://0.0.0.0/", Address),
        ("http://[::]/", Address),
        ("http://[::1]/", Address),
        ("http://[::ffff:127.0.0.1]/", Address),
        ("http://[::ffff:93.184.216.34]/", Address),
        ("http://[0:0:0:0:0:FFFF:7f00:1]/", Address),
        ("http://[::127.0.0.1]/", Address),
        ("http://[64:ff9b::a9fe:a9fe]/", Address),
        ("http://[64:ff9b::5db8:d822]/", Address),
        ("http://[64:ff9b:1::7f00:1]/", Address),
        ("http://[2002:a9fe:a9fe::1]/", Address),
        ("http://[2001:0:1::1]/", Address),
        ("http://[fe80::1]/", Address),
        ("http://[fe80::1%25eth0]/", Form),
        ("http://[fd00:ec2::254]/", Address),
        ("http://[ff02::1]/", Address),
        ("http://224.0.0.1/", Address),
        ("http://100.64.0.1/", Address),
        ("http://198.18.0.1/", Address),
        ("http://203.0.113.5/", Address),
        ("http://192.88.99.1/", Address),
        ("http://240.0.0.1/", Address),
        ("http://255.255.255.255/", Address),
        ("http://169.254.169.254/", Address),
        ("http://10.0.0.1/", Address),
        ("http://172.31.255.255/", Address),
        ("http://%31%32%37.0.0.1/", Address),
        ("http://%6cocalhost/", Name),
        ("http://①②⑦.⓪.⓪.①/", Address),
        ("http://１２７.０.０.１/", Address),
        ("http://127。0。0。1/", Address),
        ("http://127.0.0.1#@example.com/", Address),
        ("http://127.0.0.1?@example.com/", Address),
        ("http://localhost/", Name),
        ("http://localhost./", Name),
        ("http://LOCALHOST/", Name),
        ("http://foo.localhost/", Name),
        ("http://printer.local/", Name),
        ("http://PRINTER.LOCAL./", Name),
        ("http://local/", Name),
        ("http://metadata.google.internal/", Name),
        ("http://router.home.arpa/", Name),
        ("http://home.arpa/", Name),
        ("http://intranet/", Name),
        ("http://intranet./", Name),
        ("http://ｌｏｃａｌｈｏｓｔ/", Name),
        ("http://user:pw@example.com/", Credentials),
        ("http://user@example.com/", Credentials),
        ("http://:@example.com/", Credentials),
        ("http://@example.com/", Credentials),
        ("http://example.com@127.0.0.1/", Credentials),
        ("http://example.com:80@127.0.0.1/", Credentials),
        ("http://example.com%2f@127.0.0.1/", Credentials),
        ("http://127.0.0.1:80\\@example.com/", Form),
        ("http://example.com\\a", Form),
        ("http://exam\tple.com/", Form),
        ("http://example.com/a\r\nX: y", Form),
        ("http://example.com/\0", Form),
        ("http://exa mple.com/", Form),
        ("http://example.com:8080/", Port),
        ("http://example.com:22/", Port),
        ("http://example.com:0/", Port),
        ("http://example.com:443/", Port),
        ("https://example.com:80/", Port),
        ("http://example.com:65536/", Form),
        ("http:example.com/", Form),
        ("http:/example.com/", Form),
        ("http:///example.com/", Form),
        ("//example.com/", Form),
        ("http://", Form),
        ("http://./", Form),
        ("http://../", Form),
        ("http://example.com../", Form),
        ("http://a..example.com/", Form),
        ("example.com", Form),
        ("/etc/passwd", Form),
        ("", Form),
        ("   ", Form),
        (":", Form),
        ("http://256.1.1.1/", Form),
        ("http://1.2.3.4.5/", Form),
        ("http://1.2.3.08/", Form),
        ("http://[::1", Form),
        ("http://[1.2.3.4]/", Form),
        ("http://[v1.x]/", Form),
        (&long, Form),
        ("file:///etc/passwd", Scheme),
        ("ftp://example.com/", Scheme),
        ("gopher://example.com/", Scheme),
        ("data:text/plain,hi", Scheme),
        ("javascript:alert(1)", Scheme),
        ("blob:http://example.com/1", Scheme),
        ("view-source:http://example.com/", Scheme),
        ("ws://example.com/", Scheme),
        ("example.com:8080/", Scheme),
    ];
    let wrong: Vec<_> = cases
        .iter()
        .filter_map(|(url, rule)| match rule_of(url) {
            Some(came) if came == *rule => None,
            came => Some(format!("{url:?}: {came:?}, wanted {rule:?}")),
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

// proves NET-01, NET-03, FET-10
#[test]
fn what_is_admitted_and_how_it_is_written_then() {
    let cases = [
        ("http://172.32.0.1/", "http://172.32.0.1/"),
        ("http://[2606:2800:220:1:248:1893:25c8:1946]/", "http://[2606:2800:220:1:248:1893:25c8:1946]/"),
        ("http://example.com./", "http://example.com/"),
        ("http://аpple.com/", "http://xn--pple-43d.com/"),
        ("http://faß.de/", "http://xn--fa-hia.de/"),
        ("http://example.com:080/", "http://example.com/"),
        ("http://example.com:/", "http://example.com/"),
        ("https://example.com:443/", "https://example.com/"),
        ("HTTP://EXAMPLE.com/", "http://example.com/"),
        (" \u{3000}http://example.com/ \n", "http://example.com/"),
        ("http://example.com/#x", "http://example.com/"),
        ("http://example.com", "http://example.com/"),
        ("http://example.com/a b/ü?q=ä ö#f", "http://example.com/a%20b/%C3%BC?q=%C3%A4%20%C3%B6"),
        ("http://example.com/a/../b/./c", "http://example.com/b/c"),
        ("http://example.com/@user", "http://example.com/@user"),
        ("http://example.com/?next=http://user@host/", "http://example.com/?next=http://user@host/"),
        ("http://notlocalhost.com/", "http://notlocalhost.com/"),
        ("http://local.example/", "http://local.example/"),
        ("http://my_host.example.com/", "http://my_host.example.com/"),
    ];
    for (url, wanted) in cases {
        match Target::parse(url, &Default::default()) {
            Ok(target) => assert_eq!(target.url.as_str(), wanted, "{url}"),
            Err(error) => panic!("{url}: {error}"),
        }
    }
}

// proves NET-04, NET-16
#[tokio::test]
async fn a_local_name_is_refused_before_it_is_looked_up() {
    let (network, answers, dialled) = nowhere();
    for url in ["http://localhost/", "http://nas.local/", "http://db.internal/", "http://nas/"] {
        let error = network.get(url).send().await.unwrap_err().at("/url");
        assert_eq!(error.code(), "invalid_arguments", "{url}");
        assert!(error.to_string().contains("(rule: name)"), "{error}");
    }
    assert_eq!((answers.asked(), dialled.count()), (0, 0));
}

// proves NET-16
#[test]
fn the_messages_say_what_to_write() {
    let cases = [
        ("example.com", "is not a whole URL; write one such as https://example.com/page"),
        ("ftp://example.com/", "has the scheme `ftp`; only http and https are admitted"),
        ("http://example.com:8080/", "has port 8080; only 80 for http and 443 for https are admitted"),
        ("http://u:p@example.com/", "holds a user or a password; write it without everything up to `@`"),
        (
            "http://0177.0.0.1/",
            "leads to 127.0.0.1, which is not public (127.0.0.0/8, this machine); only public hosts are admitted",
        ),
        ("http://nas/", "names `nas`, which is inside a network; only public hosts are admitted"),
    ];
    for (url, wanted) in cases {
        assert_eq!(Target::parse(url, &Default::default()).unwrap_err().to_string(), wanted);
    }
}
