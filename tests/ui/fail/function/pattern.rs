// proves MAC-24
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look((x, y): (u32, u32)) {}

fn main() {}
