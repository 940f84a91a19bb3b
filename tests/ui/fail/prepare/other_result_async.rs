// proves AGT-08
#![allow(unused)]

use tools_core::tool;

/// Books.
#[tool(prepare = price)]
fn book(hotel: String) {}

async fn price(hotel: String) -> Option<String> {
    Some(hotel)
}

fn main() {}
