use super::*;

fn read(body: &[u8], header: Option<&str>, declared: Declared) -> Result<(String, bool), String> {
    decode(body.to_vec(), header, declared).map(|decoded| (decoded.text, decoded.replaced))
}

// proves FET-05
#[test]
fn byte_order_mark_then_header_then_document_then_utf_8() {
    use Declared::*;
    let sjis = b"\x93\x8c\x8b\x9e";
    let gbk_meta = [b"<html><head><meta charset=gbk></head>".as_slice(), b"\xb1\xb1\xbe\xa9"].concat();
    let cyrillic = [
        b"<META CONTENT='text/html; charset=windows-1251' HTTP-EQUIV=\"Content-Type\">".as_slice(),
        b"\xcc\xee\xf1\xea\xe2\xe0",
    ]
    .concat();
    let in_comment = [b"<!-- <meta charset=gbk> -->".as_slice(), "Genève".as_bytes()].concat();
    let in_script = [b"<script>'<meta charset=gbk>'</script>".as_slice(), "Genève".as_bytes()].concat();
    let late = [b" ".repeat(1024).as_slice(), b"<meta charset=gbk>", "Genève".as_bytes()].concat();
    let utf16_meta = [b"<meta charset=utf-16>".as_slice(), "Genève".as_bytes()].concat();
    let xml = b"<?xml version='1.0' encoding='ISO-8859-1'?><a>Gen\xe8ve</a>";
    type Case<'a> = (&'a str, &'a [u8], Option<&'a str>, Declared, &'a str, bool);
    let cases: &[Case<'_>] = &[
        ("header", sjis, Some("Shift_JIS"), No, "東京", false),
        ("header before meta", "Genève<meta charset=gbk>".as_bytes(), Some("utf-8"), Html, "Genève", false),
        ("meta", &gbk_meta, None, Html, "北京", false),
        ("http-equiv", &cyrillic, None, Html, "Москва", false),
        ("mark before header", b"\xef\xbb\xbfGen\xc3\xa8ve", Some("iso-8859-1"), No, "Genève", false),
        ("mark of UTF-16LE", b"\xff\xfeG\0e\0n\0\xe8\0", Some("utf-8"), Html, "Genè", false),
        ("mark of UTF-16BE", b"\xfe\xff\0G\0e\0n\0\xe8", None, No, "Genè", false),
        ("header, and no such bytes", b"Gen\xe8ve", Some("utf-8"), No, "Gen\u{fffd}ve", true),
        ("meta says UTF-16", &utf16_meta, None, Html, "Genève", false),
        ("meta in a comment", &in_comment, None, Html, "Genève", false),
        ("meta in a script", &in_script, None, Html, "Genève", false),
        ("meta too late", &late, None, Html, "Genève", false),
        ("nothing said", "Genève".as_bytes(), None, Html, "Genève", false),
        ("latin1 is windows-1252", b"\x80 5", Some("latin1"), No, "€ 5", false),
        ("an XML declaration", xml, None, Xml, "Genève", false),
        ("an XML declaration elsewhere", "<?xml encoding='ISO-8859-1'?>è".as_bytes(), None, No, "è", false),
        ("empty", b"", None, Html, "", false),
        ("half a character at the end", b"Gen\xc3", None, No, "Gen\u{fffd}", true),
    ];
    for (case, body, header, declared, wanted, replaced) in cases {
        let (text, came) = read(body, *header, *declared).unwrap();
        assert!(text.ends_with(wanted) || text.contains(wanted), "{case}: {text:?}");
        assert_eq!(came, *replaced, "{case}");
        assert!(!text.starts_with('\u{feff}'), "{case}");
    }
}

// proves FET-05
#[test]
fn an_unknown_label_is_an_error() {
    for (body, header, declared) in [
        (b"x".as_slice(), Some("foo"), Declared::No),
        (b"x", Some("iso-2022-cn"), Declared::No),
        (b"<meta charset=foo>", None, Declared::Html),
        (b"<?xml version='1.0' encoding='foo'?>", None, Declared::Xml),
    ] {
        let error = read(body, header, declared).unwrap_err();
        assert!(error.starts_with("the text is in the encoding `"), "{error}");
    }
}

#[test]
fn the_charset_of_a_content_type() {
    for (content_type, wanted) in [
        ("text/html", None),
        ("text/html; charset=utf-8", Some("utf-8")),
        ("TEXT/HTML ;Charset=\"UTF-8\"", Some("UTF-8")),
        ("text/html; charset='utf-8'", Some("utf-8")),
        ("text/html; boundary=x; charset = gbk ", Some("gbk")),
        ("text/html; charset=", None),
        ("text/html; charset=\"\"", None),
        ("text/html; charsets=gbk", None),
    ] {
        assert_eq!(charset(content_type).as_deref(), wanted, "{content_type}");
    }
}
