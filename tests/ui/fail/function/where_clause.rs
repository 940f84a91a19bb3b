// proves MAC-24
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool]
fn look()
where
    u32: Copy,
{
}

fn main() {}
