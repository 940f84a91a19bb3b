// proves MAC-05
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(words: Vec<&str>) {}

fn main() {}
