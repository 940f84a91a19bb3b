// proves MAC-22
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(capabilities = "network.read")]
fn look() {}

fn main() {}
