// proves AGT-08
#![allow(unused)]

use tools_core::tool;

/// Books.
#[tool(prepare)]
fn book(hotel: String) {}

fn main() {}
