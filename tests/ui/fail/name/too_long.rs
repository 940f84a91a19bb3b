// proves MAC-20
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")]
fn look() {}

fn main() {}
