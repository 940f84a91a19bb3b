//! The walk against the tree that html5ever builds.
//!
//! Left out of the soups is what a walk can not do without a tree: elements
//! of formatting that are misnested, forms that end inside an element, and
//! text between the cells of a table. After a table's tag a cell follows, so
//! that there is no such text. Left out is also where the tree is not the
//! standard's: it does not hold `desc`, `mi` and their like for special, and
//! `annotation-xml` for the edge of a scope. So pages with them have no tags
//! that look for one, like `<li>` and `</span>`.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

use super::record;

#[rustfmt::skip]
const BLOCKS: &[&str] = &[
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<section>",
    "</section>",
    "<ul>",
    "</ul>",
    "<ol>",
    "</ol>",
    "<li>",
    "</li>",
    "<dl>",
    "</dl>",
    "<dt>",
    "<dd>",
    "</dd>",
    "<h1>",
    "<h2>",
    "</h1>",
    "</h2>",
    "<blockquote>",
    "</blockquote>",
    "<pre>",
    "<pre>\n",
    "</pre>",
    "<span>",
    "</span>",
    "<x-y>",
    "</x-y>",
    "<address>",
    "</address>",
    "<button>",
    "</button>",
    "<object>",
    "</object>",
    "<br>",
    "</br>",
    "<hr>",
    "<img>",
    "<wbr>",
    "<ruby>",
    "</ruby>",
    "<rb>",
    "<rt>",
    "<rp>",
    "<rtc>",
    "<main>",
    "</main>",
    "<article>",
    "</article>",
    "<details>",
    "<summary>",
    "</details>",
    "<dialog>",
    "</dialog>",
    "<search>",
    "</search>",
    "<center>",
    "</body>",
    "</html>",
    "<body>",
    "<html>",
    "<head>",
    "</head>",
    "<video>",
    "</video>",
    "<source>",
    "<label>",
    "</label>",
    "<image>",
    "<frameset>",
    "<frame>",
    "</nothing>",
    "<div/>",
    "<listing>\n\n",
    "</listing>",
    "<marquee>",
    "</marquee>",
    "<sub>",
    "</sub>",
];
#[rustfmt::skip]
const BLOCKS_IN_SCOPE: &[&str] = &[
    "<p>", "</p>", "<div>", "</div>", "<h1>", "</h1>", "<br>", "</br>", "<pre>", "</pre>", "<button>", "</button>",
    "<blockquote>", "</blockquote>", "<img>", "<span>", "<ul>", "</ul>", "<x-y>", "<object>", "</object>", "<head>",
];
const TEXTS: &[&str] = &[
    "a",
    "b ",
    " c",
    "d&amp;e",
    "&lt;",
    "\n",
    "\r\nf",
    "g",
    "h",
    "<!-- i -->",
    "<!x>",
    "<?y>",
    "</>",
    "</ z>",
    "\0",
    "1 < 2",
    "&notit;",
    "&#128;",
    "&am",
    "<![CDATA[j]]>",
    "é\u{1F600}",
];
const RAW: &[&str] = &[
    "<title>",
    "</title>",
    "<textarea>",
    "<textarea>\n",
    "</textarea>",
    "<style>",
    "</style>",
    "<script>",
    "</script>",
    "<noscript>",
    "</noscript>",
    "<iframe>",
    "</iframe>",
    "<xmp>",
    "</xmp>",
    "<noembed>",
    "</noembed>",
    "<!--",
    "-->",
    "</script x='>'>",
    "</title/>",
    "</titles>",
    "<p title='",
    "'>",
    "<meta a=\">\">",
    "<link>",
];
const CHOICES: &[&str] =
    &["<select>", "</select>", "<option>", "</option>", "<optgroup>", "</optgroup>", "<input>", "<hr>"];
