// proves MAC-24
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
mod look {}

fn main() {}
