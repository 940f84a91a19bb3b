// proves MAC-21
#![allow(unused)]

use tools_core::tool;

///
#[tool]
fn look() {}

fn main() {}
