// proves MAC-24
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[cfg(any())] text: String) {}

fn main() {}
