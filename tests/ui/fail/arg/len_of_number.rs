// proves MAC-28
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(len = 1..=10)] limit: u32) {}

fn main() {}
