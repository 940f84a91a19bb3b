// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(alias = "max")] limit: u32) {}

fn main() {}
