// proves MAC-25
#![allow(unused)]

use tools_core::tool;

struct Opaque;

/// Looks.
#[tool]
async fn look() -> Result<u32, Opaque> {
    Ok(5)
}

fn main() {}
