//! Blocks, lists, quotes and preformatted text.

use super::check;

// proves FET-06
#[test]
fn blocks_become_paragraphs() {
    let cases = [
        ("paragraphs", "a<p>b</p>c<div>d<section>e</section></div>", "a\n\nb\n\nc\n\nd\n\ne"),
        ("line breaks", "a<br>b<br><br>c<br><br><br><br>d<br>", "a\nb\n\nc\n\nd"),
        ("headings", "<h1>a</h1><h2>b<br>c</h2><h6>d<p>e</h6>f<h3></h3>", "# a\n\n## b c\n\n###### d e\n\nf"),
        ("rules", "a<hr>b<hr><hr>", "a\n\n---\n\nb\n\n---\n\n---"),
        ("code", "a <code>b c</code>, <code> d </code>e<code></code> <kbd>f</kbd>", "a `b c`, `d` e `f`"),
        ("struck out", "<del>a</del><ins>b</ins> <s>c <strike>d</strike></s>", "~~a~~b ~~c ~~d~~~~"),
        (
            "exponents are not digits of the number",
            "10<sup>6</sup> m<sup>\u{2212}2</sup> (a)<sup>+</sup> a<sup>[1]</sup> 1<sup>st</sup> <sup>2</sup>/<sub>3</sub>",
            "10^6 m^\u{2212}2 (a)^+ a[1] 1st 2/3",
        ),
        (
            "readings",
            "<ruby>\u{6F22}<rp>(<rt>kan<rp>)</rp>\u{5B57}<rt>ji</ruby><ruby>a<rt></ruby>",
            "\u{6F22}(kan)\u{5B57}(ji)a",
        ),
        (
            "formulas",
            "<math><mfrac><mn>1</mn><mrow><mi>a</mi><mo>+</mo><mn>2</mn></mrow></mfrac><msup><mi>x</mi><mn>2</mn></msup>\
             <msqrt><mfrac><mn>3</mn><mfrac><mn>4</mn><mn>5</mn></mfrac></mfrac></msqrt></math>b",
            "1/(a+2)x^2\u{221A}(3/(4/5))b",
        ),
        ("quotations", "<q>a <q>b</q></q>", "\"a \"b\"\""),
        ("images", "<img alt=' a\nb '><img alt=''><img><img alt=c>", "[image: a b][image: c]"),
    ];
    check(&cases);
}

// proves FET-06
#[test]
fn lists_keep_their_shape() {
    let cases = [
        ("items", "a<ul><li>b<li><p>c</p><li>d</ul>e", "a\n\n- b\n- c\n- d\n\ne"),
        ("numbers", "<ol><li>a<li>b<li value=7>c<li value=x>d</ol>", "1. a\n2. b\n7. c\n8. d"),
        ("from a start", "<ol start=-1 type=a><li>a<li>b<li>c</ol>", "-1. a\n0. b\n1. c"),
        ("a start that is none", "<ol start=x><li>a</ol><ol start=99999999999><li>b</ol>", "1. a\n\n1. b"),
        ("downwards", "<ol reversed><li>a<ul><li>x</ul><li>b<li hidden>c</ol>", "3. a\n   - x\n2. b"),
        (
            "downwards twice",
            "<ol reversed><li>a<ol reversed><li>b<li>c</ol></ol><div hidden><ol reversed><li>d</ol></div>\
             <ol reversed><li>e<li>f<li>g</ol>",
            "1. a\n   2. b\n   1. c\n\n3. e\n2. f\n1. g",
        ),
        ("downwards from a start", "<ol reversed start=9><li>a<li>b</ol>", "9. a\n8. b"),
        (
            "in lists",
            "<ul><li>a<ol><li>b<li>c<ul><li>d</ul></ol>e<li>f</ul>",
            "- a\n  1. b\n  2. c\n     - d\n  e\n- f",
        ),
        ("paragraphs in items", "<ul><li><p>a<p>b<li>c</ul>", "- a\n\n  b\n- c"),
        ("an item at once a list", "<ul><li><ul><li>a</ul></ul>", "- - a"),
        ("empty items", "<ul><li><li>a<li><br></ul>b", "- a\n\nb"),
        ("items without a list", "<li>a<li>b", "- a\n- b"),
        ("terms", "<dl><dt>a<dd>b<dd><p>c<p>d<dt>e<dd>f</dl>g", "a\n: b\n: c\n\n  d\ne\n: f\n\ng"),
    ];
    check(&cases);
}

// proves FET-06
#[test]
fn quotes_and_preformatted_text_keep_their_lines() {
    let cases = [
        ("a quote", "a<blockquote>b<p>c<br>d</blockquote>e", "a\n\n> b\n>\n> c\n> d\n\ne"),
        ("quotes beside", "<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b"),
        ("in quotes", "<blockquote>a<blockquote>b</blockquote>c</blockquote>", "> a\n>\n> > b\n>\n> c"),
        ("with a list", "<blockquote><ul><li>a<li>b</ul></blockquote>", "> - a\n> - b"),
        ("lines", "a<pre>\n b\n\n  c \n</pre>d", "a\n\n```\n b\n\n  c\n```\n\nd"),
        ("breaks and blocks", "<pre>a<br>b<div>c</div>d<i> e</i></pre>", "```\na\nb\nc\nd e\n```"),
        ("no marks inside", "<pre><code>a <a href=x>b</a></code></pre>", "```\na b\n```"),
        ("a fence inside", "<pre>```\na\n````</pre>", "`````\n```\na\n````\n`````"),
        ("in a list", "<ul><li>a<pre>b\n\nc</pre></ul>", "- a\n\n  ```\n  b\n\n  c\n  ```"),
        ("empty", "a<pre>\n \n</pre>b", "a\n\nb"),
        ("old names", "<xmp><b></xmp><listing>c</listing>", "```\n<b>\n```\n\n```\nc\n```"),
    ];
    check(&cases);
}
