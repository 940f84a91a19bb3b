// proves AGT-08
#![allow(unused)]

use tools_core::{Prepared, tool};

/// Books.
#[tool(prepare = price)]
fn book(hotel: String, nights: u32) {}

fn price(hotel: String, nights: u64) -> Prepared {
    Prepared::new()
}

fn main() {}
