// proves MAC-28
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(default = 5)] limit: Option<u32>) {}

fn main() {}
