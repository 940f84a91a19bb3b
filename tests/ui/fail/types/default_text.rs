// proves MAC-28
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(default = "five")] limit: u32) {}

fn main() {}
