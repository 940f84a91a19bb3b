// proves MAC-25
#![allow(unused)]

use tools_core::tool;

struct Opaque;

/// Looks.
#[tool]
fn look() -> Result<Vec<Opaque>, String> {
    Ok(vec![Opaque])
}

fn main() {}
