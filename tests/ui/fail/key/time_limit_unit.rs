// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(time_limit = "30")]
fn look() {}

fn main() {}
