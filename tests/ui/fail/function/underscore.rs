// proves MAC-24
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(_: u32) {}

fn main() {}
