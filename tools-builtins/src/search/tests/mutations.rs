//! Answers changed at random places.

use crate::{mutation::mutate, search::search_probe};

use super::*;

const JSON: [&[u8]; 24] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\"",
    b"null",
    b"true",
    b"0",
    b"-1",
    b"1e999",
    b"\"\"",
    b"\\u0000",
    b"\\ud800",
    b"{\"title\":\"T\",\"url\":\"https://e.com\"},",
    b"{\"id\":1,\"title\":\"T\"},",
    b"\"url\":\"http://10.0.0.1/\",",
    b"<span class=\\\"x\\\">",
    b"&amp;lt;",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\"age\":\"1 day ago\",",
    b"18446744073709551616",
];
const HTML: [&[u8]; 24] = [
    b"<",
    b">",
    b"\"",
    b"'",
    b"=",
    b"&",
    b"&#0;",
    b"<!--",
    b"-->",
    b"<script>",
    b"</script>",
    b"<div class=result>",
    b"</div>",
    b"<a class=result__a href=https://e.com/>T</a>",
    b"<a class=result__snippet>",
    b"</a>",
    b"<div class=no-results>",
    b"<template>",
    b"<svg>",
    b"<table><td>",
    b"uddg=",
    b"http://127.0.0.1/",
    b"\xff",
    b"\0",
];

// proves SEA-09, SEA-11
#[test]
fn no_answer_breaks_a_parser_or_a_promise() {
    for (engine, tokens) in ENGINES.into_iter().zip([JSON, HTML, JSON]) {
        let seeds: &[&[u8]] = match engine {
            Engine::Duckduckgo => &[RESULTS.as_bytes(), CHALLENGE.as_bytes(), NOTHING.as_bytes()],
            other => &[fixture(other).as_bytes()],
        };
        let mut read = 0;
        mutate(0x5ea_7c4, seeds, &tokens, |body| {
            let hits = search_probe(engine.name(), 200, body, 5).unwrap_or_else(|broken| panic!("{broken}"));
            read += usize::from(hits.is_ok());
        });
        // Else nothing but the refusal was tried.
        assert!(read > 1_000, "{}: {read} answers were read", engine.name());
    }
}
