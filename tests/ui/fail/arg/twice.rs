// proves MAC-23
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look(#[arg(default = 1)] #[arg(default = 2)] limit: u32) {}

fn main() {}
