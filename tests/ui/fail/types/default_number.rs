// proves MAC-28
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(default = 5)] text: String) {}

fn main() {}
