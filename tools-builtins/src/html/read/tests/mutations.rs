//! Pages changed at random places.

use html5ever::LocalName;
use url::Url;

use crate::html::clean::{Fate, fate};
use crate::html::{Element, Visitor, plain, read, walk};
use crate::mutation::mutate;

const BASE: &str = "https://example.com/dir/page?q";

#[rustfmt::skip]
const PAGES: &[&str] = &[
    "<!doctype html><html lang=en><head><title>T &amp; t</title><base href=/b/><style>a{}</style></head>\
     <body class=x><nav><a href=/>home</a></nav><main><h1>one</h1><p>two <b>three</b> <i>four</b> five</i></main></body>",
    "<ul><li>a<li>b<ol start=7 reversed><li>c<li value=3>d</ol><li><p>e<p>f</ul><dl><dt>g<dd>h<dd>i</dl>",
    "<table><caption>c</caption><colgroup><col span=2></colgroup><thead><tr><th>a<th>b</thead><tbody><tr><td>d | e\
     <td colspan=3><table><tr><td>f</table></table>",
    "<p>a<svg viewBox='0 0 1 1'><g><title>t</title><foreignObject><p>b</foreignObject></svg>c\
     <math><mi>x</mi><annotation-xml encoding=text/html><p>y</annotation-xml></math>",
    "<script>if (a<b) { '</p>' }<!-- <script> --></script><textarea>\n<b>x</textarea><noscript><p>n</noscript>\
     <iframe>i</iframe><xmp><u></xmp><template><td>t</template>z",
    "<frameset cols=50%><frame src=a><noframes>no</noframes></frameset>after<plaintext>rest <b>",
    "<blockquote>q<pre>\n  code ``` more\n\n\tend\n</pre><p><code>a`b</code> <q>c <q>d</q></q><br><br>e</blockquote><hr>f",
    "<a href='x y'>a]b <img alt='c [d]'></a> <a href=mailto:a@b.org?s=t>m</a><a href=//o.org/(1)>https://o.org/</a>",
    "<form><label>n <input value=v><button>go</button></label><select><option>a<option selected>b</select></form>\
     <details><summary>s</summary>d</details><dialog open>o</dialog><p hidden>h<p style='display : none'>i",
    "&lt;&amp;amp;&notit;&#0;&#x80;&#1114112;&nbsp;&#xA0; a\u{200B}b\u{202E}c\u{A0}\u{85} 日本\u{3000}é<ruby>漢<rp>(<rt>kan</ruby>",
];
#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "<", ">", "</", "/>", "\"", "'", "=", "&", ";", "&#", "&#x", "`", "```", "[", "](", "|", "\n", "\t", " ", "\0", "\x0c",
    "\r\n", "\u{A0}", "\u{2028}", "\u{202E}", "\u{1F468}\u{200D}", "<!--", "-->", "<![CDATA[", "]]>", "<!doctype>", "<?x",
    "<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<a href=x>", "</a>", "<li>", "</li>", "<ul>", "</ul>", "<ol start=-9>",
    "</ol>", "<dl>", "<dt>", "<dd>", "<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "<thead>", "<tbody>",
    "<caption>", "<col>", "<svg>", "</svg>", "<math>", "<mi>", "<desc>", "<pre>", "</pre>", "<code>", "</code>", "<q>",
    "</q>", "<h1>", "</h1>", "<h6>", "<br>", "<hr>", "<blockquote>", "</blockquote>", "<main>", "</main>", "<article>",
    "</article>", "<title>", "</title>", "<script>", "</script>", "<style>", "<textarea>", "<template>", "</template>",
    "<select>", "<option>", "<button>", "<form>", "</form>", "<object>", "</object>", "<frameset>", "<plaintext>",
    "<img alt=i>", "<input value=v>", " hidden", " role=main", " href=", " alt=", " start=99999999999", " reversed>",
    "<td><td><td>", "<p><p>&nbsp;", "<br><br><br>", "<base href=/long/path/>", "<li><ul><li><ul><li>", "<nobr>", "<ruby><rt>",
];

/// Checks that what opens closes, the innermost first.
#[derive(Default)]
struct Balance(Vec<LocalName>);

impl Visitor for Balance {
    fn open(&mut self, element: &Element<'_>) {
        self.0.push(element.name().clone());
        assert!(self.0.len() <= 512);
        assert!(element.is_foreign() || !matches!(&**element.name(), "html" | "head" | "body"));
    }

    fn text(&mut self, text: &str) {
        assert!(!text.is_empty());
    }

    fn close(&mut self, name: &LocalName) {
        assert_eq!(self.0.pop().as_ref(), Some(name));
    }
}

// proves FET-06
#[test]
fn no_page_breaks_the_reader_or_a_promise() {
    let base = Url::parse(BASE).unwrap();
    let pages: Vec<_> = PAGES.iter().map(|page| page.as_bytes()).collect();
    let tokens: Vec<_> = TOKENS.iter().map(|token| token.as_bytes()).collect();
    let mut read_some = 0;
    mutate(0xf37_c4e5, &pages, &tokens, |page| {
        let html = String::from_utf8_lossy(page);
        let mut balance = Balance::default();
        walk(&html, &mut balance);
        assert!(balance.0.is_empty());

        let page = read(&html, &base);
        read_some += usize::from(!page.text.is_empty());
        check_text(&page.text);
        let links = html.match_indices('<').filter(|(at, _)| html[at + 1..].starts_with(['a', 'A'])).count();
        let shaped: usize = page.text.lines().map(|line| line.trim_start_matches([' ', '>']).len() + 1).sum();
        assert!(shaped <= 4 * html.len() + links * BASE.len() + 1, "{shaped} bytes: {:?}", page.text);
        if let Some(title) = page.title {
            check_line(&title);
            assert!(!title.is_empty() && title.chars().count() <= 500, "{title:?}");
        }
        check_line(&plain(&html));
    });
    assert!(read_some > 15_000, "only {read_some} pages had text");
}

fn check_text(text: &str) {
    let keeps = |character| matches!(character, '\n' | '\t' | ' ') || fate(character) == Fate::Keep;
    assert!(text.chars().all(keeps), "{text:?}");
    assert!(!text.starts_with('\n') && !text.ends_with('\n'), "blank lines around {text:?}");
    assert!(!text.lines().any(|line| line.ends_with([' ', '\t'])), "a blank ends a line of {text:?}");
    // Preformatted text has its own lines.
    assert!(text.contains("```") || !text.contains("\n\n\n"), "two blank lines in {text:?}");
}

fn check_line(line: &str) {
    assert!(line.chars().all(|character| character == ' ' || fate(character) == Fate::Keep), "{line:?}");
    assert!(line.trim_matches(' ') == line && !line.contains("  "), "blanks in {line:?}");
}
