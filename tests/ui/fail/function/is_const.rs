// proves MAC-24
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
const fn look() {}

fn main() {}
