// proves AGT-08
#![allow(unused)]

use tools_core::{Prepared, tool};

struct Opaque;

/// Books.
#[tool(prepare = price)]
fn book(hotel: String) {}

fn price(hotel: String) -> Result<Prepared, Opaque> {
    Ok(Prepared::new())
}

fn main() {}
