// proves MAC-25
#![allow(unused)]

use tools_core::tool;

struct Opaque;

/// Looks.
#[tool]
async fn look() -> Opaque {
    Opaque
}

fn main() {}
