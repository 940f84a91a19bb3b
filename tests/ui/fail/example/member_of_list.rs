// proves MAC-27
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(examples = [{ "words": ["a", 5] }])]
fn search(words: Vec<String>) {}

fn main() {}
