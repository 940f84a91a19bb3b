// proves MAC-23
#![allow(unused)]

use tools_core::tool;

#[tool(nam = "a", tags = ["A"], capabilities = ["*"])]
fn look(_: u32, text: &str) {}

fn main() {}
