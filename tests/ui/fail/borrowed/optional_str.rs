// proves MAC-05
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(text: Option<&str>) {}

fn main() {}
