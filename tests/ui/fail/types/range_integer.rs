// proves MAC-28
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(range = 0.0..=1)] share: f64) {}

fn main() {}
