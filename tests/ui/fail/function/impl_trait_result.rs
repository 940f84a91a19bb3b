// proves MAC-24
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look() -> impl Into<String> {
    "text"
}

fn main() {}
