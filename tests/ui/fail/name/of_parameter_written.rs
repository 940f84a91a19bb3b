// proves MAC-29
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(name = "max-results")] limit: u32) {}

fn main() {}
