// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(name = "look" title = "Look")]
fn look() {}

fn main() {}
