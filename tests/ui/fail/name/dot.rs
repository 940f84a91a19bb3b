// proves MAC-20
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(name = "web.search")]
fn look() {}

fn main() {}
