// proves MAC-21
#![allow(unused)]

use tools_core::tool;

const ABOUT: &str = "";

/// Looks.
#[tool(description = ABOUT)]
fn look() {}

fn main() {}
