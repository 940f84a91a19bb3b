use crate::search::text::{line, plain};

// proves SEA-03
#[test]
fn texts_are_one_line_cut_between_characters() {
    let cases = [
        ("", 5, ""),
        ("  a \t\n b  ", 5, "a b"),
        ("a\u{a0}\u{3000}b\u{0}c\u{85}d", 9, "a b c d"),
        ("abcdef", 5, "abcde"),
        ("abcde f", 5, "abcde"),
        ("abcd f", 5, "abcd"),
        ("abc fg", 5, "abc f"),
        ("üüüüüü", 5, "üüüüü"),
        ("🐈🐈🐈", 2, "🐈🐈"),
        ("a", 0, ""),
    ];
    for (text, max, expected) in cases {
        assert_eq!(line(text, max), expected, "{text:?}");
    }
    assert_eq!(line(&"ab ".repeat(700_000), 500).chars().count(), 500);
}

// proves SEA-03, SEA-08
#[test]
fn markup_goes_and_entities_are_decoded_once() {
    let cases = [
        ("The <strong>cat</strong> &amp; dog", "The cat & dog"),
        ("<span class=\"searchmatch\">Cat</span> &quot;x&quot;", "Cat \"x\""),
        ("&amp;lt;b&amp;gt; &amp;amp;", "&lt;b&gt; &amp;"),
        ("&#x27;a&#39; &eacute;", "'a' é"),
        ("a < b & c", "a < b & c"),
        ("AT&T", "AT&T"),
        ("plain", "plain"),
        ("<script>x()</script>y<!-- z -->", "y"),
        ("<b", ""),
        ("", ""),
    ];
    for (markup, expected) in cases {
        assert_eq!(line(&plain(markup), 100), expected, "{markup}");
    }
}
