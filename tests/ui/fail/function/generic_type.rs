// proves MAC-24
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look<T>(text: T) {}

fn main() {}
