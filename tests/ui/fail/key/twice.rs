// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(name = "see", name = "look")]
fn look() {}

fn main() {}
