// proves MAC-25
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
async fn look(thing: Missing) {}

fn main() {}
