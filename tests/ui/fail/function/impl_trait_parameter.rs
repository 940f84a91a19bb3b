// proves MAC-24
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(words: Vec<impl Into<String>>) {}

fn main() {}
