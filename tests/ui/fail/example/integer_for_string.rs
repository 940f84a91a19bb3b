// proves MAC-27
#![allow(unused)]

use tools_core::tool;

/// Looks.
#[tool(examples = [{ "query": 5 }])]
fn search(query: String, #[arg(default = 5)] limit: u32) {}

fn main() {}
