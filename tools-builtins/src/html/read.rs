//! A page as text for reading.
//!
//! Blocks become paragraphs, and headings, lists, quotes, tables, code and
//! links are marked as in Markdown. But nothing is escaped beside the bars in
//! tables: the text is to be read, not to be turned into HTML again.
//!
//! Left out is what a reader would not see: scripts, styles, `noscript`,
//! templates, comments, the head; hidden elements (`hidden`, `aria-hidden`,
//! `display:none`, `visibility:hidden`, a closed dialog); pictures and media
//! but the alternative text of images; and lists to choose from (`select`).
//! Navigation, headers and footers stay, unless the page marks what is main.

mod blocks;
mod drop;
mod formulas;
mod landmark;
mod lines;
mod links;
mod lists;
mod marks;
mod reader;
mod tables;
#[cfg(test)]
mod tests;

use std::ops::Range;

use url::Url;

use super::clean::append_line;
use super::walk::walk;

/// The longest title, in characters.
const MAX_TITLE: usize = 500;

/// What a page says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Page {
    /// The first title, on one line, of 500 characters at most.
    pub(crate) title: Option<String>,
    /// The text, without blank lines around it. At most four times as long as
    /// the page, in bytes, and 16 KiB.
    pub(crate) text: String,
}

/// Reads a page that was found at `base`.
///
/// If there is text in `main` or `role="main"`, it is the whole text; else
/// that of the `article` that is not in another, if there is only one; else all
/// of the page. A page with no text is read by what it says in `noscript` and
/// `noframes`.
pub(crate) fn read(html: &str, base: &Url) -> Page {
    let (mut page, instead, base) = read_once(html, base);
    if page.text.is_empty() && !instead.is_empty() {
        page.text = read_once(&instead, &base).0.text;
    }
    page
}

/// The page, what it says instead, and the base of its links.
fn read_once(html: &str, base: &Url) -> (Page, String, Url) {
    let mut reader = reader::Reader::new(html.len(), base, lists::count_reversed(html));
    walk(html, &mut reader);
    let reader::Read { title, text, instead, base, mains, articles } = reader.finish();
    let main = parts(&text, &mains);
    let article = parts(&text, &articles);
    let text = match (main.as_slice(), article.as_slice()) {
        ([], [article]) => (*article).to_owned(),
        ([], _) => text,
        (main, _) => main.join("\n\n"),
    };
    (Page { title: title.as_deref().and_then(line), text }, instead, base)
}

/// The title on one line, if it is not blank.
fn line(title: &str) -> Option<String> {
    let mut line = String::new();
    append_line(&mut line, &mut false, title);
    if let Some((end, _)) = line.char_indices().nth(MAX_TITLE) {
        line.truncate(end);
    }
    let line = line.trim();
    (!line.is_empty()).then(|| line.to_owned())
}

/// The parts that have text.
fn parts<'a>(text: &'a str, ranges: &[Range<usize>]) -> Vec<&'a str> {
    // The text lost the blanks at its end, and may end before a range.
    let parts = ranges.iter().filter_map(|range| text.get(range.start..range.end.min(text.len())));
    parts.map(|part| part.trim_matches(['\n', ' '])).filter(|part| !part.trim().is_empty()).collect()
}
