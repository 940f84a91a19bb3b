// proves MAC-20
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(name = "7zip")]
fn look() {}

fn main() {}
