// proves MAC-28
#![allow(unused)]

use tools_core::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Own(u32);

/// Looks.
#[tool]
fn look(#[arg(pattern = "^5$")] own: Own) {}

fn main() {}
