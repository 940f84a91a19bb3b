// proves MAC-23
#![allow(unused)]

use tools_core::tool;

struct Page;

/// Looks.
#[tool]
fn look(#[arg(flatten, default)] page: Page) {}

fn main() {}
