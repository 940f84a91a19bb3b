// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(pattern = "^5$")] limit: u32) {}

fn main() {}
