// proves MAC-24
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
extern "C" fn look() {}

fn main() {}
