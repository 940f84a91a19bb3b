// proves MAC-29
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(größe: u32) {}

fn main() {}
