// proves MAC-21
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(description = 5)]
fn look() {}

fn main() {}
