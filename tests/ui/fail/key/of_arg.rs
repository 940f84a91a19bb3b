// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(range = 1..=2)]
fn look() {}

fn main() {}
