// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(crate = "tools")]
fn look() {}

fn main() {}
