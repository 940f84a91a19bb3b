// proves MAC-24
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
unsafe fn look() {}

fn main() {}
