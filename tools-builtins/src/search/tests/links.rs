use crate::search::links::link;

// proves SEA-09
#[test]
fn only_public_web_addresses_may_stand_in_results() {
    let same = "=";
    let cases = [
        ("https://example.com/", Some(same)),
        ("http://example.com/", Some(same)),
        ("https://example.com", Some("https://example.com/")),
        ("HTTPS://EXAMPLE.com/A", Some("https://example.com/A")),
        (" https://example.com/ ", Some("https://example.com/")),
        ("https://example.com:8443/a?b=c#d", Some(same)),
        ("https://example.com:443/", Some("https://example.com/")),
        ("https://example.com/a b", Some("https://example.com/a%20b")),
        ("https://example.com/%0a%00", Some(same)),
        ("https://example.com/ü", Some("https://example.com/%C3%BC")),
        ("https://bücher.example/", Some("https://xn--bcher-kva.example/")),
        ("https://example.com/user@host", Some(same)),
        ("https://example.com/?mail=a@b.c", Some(same)),
        ("https://example.com/#@", Some(same)),
        ("https://example.com?@", Some("https://example.com/?@")),
        ("https:example.com", Some("https://example.com/")),
        ("https://93.184.216.34/", Some(same)),
        ("https://[2606:4700::1111]/", Some(same)),
        ("https://localhost.example.com/", Some(same)),
        ("https://notlocalhost.example/", Some(same)),
        // Not of the web.
        ("ftp://example.com/", None),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("file:///etc/passwd", None),
        ("mailto:a@b.c", None),
        ("about:blank", None),
        ("blob:https://example.com/1", None),
        ("view-source:https://example.com/", None),
        ("wss://example.com/", None),
        ("example.com", None),
        ("//example.com/", None),
        ("/path", None),
        ("#", None),
        ("?q", None),
        ("", None),
        (" ", None),
        ("https://", None),
        ("https:///", None),
        ("https://?q", None),
        ("https://exa mple.com/", None),
        ("https://example.com:99999/", None),
        ("https://[::1/", None),
        ("https://%zz/", None),
        // Credentials.
        ("https://user@example.com/", None),
        ("https://user:word@example.com/", None),
        ("https://@example.com/", None),
        ("https://:@example.com/", None),
        ("https:@example.com/", None),
        ("https:/@example.com/", None),
        ("https:////@example.com/", None),
        ("https://good.example@evil.example/", None),
        ("https://a@b@example.com/", None),
        // Control characters and backslashes.
        ("https://example.com/\n", None),
        ("https://exam\tple.com/", None),
        ("java\nscript:alert(1)", None),
        ("\u{1}https://example.com/", None),
        ("https://example.com/\u{0}", None),
        ("https://example.com/\u{7f}", None),
        ("https://example.com/\u{85}", None),
        ("https:\\\\example.com\\a", None),
        ("https://example.com\\@evil.example/", None),
        ("https://example.com/a\\b", None),
        ("https://example.com/?a\\b", None),
        // This host and its network, however they are written.
        ("http://127.0.0.1/", None),
        ("http://127.1/", None),
        ("http://2130706433/", None),
        ("http://0x7f.1/", None),
        ("http://0177.0.0.1/", None),
        ("http://127.0.0.1./", None),
        ("http://%31%32%37.0.0.1/", None),
        ("http://１２７.0.0.1/", None),
        ("http://127。0。0。1/", None),
        ("http://0/", None),
        ("http://10.1.2.3/", None),
        ("http://172.16.0.1/", None),
        ("http://192.168.1.1/admin", None),
        ("http://169.254.169.254/latest/meta-data/", None),
        ("http://100.64.0.1/", None),
        ("http://224.0.0.1/", None),
        ("http://255.255.255.255/", None),
        ("http://[::1]/", None),
        ("http://[::]/", None),
        ("http://[fe80::1]/", None),
        ("http://[fd00::1]/", None),
        ("http://[::ffff:127.0.0.1]/", None),
        ("http://[2001:db8::1]/", None),
        ("http://localhost/", None),
        ("http://LOCALHOST:80/", None),
        ("http://localhost./", None),
        ("http://a.localhost/", None),
        ("http://loc%61lhost/", None),
        ("http://ｌocalhost/", None),
        ("http://intranet/", None),
        ("http://printer.local/", None),
        ("http://metadata.google.internal/", None),
    ];
    assert!(cases.len() >= 40);
    for (text, expected) in cases {
        let expected = expected.map(|expected| if expected == same { text } else { expected });
        assert_eq!(link(text).as_deref(), expected, "{text:?}");
    }
}

// proves SEA-09
#[test]
fn an_address_has_2048_characters_at_most_before_and_after() {
    let of = |length: usize, fill: &str| {
        let start = "https://e.com/";
        format!("{start}{}", fill.repeat(length - start.len()))
    };
    assert_eq!(link(&of(2_048, "a")).unwrap().len(), 2_048);
    assert_eq!(link(&of(2_049, "a")), None);
    // Short as it came, long as it would be given back.
    assert_eq!(link(&of(800, " b")), None);
    assert_eq!(link(&of(400, "ü")), None);
    assert!(link(&of(300, "ü")).is_some());
    assert_eq!(link(&"https://e.com/".repeat(1_000_000)), None);
}
