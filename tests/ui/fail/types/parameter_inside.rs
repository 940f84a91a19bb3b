// proves MAC-25
#![allow(unused)]

use tools_core::tool;

struct Opaque;

/// Looks.
#[tool]
async fn look(things: Vec<Opaque>) {}

fn main() {}
