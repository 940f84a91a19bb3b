// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(read_only = 1)]
fn look() {}

fn main() {}
