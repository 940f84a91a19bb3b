// proves MAC-27
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(examples = [{ "letter": "ab" }])]
fn search(letter: char) {}

fn main() {}
