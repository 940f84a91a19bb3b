// proves MAC-10
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
async fn look(text: String) -> String {
    texd
}

fn main() {}
