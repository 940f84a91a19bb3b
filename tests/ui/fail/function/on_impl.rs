// proves MAC-24
#![allow(unused)]

use tools_core::tool;

struct Look;

/// Looks.
#[tool]
impl Look {}

fn main() {}
