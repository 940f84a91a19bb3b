// proves MAC-22
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(tags = ["web", "web"])]
fn look() {}

fn main() {}
