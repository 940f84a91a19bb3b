//! Which reader of HTML loses least: the crates that are kept, and ours, on the
//! pages of `tools-builtins/tests/pages`. `-v` lists what each one loses.
//! Then the time of a page of 900 KB as a multiple of html5ever's own tree, and
//! what becomes of a page of 100,000 nested elements.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../../../tools-builtins/tests/pages/facts.rs"]
mod facts;

use std::{
    collections::BTreeMap,
    env,
    hint::black_box,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use facts::{BASE, holds, pages};
use html5ever::tendril::TendrilSink as _;
use markup5ever_rcdom::RcDom;
use tools_benches::page;

const NESTED: usize = 100_000;
const ROUNDS: usize = 15;

type Read = fn(&str) -> String;

const READERS: [(&str, Read); 6] = [
    ("ours", ours),
    ("html2text", html2text_plain),
    ("html2text, rich", html2text_rich),
    ("htmd", htmd),
    ("dom_smoothie", dom_smoothie),
    ("fast_html2md", fast_html2md),
];

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [nest, reader, kind, count] = arguments.as_slice()
        && nest == "--nest"
    {
        return nested(reader, kind, count.parse().expect("a number"));
    }
    let verbose = arguments.iter().any(|argument| argument == "-v");
    lost(verbose);
    times();
    depths();
}

fn ours(html: &str) -> String {
    tools_builtins::read_html(html, BASE).1
}

fn html2text_plain(html: &str) -> String {
    html2text::config::plain().string_from_read(html.as_bytes(), 1_000).unwrap_or_default()
}

fn html2text_rich(html: &str) -> String {
    html2text::config::with_decorator(html2text::render::RichDecorator::new())
        .string_from_read(html.as_bytes(), 1_000)
        .unwrap_or_default()
}

fn htmd(html: &str) -> String {
    htmd::HtmlToMarkdown::builder()
        .skip_tags(vec![
            "script", "style", "template", "svg", "canvas", "noscript", "title", "select", "iframe",
        ])
        .build()
        .convert(html)
        .unwrap_or_default()
}

fn dom_smoothie(html: &str) -> String {
    let config = dom_smoothie::Config { text_mode: dom_smoothie::TextMode::Markdown, ..Default::default() };
    let Ok(mut reader) = dom_smoothie::Readability::new(html, Some(BASE), Some(config)) else {
        return String::new();
    };
    reader.parse().map(|article| article.text_content.to_string()).unwrap_or_default()
}

fn fast_html2md(html: &str) -> String {
    html2md::rewrite_html(html, false)
}

fn lost(verbose: bool) {
    let all = pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tools-builtins/tests/pages"));
    println!(
        "{} pages, {} facts: facts lost",
        all.len(),
        all.iter().map(|page| page.facts.len()).sum::<usize>()
    );
    for (name, read) in READERS {
        let mut by_kind: BTreeMap<&str, usize> = BTreeMap::new();
        let mut total = 0;
        for page in &all {
            let text = std::panic::catch_unwind(|| read(&page.html)).unwrap_or_default();
            for fact in page.facts.iter().filter(|fact| !holds(fact, &text)) {
                total += 1;
                *by_kind.entry(fact.split(':').next().unwrap_or_default()).or_default() += 1;
                if verbose {
                    println!("    {name}: {}: {fact}", page.name);
                }
            }
        }
        println!("{name:>16} {total:>4}  {by_kind:?}");
    }
}

fn times() {
    let html = page::html(900_000);
    let time = |run: &dyn Fn()| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    };
    println!("a page of {} bytes: time by that of html5ever's tree", html.len());
    for (name, read) in READERS {
        let mut ratios: Vec<f64> = (0..ROUNDS)
            .map(|_| {
                let tree = time(&|| {
                    drop(black_box(
                        html5ever::parse_document(RcDom::default(), Default::default()).one(html.as_str()),
                    ));
                });
                time(&|| drop(black_box(read(&html)))) / tree
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        println!("{name:>16} {:.2}", ratios[ROUNDS / 2]);
    }
}

/// Each in a process of its own: some overflow their stack.
fn depths() {
    println!("{NESTED} nested elements: time by that of half as many, at most 60 s");
    for (name, _) in READERS {
        let times: Vec<String> = ["div", "b", "blockquote"]
            .iter()
            .map(|kind| {
                let run = |count: usize| {
                    let start = Instant::now();
                    let mut child = Command::new(env::current_exe().expect("this program"))
                        .args(["--nest", name, kind, &count.to_string()])
                        .stderr(Stdio::null())
                        .spawn()
                        .expect("itself");
                    while start.elapsed() < Duration::from_secs(60) {
                        if let Some(status) = child.try_wait().expect("a child") {
                            return status.success().then(|| start.elapsed().as_secs_f64()).ok_or("crashes");
                        }
                        std::thread::sleep(Duration::from_millis(2));
                    }
                    let _ = child.kill();
                    let _ = child.wait();
                    Err("too long")
                };
                match (run(NESTED / 2), run(NESTED)) {
                    (Ok(half), Ok(whole)) => format!("{kind} {:.1} ({whole:.2} s)", whole / half),
                    (_, Err(why)) | (Err(why), _) => format!("{kind} {why}"),
                }
            })
            .collect();
        println!("{name:>16} {}", times.join(", "));
    }
}

fn nested(reader: &str, kind: &str, count: usize) {
    let (_, read) = READERS.iter().find(|(name, _)| *name == reader).expect("a reader");
    let html = format!("{}x{}", format!("<{kind}>").repeat(count), format!("</{kind}>").repeat(count));
    assert!(read(&html).contains('x'));
}
