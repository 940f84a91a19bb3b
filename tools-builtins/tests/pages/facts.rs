//! What a reader of a page must find in it, whatever its format: a file of facts
//! beside each page, one a line.
//!
//! ```text
//! keep: a text that is there          drop: a text that is not
//! order: A || B                       A before B
//! line: a text that begins a line, after a list's mark, a quote's or a heading's
//! row: a || b || c                    these cells on one line, in this order
//! apart: A || B                       not on one line
//! spaced: A || B                      B not glued to A
//! link: https://site.example/target   an absolute target
//! code:     a line of code with its blanks
//! ```

use std::{fs, path::Path};

/// A page and its facts.
pub(crate) struct Page {
    pub(crate) name: String,
    pub(crate) html: String,
    pub(crate) facts: Vec<String>,
}

/// Where all pages are said to be.
pub(crate) const BASE: &str = "https://site.example/dir/page.html";

/// All pages of a folder, by name.
pub(crate) fn pages(folder: &Path) -> Vec<Page> {
    let mut pages: Vec<Page> = fs::read_dir(folder)
        .expect("the folder of pages")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "html"))
        .map(|path| {
            let facts = fs::read_to_string(path.with_extension("facts")).expect("facts beside each page");
            let facts = facts.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
            let html = String::from_utf8_lossy(&fs::read(&path).expect("a page")).into_owned();
            Page { name: path.file_stem().expect("a name").to_string_lossy().into_owned(), html, facts }
        })
        .collect();
    pages.sort_by(|one, other| one.name.cmp(&other.name));
    pages
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Marks of emphasis and code are a matter of format, and so are escapes.
fn bare(text: &str) -> String {
    text.replace(['*', '_', '`', '\\'], "")
}

/// Whether a text keeps a fact.
pub(crate) fn holds(fact: &str, text: &str) -> bool {
    let (kind, value) = fact.split_once(':').unwrap_or_else(|| panic!("no fact: {fact}"));
    let plain = bare(text);
    let flat = collapsed(&plain);
    let wanted = bare(value.trim());
    let parts: Vec<String> = wanted.split("||").map(collapsed).collect();
    let lines = || plain.lines().map(collapsed);
    let with = |line: &str, all: &[String]| {
        let mut rest = line;
        all.iter().all(|part| match rest.find(part.as_str()) {
            Some(at) => {
                rest = &rest[at + part.len()..];
                true
            }
            None => false,
        })
    };
    match kind {
        "keep" => flat.contains(&collapsed(&wanted)),
        "drop" => !flat.contains(&collapsed(&wanted)),
        "order" => with(&flat, &parts),
        "line" => lines().any(|line| {
            let start = line.trim_start_matches(|c: char| !c.is_alphanumeric() && !wanted.starts_with(c));
            let number =
                start.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' '));
            [line.as_str(), start, number].iter().any(|it| it.starts_with(&collapsed(&wanted)))
        }),
        "row" => lines().any(|line| with(&line, &parts)),
        "apart" => {
            parts.iter().all(|part| flat.contains(part.as_str()))
                && !lines().any(|line| parts.iter().all(|part| line.contains(part.as_str())))
        }
        "spaced" => parts.iter().all(|part| flat.contains(part.as_str())) && !flat.contains(&parts.concat()),
        "link" => text.contains(value.trim()),
        "code" => text
            .lines()
            .any(|line| line.trim_end().ends_with(value.strip_prefix(' ').unwrap_or(value).trim_end())),
        other => panic!("no kind of fact: {other}"),
    }
}
