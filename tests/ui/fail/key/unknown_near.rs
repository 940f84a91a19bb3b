// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(capabilites = [])]
fn look() {}

fn main() {}
