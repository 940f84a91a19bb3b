// proves MAC-28
#![allow(unused)]

use tools_core::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Own(u32);

/// Looks.
#[tool]
fn look(#[arg(range = 1..=10)] own: Own) {}

fn main() {}
