// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(read_only, destructive)]
fn look() {}

fn main() {}
