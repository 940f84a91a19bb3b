//! URLs that nobody has thought of: those of section 4a of the real-world cases,
//! changed at random places.

use std::net::IpAddr;

use url::Host;

use crate::{
    mutation::mutate,
    network::{
        NetworkError, is_public,
        target::{Destination, Target},
    },
};

/// What mutations begin with.
const URLS: &[&str] = &[
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://0x7f.1/",
    "http://127.0.1/",
    "http://0x/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[0:0:0:0:0:FFFF:7f00:1]/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[2002:a9fe:a9fe::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[fd00:ec2::254]/",
    "http://[2606:2800:220:1:248:1893:25c8:1946]/",
    "http://224.0.0.1/",
    "http://100.64.0.1/",
    "http://192.88.99.1/",
    "http://172.32.0.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://localhost./",
    "http://foo.localhost/",
    "http://printer.local/",
    "http://metadata.google.internal/",
    "http://router.home.arpa/",
    "http://intranet/",
    "http://example.com./",
    "http://169.254.169.254.nip.io/",
    "http://user:pw@example.com/",
    "http://example.com:80@127.0.0.1/",
    "http://example.com%2f@127.0.0.1/",
    "http://127.0.0.1:80\\@example.com/",
    "http://127.0.0.1#@example.com/",
    "http://127.0.0.1?@example.com/",
    "http://①②⑦.⓪.⓪.①/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://аpple.com/",
    "http://faß.de/",
    "http://exam\tple.com/",
    "http://example.com:8080/",
    "http://example.com:080/",
    "https://example.com:443/",
    "http:example.com/",
    "http:///example.com/",
    "//example.com/",
    "http://../",
    "http://256.1.1.1/",
    "http://1.2.3.08/",
    "http://[::1",
    "http://[v1.x]/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "blob:http://example.com/1",
    "view-source:http://example.com/",
    "HTTP://EXAMPLE.com/",
    " http://example.com/ ",
    "http://example.com/a b/ü?q=ä ö#f",
    "http://my_host.example.com/a/../b/./c",
    "https://xn--pple-43d.com/?next=http://user@host/",
];

/// What is put into them.
#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "http", "https", "://", ":", "//", "/", "\\", "?", "#", "@", ":@", ".", "..", "。", "．", "｡", "%2e",
    "%2f", "%40", "%5c", "%00", "%25", "%", "[", "]", "[::1]", "::", "::ffff:", "0x", "0X7f", "0177",
    "127.0.0.1", "127.1", "0", "255", "4294967295", "10.0.0.1", "169.254.169.254", "localhost", ".local",
    ".internal", ".home.arpa", "LOCALHOST", "ｌｏｃａｌｈｏｓｔ", "%6cocalhost", "example.com", "xn--", "ß", "ſ",
    "K", "İ", "\u{ad}", "\u{200d}", "\u{202e}", "\u{feff}", "\u{2100}", "\u{ff0f}", "\u{ff20}", "\u{ff1a}",
    "\u{ff3c}", ":80", ":443", ":0", ":65616", ":08080", "\t", "\r\n", "\0", " ", "\u{a0}", "\u{3000}",
    "\u{7f}", "\u{85}", "é", "é", "①", "७", "{", "|", "^", "`", "*",
];

/// What must be so of a URL that is admitted, whatever it was written like.
fn check(text: &str, target: &Target) {
    let url = &target.url;
    assert!(matches!(url.scheme(), "http" | "https"), "{text:?}: {url}");
    assert_eq!(
        (url.port(), target.port),
        (None, if target.is_https() { 443 } else { 80 }),
        "{text:?}: {url}"
    );
    assert!(url.username().is_empty() && url.password().is_none(), "{text:?}: {url}");
    assert!(!text.contains('\\') && !text.trim().chars().any(char::is_control), "{text:?}");
    assert!(
        url.as_str().is_ascii() && !url.as_str().contains('\\') && url.fragment().is_none(),
        "{text:?}: {url}"
    );
    assert!(!target.vouched);
    let authority = target.authority();
    assert!(!authority.contains('@') && !authority.ends_with('.'), "{text:?}: {url}");
    assert_eq!(Some(authority), url.host_str(), "{text:?}: {url}");
    match &target.host {
        Destination::Address(address) => assert!(is_public(*address), "{text:?}: {address}"),
        Destination::Name(name) => {
            assert!(name.contains('.'), "{text:?}: {name}");
            for local in ["localhost", "local", "internal", "home.arpa"] {
                assert!(!format!(".{name}").ends_with(&format!(".{local}")), "{text:?}: {name}");
            }
            assert!(
                name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)),
                "{text:?}: {name}"
            );
            assert_eq!(*name, name.to_ascii_lowercase(), "{text:?}");
            assert!(name.parse::<IpAddr>().is_err(), "{text:?}: {name}");
            // Nor is it one as other readers spell addresses: those end in a number.
            let last = name.rsplit('.').next().unwrap();
            let hexadecimal =
                last.strip_prefix("0x").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_hexdigit()));
            assert!(!hexadecimal && !last.bytes().all(|byte| byte.is_ascii_digit()), "{text:?}: {name}");
            assert_eq!(Host::parse(name).unwrap(), Host::Domain(name.clone()), "{text:?}");
        }
    }
    // What it prints means the same to whoever reads that.
    let again = Target::parse(url.as_str(), &Default::default())
        .unwrap_or_else(|error| panic!("{text:?}: {url}: {error}"));
    assert_eq!((&again.url, &again.host, again.port), (url, &target.host, target.port), "{text:?}");
}

// proves NET-01, NET-02, NET-03, NET-04, NET-06, NET-07, NET-08
#[test]
fn whatever_is_admitted_is_public() {
    let rules = Default::default();
    let public = Target::parse("https://example.com/a/b?c", &rules).unwrap();
    let urls: Vec<_> = URLS.iter().map(|url| url.as_bytes()).collect();
    let tokens: Vec<_> = TOKENS.iter().map(|token| token.as_bytes()).collect();
    let (mut count, mut admitted, mut followed) = (0, 0, 0);
    mutate(0x9e37_79b9_7f4a_7c15, &urls, &tokens, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        count += 1;
        match Target::parse(&text, &rules) {
            Ok(target) => {
                admitted += 1;
                check(&text, &target);
            }
            Err(NetworkError::Refused { message, .. }) => {
                assert!(message.chars().count() < 400, "{text:?}: {message}")
            }
            Err(other) => panic!("{text:?}: {other}"),
        }
        // The same, and its end, as where a redirect leads.
        for location in [&text, text.trim_start_matches(|c| c != '/')] {
            if let Ok(target) = public.follow(location, &rules) {
                followed += 1;
                check(location, &target);
            }
        }
    });
    // A run that admits nothing, or everything, has looked at nothing.
    assert!(admitted > count / 50 && admitted < count / 2, "{admitted} of {count}");
    assert!(followed > count / 10, "{followed}");
}