#[rustfmt::skip]
const FOREIGN: &[&str] = &[
    "<svg>",
    "</svg>",
    "<math>",
    "</math>",
    "<svg><g>",
    "</g>",
    "<svg><g/>",
    "<svg><desc>",
    "</desc>",
    "<svg><foreignObject>",
    "</foreignObject>",
    "<math><mi>",
    "</mi>",
    "<math><mi><mglyph>",
    "<svg><title>",
    "</title>",
    "<style>",
    "</style>",
    "<script>",
    "</script>",
    "<svg/>",
    // Of HTML it would be a comment, and `<math>` might be lost in it: then
    // `</mtext>` looks for an element.
    "<svg><![CDATA[",
    "]]>",
    "<math><mtext>",
    "</mtext>",
];
const TABLES: &[&str] = &[
    "<table><td>",
    "<table><tr><th>",
    "</table>",
    "<td>",
    "<th>",
    "<tr><td>",
    "<tbody><td>",
    "<tfoot><tr><td>",
    "</td><td>",
    "</th><td>",
    "</tr><td>",
    "</tbody><td>",
    "</thead><th>",
    "<caption>",
    "</caption><td>",
    "<table><caption>",
    "<col><td>",
    "<colgroup><col><td>",
    "</colgroup><td>",
    "<table><col> <col></colgroup><td>",
    "<table><thead><td>",
];
// A misnested end moves blocks out of elements that are not special, like
// `span`; and formatting that goes on in a heading keeps the next heading from
// closing it. So there are none of these beside elements of formatting.
#[rustfmt::skip]
const SPECIAL_BLOCKS: &[&str] = &[
    "<p>", "</p>", "<div>", "</div>", "<section>", "</section>", "<ul>", "</ul>", "<ol>", "</ol>", "<li>", "</li>",
    "<dl>", "</dl>", "<dt>", "<dd>", "</dd>", "<blockquote>", "</blockquote>", "<pre>\n",
    "</pre>", "<address>", "</address>", "<button>", "</button>", "<object>", "</object>", "<br>", "</br>", "<hr>",
    "<img>", "<main>", "</main>", "<details>", "<summary>", "</details>", "<center>", "</body>", "<marquee>", "</marquee>",
];
#[rustfmt::skip]
const FORMATTING: &[&str] = &[
    "<b>", "</b>", "<i>", "</i>", "<a href=x>", "</a>", "<nobr>", "</nobr>", "<code>", "</code>", "<font>", "</font>",
    "<em>", "</em>", "<u>", "</u>",
];
// Before the body `</p>` is nothing, and frames would leave no body.
#[rustfmt::skip]
const HEAD: &[&str] = &[
    "<html>", "<head>", "</head>", "<body>", "</body>", "</html>", "<title>a</title>", "<style>b</style>", "<meta>", "<link>",
    "<script>c</script>", "<noscript>d</noscript>", "<template><div>e</div></template>", "<base>", "<!-- f -->", "<!doctype x>",
    "\n", "</br>", "</div>", "</template>", "<bgsound>", "<noframes>g</noframes>", "h", "<div>", "<ul><li>", "<input type=hidden>",
    "<table><td>", "</table>", "</title>", "\0", "&nbsp;", "<svg>", "</svg>", "<select>", "</select>", "<button>", "<pre>\n",
];
// Inside a template end tags are ignored until something has been opened.
const TEMPLATES: &[&str] = &["<template><div>", "</template>"];

// proves FET-06
#[test]
fn random_pages_nest_as_in_the_tree() {
    let soups: [(&str, &[&[&str]]); 9] = [
        ("documents", &[HEAD]),
        ("blocks", &[BLOCKS, TEXTS]),
        ("raw text", &[BLOCKS, TEXTS, RAW]),
        ("choices", &[BLOCKS, TEXTS, CHOICES, CHOICES]),
        ("tables", &[BLOCKS, TEXTS, TABLES, TABLES]),
        ("templates", &[BLOCKS, TEXTS, TEMPLATES]),
        ("tables with choices", &[BLOCKS, TEXTS, TABLES, CHOICES]),
        ("formatting", &[SPECIAL_BLOCKS, SPECIAL_BLOCKS, TEXTS, FORMATTING]),
        ("foreign content", &[BLOCKS_IN_SCOPE, TEXTS, FOREIGN, FOREIGN]),
    ];
    let rounds = std::env::var("PARITY_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000);
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for (name, sets) in soups {
        for _ in 0..rounds {
            let mut html = String::from(if name == "documents" { "" } else { "<!doctype html><body>" });
            for _ in 0..random.below(24) {
                let set = sets[random.below(sets.len())];
                html.push_str(set[random.below(set.len())]);
            }
            let (mut walked, mut wanted) = (squeeze(&record(&html)), squeeze(&tree(&html)));
            if name == "formatting" {
                (walked, wanted) = (unformatted(&walked), unformatted(&wanted));
            }
            assert_eq!(walked, wanted, "{name}: {html:?}");
        }
    }
}

fn tree(html: &str) -> String {
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one(html);
    let mut line = String::new();
    write(&dom.document, &mut line);
    line
}

fn write(node: &Handle, line: &mut String) {
    let mut end = String::new();
    match &node.data {
        NodeData::Text { contents } => line.push_str(&contents.borrow()),
        NodeData::Element { name, template_contents, .. } => {
            let html = name.ns == html5ever::ns!(html);
            let name = name.local.to_ascii_lowercase();
            if !(html && matches!(&*name, "html" | "head" | "body")) {
                line.push_str(&format!("<{name}>"));
                end = format!("</{name}>");
            }
            if let Some(contents) = &*template_contents.borrow() {
                write(contents, line);
            }
        }
        _ => {}
    }
    for child in &*node.children.borrow() {
        write(child, line);
    }
    line.push_str(&end);
}

/// Without blanks, since those between `head` and `body` are not kept alike.
fn squeeze(line: &str) -> String {
    line.split_ascii_whitespace().collect()
}

fn unformatted(line: &str) -> String {
    ["a", "b", "code", "em", "font", "i", "nobr", "u"].iter().fold(line.to_owned(), |line, name| {
        line.replace(&format!("<{name}>"), "").replace(&format!("</{name}>"), "")
    })
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % end
    }
}
