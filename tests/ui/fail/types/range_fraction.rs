// proves MAC-28
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(range = 1..=2.5)] limit: u32) {}

fn main() {}
