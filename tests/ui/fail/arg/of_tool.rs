// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(tags = [])] limit: u32) {}

fn main() {}
