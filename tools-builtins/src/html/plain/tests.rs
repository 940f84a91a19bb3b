use super::plain;

// proves SEA-08
#[test]
fn fragments_become_one_line() {
    let cases = [
        ("marks", "The <strong>cat</strong> &amp; dog", "The cat & dog"),
        ("quotes", "<span class=\"searchmatch\">Cat</span> &quot;x&quot;", "Cat \"x\""),
        ("decoded once", "&amp;lt;b&amp;gt; &lt;b&gt;", "&lt;b&gt; <b>"),
        ("blanks", "\n a\t b\r\n\n<b> c </b> d ", "a b c d"),
        ("blocks part words", "a<br>b<p>c</p>d", "a b c d"),
        ("tags within words do not", "a<b>b</b>c", "abc"),
        ("no script", "a<script>b</script><style>c</style>d", "ad"),
        ("nothing", "", ""),
        ("blanks alone", " &nbsp; ", "\u{A0}"),
        ("no tag", "1 < 2 && 3 > 2", "1 < 2 && 3 > 2"),
        ("an unclosed tag", "a <b", "a"),
        ("hidden characters", "a\u{200B}b\u{202E}c\u{7}d", "abcd"),
    ];
    for (name, fragment, wanted) in cases {
        assert_eq!(plain(fragment), wanted, "{name}");
    }
}
