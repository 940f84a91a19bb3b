// proves MAC-22
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(capabilities = ["Network.Read"])]
fn look() {}

fn main() {}
