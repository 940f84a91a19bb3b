//! What is read of pages.

mod blocks;
mod bounds;
mod growth;
mod mutations;
mod tables;

use url::Url;

use super::read;

/// Reads pages found at `https://example.com/dir/page?q`.
fn check(cases: &[(&str, &str, &str)]) {
    let base = Url::parse("https://example.com/dir/page?q").unwrap();
    for (name, html, wanted) in cases {
        assert_eq!(read(html, &base).text, *wanted, "{name}");
    }
}

// proves FET-06
#[test]
fn what_is_not_seen_is_dropped() {
    let cases = [
        (
            "scripts and the like",
            "<script>var a=\"<p>\"</script><style>b{}</style><noscript>x</noscript><template>y</template>\
             <p>Rain at 5</p><svg><text>z</text></svg><canvas>c</canvas><iframe>i</iframe><!-- c -->",
            "Rain at 5",
        ),
        ("media", "<video>a</video><audio>b</audio><object>c</object><embed>d", "d"),
        ("choices", "<select><option>a</select><datalist><option>b</datalist>c", "c"),
        ("hidden", "<p hidden>a<p hidden=until-found>b<p hidden=false>c<p>d", "d"),
        ("hidden with all in it", "<div hidden><p>a<b>b</b><br></div>c", "c"),
        ("hidden from assistance", "<p aria-hidden=TRUE>a<p aria-hidden=false>b", "b"),
        (
            "styles that hide",
            "<p style='color:red; DISPLAY : None !important'>a<p style=visibility:hidden>b\
             <p style='display:block;x'>c",
            "c",
        ),
        ("dialogs", "<dialog>a</dialog><dialog open>b</dialog>", "b"),
        ("the head", "<head><meta content=a><link><title>b</title></head>c", "c"),
        ("details stay", "<details><summary>a</summary>b</details>", "a\n\nb"),
        ("annotations of formulas", "<math><mi>x</mi><annotation>y</annotation></math>", "x"),
        (
            "fields",
            "<input type=hidden value=a><input type=password value=b><input type=checkbox value=c>\
             <input value=d><input type=SUBMIT value=e><button>f</button><textarea>g</textarea>h",
            "d e f g h",
        ),
        ("an unclosed script", "a<script>b<p>c", "a"),
        ("an unclosed svg", "a<svg><g>b<p>c", "a\n\nc"),
        ("an unclosed template", "a<template>b<p>c", "a"),
    ];
    check(&cases);
}

// proves FET-06
#[test]
fn blanks_and_characters() {
    let cases = [
        ("blanks collapse", " a \t\n b<i> c </i> d ", "a b c d"),
        ("across elements", "<b>a </b> <i> b</i>", "a b"),
        ("none at edges of lines", "<p> a <br> b </p> c ", "a\nb\n\nc"),
        ("no-break spaces stay", "a&nbsp;&nbsp;b c&nbsp;", "a\u{A0}\u{A0}b c\u{A0}"),
        ("but make no line", "<p>a<p>&nbsp;<p>b", "a\n\nb"),
        (
            "decoded once",
            "&lt;b&gt; &amp;amp; &nbsp;&#8364;&#x20AC;&#128;&notit; &copy</style>&apos;<br/>",
            "<b> &amp; \u{A0}€€€¬it; ©'",
        ),
        (
            "hidden characters",
            "a\u{200B}b\u{AD}c\u{2060}d\u{FEFF}e\u{E0041}f\u{1}g\u{85}h&#27;i",
            "abcdefghi",
        ),
        ("turned text", "a\u{202A}\u{202E}b\u{2066}\u{2069}c", "abc"),
        ("joiners stay", "👨\u{200D}👩\u{200D}👧 می\u{200C}خواهم", "👨\u{200D}👩\u{200D}👧 می\u{200C}خواهم"),
        ("line separators are blanks", "a\u{2028}b\u{2029} c", "a b c"),
        ("nothing is escaped", "*a* _b_ # c [d](e)", "*a* _b_ # c [d](e)"),
        ("nothing", "", ""),
    ];
    check(&cases);
}

