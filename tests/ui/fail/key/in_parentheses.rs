// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(name("look"))]
fn look() {}

fn main() {}
