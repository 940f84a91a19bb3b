// proves MAC-20
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(title = " ")]
fn look() {}

fn main() {}
