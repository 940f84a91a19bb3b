// proves MAC-20
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(name = "get weather")]
fn look() {}

fn main() {}
