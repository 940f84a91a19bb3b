// proves MAC-28
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(range = 0..=300)] limit: u8) {}

fn main() {}