// proves FET-06
#[test]
fn links_are_absolute() {
    let cases = [
        (
            "relative",
            "<a href=x>a</a> <a href=/y#z>b</a> <a href='?w=1&amp;v'>c</a> <a href=//o.org>d</a>",
            "[a](https://example.com/dir/x) [b](https://example.com/y#z) \
             [c](https://example.com/dir/page?w=1&v) [d](https://o.org/)",
        ),
        ("the first base", "<base href=/b/><base href=/c/><a href=x>a</a>", "[a](https://example.com/b/x)"),
        ("a base that is none", "<base href='data:x'><a href=x>a</a>", "[a](https://example.com/dir/x)"),
        ("blanks around", "<a href=' \n x '>a</a>", "[a](https://example.com/dir/x)"),
        (
            "no target worth it",
            "<a href=#x>a</a> <a href=javascript:x>b</a> <a href=data:,x>c</a> <a href=tel:1>d</a> \
             <a href=''>e</a> <a>f</a> <a href='http://['>g</a> <a href=ftp://h.org>h</a>",
            "a b c d e f g h",
        ),
        (
            "mail",
            "<a href='mailto:a@b.org?subject=c'>d</a> <a href=MAILTO:a@b.org>to a@b.org</a> \
             <a href=mailto:a@b.org>a@b.org</a> <a href=mailto:?subject=f>g</a>",
            "[d](mailto:a@b.org) [to a@b.org](mailto:a@b.org) a@b.org g",
        ),
        (
            "written once",
            "<a href=https://a.org/>https://a.org</a> <a href=https://a.org/b>https://a.org/b</a>",
            "https://a.org https://a.org/b",
        ),
        ("nothing to click", "a<a href=x></a> <a href=y> <svg></svg></a>b", "a b"),
        ("blanks stay outside", "a<a href=/x> b </a>c", "a [b](https://example.com/x) c"),
        ("an image", "<a href=/x><img alt=a></a>", "[[image: a]](https://example.com/x)"),
        ("over blocks", "<a href=/x><h2>a</h2><p>b</a>c", "## [a](https://example.com/x)\n\nbc"),
        ("over lines", "<a href=/x>a<br>b</a>c", "[a](https://example.com/x)\nbc"),
        (
            "parentheses in the target",
            "<a href=/x_(y)>a</a> <a href=/x)y>b</a> <a href=/x)y(>c</a> <a href=/x(y>d</a>",
            "[a](https://example.com/x_(y)) [b](<https://example.com/x)y>) [c](<https://example.com/x)y(>) \
             [d](<https://example.com/x(y>)",
        ),
        ("with code", "<a href=/x><code>a</code></a>", "[`a`](https://example.com/x)"),
    ];
    check(&cases);
}

// proves FET-07
#[test]
fn main_content_is_preferred() {
    let cases = [
        ("main", "<nav>a</nav><main><h1>b</h1>c</main><footer>d</footer>", "# b\n\nc"),
        ("by role", "<nav>a</nav><div role=main>b</div>", "b"),
        ("all of them", "<main>a</main>b<main>c<main>d</main></main>", "a\n\nc\n\nd"),
        ("before articles", "<article>a</article><main>b<article>c</article></main>", "b\n\nc"),
        (
            "articles",
            "<header>a</header><article>b<article>c</article></article>d<article>e</article>",
            "a\n\nb\n\nc\n\nd\n\ne",
        ),
        ("an article in the only one", "<nav>a</nav><article>b<article>c</article></article>d", "b\n\nc"),
        ("a blank article", "<nav>a</nav><article>b</article>d<article> </article>", "b"),
        ("a blank main", "<main> &nbsp;<br></main><article>a</article>b", "a"),
        ("neither", "<main></main><article></article><nav>a</nav><p>b", "a\n\nb"),
        ("a hidden main", "<main hidden>a</main>b", "b"),
        ("in a cell", "<table><tr><td>a<td><main>b<p>c</main></table>", "b\n\nc"),
        ("open to the end", "a<main>b<p>c", "b\n\nc"),
        ("a link around", "<a href=/x>a<main>b</main></a>", "b"),
    ];
    check(&cases);
}

// proves FET-06
#[test]
fn a_page_without_text_says_what_it_says_without_scripts_or_frames() {
    let cases = [
        ("scripts", "<div id=app></div><noscript><p>a&amp;b<p>c</noscript><script>d</script>", "a&b\n\nc"),
        ("beside text", "a<noscript>b</noscript>", "a"),
        ("frames", "<frameset><frame src=a><noframes><body><p>b<p>c</noframes></frameset>", "b\n\nc"),
        ("several", "<noscript><img alt=a></noscript><noscript>b</noscript>", "[image: a] b"),
        ("in each other", &"<noscript>".repeat(100_000), ""),
        (
            "with a base",
            "<base href=/b/><noscript><a href=x>a</a></noscript>",
            "[a](https://example.com/b/x)",
        ),
        ("in one another", "<noscript>&lt;noscript>a</noscript>", "<noscript>a"),
        ("hidden", "<div hidden><noscript>a</noscript></div>", ""),
        ("nothing", "<noscript> <script>a</script></noscript>", ""),
    ];
    check(&cases);
}

// proves FET-06
#[test]
fn titles() {
    let long = format!("<title>{}</title>", "é".repeat(501));
    let cut = "é".repeat(500);
    let cases = [
        ("one line, decoded", "<title> A\n&amp;amp; <b> </title>", Some("A &amp; <b>")),
        ("the first", "<title>a</title><title>b</title>", Some("a")),
        ("in the body", "<body><p>a<title>b</title>", Some("b")),
        ("not of a picture", "<svg><title>a</title></svg><title>b</title>", Some("b")),
        ("blank", "<title> &nbsp; </title>", None),
        ("missing", "a", None),
        ("unclosed", "<title>a<p>b", Some("a<p>b")),
        ("hidden characters", "<title>a\u{202E}b&#7;c</title>", Some("abc")),
        ("long", long.as_str(), Some(cut.as_str())),
    ];
    let base = Url::parse("https://example.com/").unwrap();
    for (name, html, wanted) in cases {
        assert_eq!(read(html, &base).title.as_deref(), wanted, "{name}");
    }
}
