// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(unknown_fields = "deny")]
fn look() {}

fn main() {}
