// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(retries = 3)]
fn look() {}

fn main() {}
