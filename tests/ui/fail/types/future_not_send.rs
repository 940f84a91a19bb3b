// proves MAC-26
#![allow(unused)]

use std::{future::pending, rc::Rc};
use tools_core::tool;

/// Looks.
#[tool]
async fn look(text: String) -> String {
    let shared = Rc::new(text);
    pending::<()>().await;
    shared.to_string()
}

fn main() {}
