// proves MAC-21
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(description)]
fn look() {}

fn main() {}
