// proves MAC-27
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(examples = { "query": "rust" })]
fn search(query: String) {}

fn main() {}
