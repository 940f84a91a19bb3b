//! Pages as people write them, and what their text must keep.

#![cfg(feature = "web")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pages/facts.rs"]
mod facts;

use std::path::Path;

use facts::{BASE, holds, pages};
use tools_builtins::read_html;

// proves FET-06, FET-07
#[test]
fn no_page_loses_a_fact() {
    let all = pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages"));
    let mut lost = Vec::new();
    for page in &all {
        assert!(page.facts.len() >= 10, "{} has few facts", page.name);
        let (_, text) = read_html(&page.html, BASE);
        lost.extend(
            page.facts.iter().filter(|fact| !holds(fact, &text)).map(|fact| format!("{}: {fact}", page.name)),
        );
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
    assert!(all.len() >= 50, "{} pages", all.len());
}
