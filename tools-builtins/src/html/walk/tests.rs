//! What the walk tells about pages.

mod growth;
mod parity;

use html5ever::LocalName;

use super::{Element, Visitor, walk};

/// Writes elements and text down as one line of markup.
#[derive(Default)]
struct Recorder {
    line: String,
    depth: usize,
    deepest: usize,
}

impl Visitor for Recorder {
    fn open(&mut self, element: &Element<'_>) {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        self.line.push_str(&format!("<{}>", element.name()));
    }

    fn text(&mut self, text: &str) {
        self.line.push_str(text);
    }

    fn close(&mut self, name: &LocalName) {
        self.depth -= 1;
        self.line.push_str(&format!("</{name}>"));
    }
}

fn record(html: &str) -> String {
    let mut recorder = Recorder::default();
    walk(html, &mut recorder);
    assert_eq!(recorder.depth, 0, "elements are left open in {html:?}");
    recorder.line
}

// proves FET-06
#[test]
fn tags_are_put_into_place() {
    let cases = [
        ("a block closes a paragraph", "<p>a<div>b", "<p>a</p><div>b</div>"),
        ("but not from inside a button", "<p><button><div>b", "<p><button><div>b</div></button></p>"),
        ("a stray end of a paragraph is one", "a</p>b", "a<p></p>b"),
        ("a stray end of a line break is one", "a</br>b", "a<br></br>b"),
        ("other stray ends are nothing", "</div><p>a</i></td>b</h1>", "<p>ab</p>"),
        (
            "items",
            "<ul><li>a<li>b<ul><li>c</ul>d</ul>e",
            "<ul><li>a</li><li>b<ul><li>c</li></ul>d</li></ul>e",
        ),
        ("terms", "<dl><dt>a<dd>b<dt>c", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"),
        ("headings do not nest", "<h1>a<h2>b</h1>c", "<h1>a</h1><h2>b</h2>c"),
        (
            "options",
            "<select><option>a<optgroup><option>b</select>c",
            "<select><option>a</option><optgroup><option>b</option></optgroup></select>c",
        ),
        ("ruby", "<ruby>a<rt>b<rp>c</ruby>", "<ruby>a<rt>b</rt><rp>c</rp></ruby>"),
        (
            "cells",
            "<table><td>a<td>b<tr><th>c</table>d",
            "<table><tbody><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></tbody></table>d",
        ),
        (
            "a cell keeps end tags in",
            "<div><table><td></div>a</table>b",
            "<div><table><tbody><tr><td>a</td></tr></tbody></table>b</div>",
        ),
        (
            "columns",
            "<table><col><td>a",
            "<table><colgroup><col></col></colgroup><tbody><tr><td>a</td></tr></tbody></table>",
        ),
        ("cells outside tables", "<td>a<tr>b", "ab"),
        ("a link ends where the next begins", "<a>x<a>y</a>z", "<a>x</a><a>y</a>z"),
        ("an end inside a block waits for the block", "<i>a<p>b</i>c</p>d", "<i>a<p>bc</p></i>d"),
        ("a form ends, what is in it does not", "<form><div>a</form>b</div>c", "<form><div>ab</div></form>c"),
        ("forms do not nest", "<form>a<form>b</form>c", "<form>ab</form>c"),
        ("void elements", "<hr/>a<img>b<image>c", "<hr></hr>a<img></img>b<img></img>c"),
        ("self-closing means nothing", "<div/>a", "<div>a</div>"),
        (
            "root elements are not told",
            "<html><head><title>a</title></head><body>b</body></html>c",
            "<title>a</title>bc",
        ),
        (
            "the first line feed of preformatted text",
            "<pre>\n\na</pre><pre> \nb</pre>",
            "<pre>\na</pre><pre> \nb</pre>",
        ),
    ];
    check(&cases);
}

// proves FET-06
#[test]
fn raw_text_loses_only_what_a_browser_loses() {
    let cases = [
        ("title", "<title>a<b>&amp;</titles></title>c", "<title>a<b>&</titles></title>c"),
        ("style", "<style>a<b>&amp;</style >c", "<style>a<b>&amp;</style>c"),
        ("noscript", "<noscript><p>a</noscript>b", "<noscript><p>a</noscript>b"),
        ("an end tag with attributes", "<script>a</SCRIPT x='>'>b", "<script>a</script>b"),
        ("an unclosed script takes all", "a<script>b</p>c", "a<script>b</p>c</script>"),
        ("an unclosed title takes all", "a<title>b</p>c", "a<title>b</p>c</title>"),
        (
            "a script in a script",
            "<script><!--<script></script>a--></script>b",
            "<script><!--<script></script>a--></script>b",
        ),
        (
            "a quote in a script in a script",
            "<script><!--<script></script \">--></script>b",
            "<script><!--<script></script \">--></script>b",
        ),
        ("plain text", "<plaintext>a</plaintext><b>", "<plaintext>a</plaintext><b></plaintext>"),
        ("a comment", "a<!-- > -- <p> -->b<!-->c<!--->d<!x>e<?y>f</ z>g</>h", "abcdefgh"),
        ("an unclosed comment", "a<!-- b -- > c", "a"),
        ("an unclosed tag", "a<p title='b>c", "a"),
        ("no tags", "1 < 2 <3 <> &lt", "1 < 2 <3 <> <"),
        ("NUL", "a\0b", "ab"),
        ("entities are decoded once", "&amp;lt; &notit; &#128; &#x20ac &copy", "&lt; ¬it; € € ©"),
    ];
    check(&cases);
}

// proves FET-06
#[test]
fn foreign_content_has_its_own_rules() {
    let cases = [
        (
            "raw text is none",
            "<svg><title>a&lt;<i>b</i></title><style><g>c</g>",
            "<svg><title>a<<i>b</i></title><style><g>c</g></style></svg>",
        ),
        ("self-closing is closed", "<svg/>a<svg><g/>b</svg>c", "<svg></svg>a<svg><g></g>b</svg>c"),
        ("a paragraph breaks out", "<svg><g>a<p>b", "<svg><g>a</g></svg><p>b</p>"),
        ("so does its end", "<svg><g>a</p>b", "<svg><g>a</g></svg><p></p>b"),
        (
            "a coloured font breaks out",
            "<svg><font>a<font color=x>b",
            "<svg><font>a</font></svg><font>b</font>",
        ),
        (
            "HTML inside",
            "<svg><foreignObject><p>a<div>b</div></svg>c",
            "<svg><foreignobject><p>a</p><div>b</div></foreignobject></svg>c",
        ),
        (
            "HTML in annotations",
            "<math><annotation-xml encoding=TEXT/html><p>a",
            "<math><annotation-xml><p>a</p></annotation-xml></math>",
        ),
        (
            "none in others",
            "<math><annotation-xml><p>a",
            "<math><annotation-xml></annotation-xml></math><p>a</p>",
        ),
        ("text in formulas", "<math><mi>x<b>y</b></mi></math>z", "<math><mi>x<b>y</b></mi></math>z"),
        ("CDATA", "<svg><![CDATA[a<b>]]>c</svg><![CDATA[d]]>e", "<svg>a<b>c</svg>e"),
        ("NUL", "<svg>a\0b", "<svg>a\u{FFFD}b</svg>"),
    ];
    check(&cases);
}

fn check(cases: &[(&str, &str, &str)]) {
    for (name, html, wanted) in cases {
        assert_eq!(record(html), *wanted, "{name}");
    }
}

#[test]
fn attributes_are_told() {
    struct Attributes(Vec<String>);
    impl Visitor for Attributes {
        fn open(&mut self, element: &Element<'_>) {
            self.0.push(format!(
                "{:?} {:?} {} {} {}",
                element.attr("href"),
                element.attr("data-x"),
                element.has_class("one"),
                element.has_class("tw"),
                element.is_foreign(),
            ));
        }
        fn text(&mut self, _: &str) {}
        fn close(&mut self, _: &LocalName) {}
    }
    let mut attributes = Attributes(Vec::new());
    walk("<a HREF='&lt;&amp;lt;' href=2 class='two\none' DATA-x><svg class=One>", &mut attributes);
    assert_eq!(attributes.0, ["Some(\"<&lt;\") Some(\"\") true false false", "None None false false true"]);
}
