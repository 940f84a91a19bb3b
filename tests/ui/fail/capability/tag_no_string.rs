// proves MAC-22
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(tags = [travel])]
fn look() {}

fn main() {}
