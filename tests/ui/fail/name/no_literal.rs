// proves MAC-20
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(name = concat!("a", "b"))]
fn look() {}

fn main() {}
