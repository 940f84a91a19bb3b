// proves MAC-29
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(name = "limit")] max: u32, limit: u32) {}

fn main() {}
