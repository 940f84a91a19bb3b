// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(pattern = "")] text: String) {}

fn main() {}
