// proves MAC-22
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(tags = ["Read only"])]
fn look() {}

fn main() {}
