// proves MAC-24
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
struct Look;

fn main() {}
