// proves MAC-05
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(bytes: &[u8]) {}

fn main() {}
