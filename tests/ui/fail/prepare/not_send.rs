// proves AGT-08
#![allow(unused)]

use std::{future::pending, rc::Rc};
use tools_core::{Prepared, tool};

/// Books.
#[tool(prepare = price)]
fn book(hotel: String) {}

async fn price(hotel: String) -> Prepared {
    let shared = Rc::new(hotel);
    pending::<()>().await;
    Prepared::new().preview(shared.to_string())
}

fn main() {}
