// proves MAC-28
#![allow(unused)]

use tools_core::tool;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Unit {
    symbol: String,
}

/// Looks.
#[tool]
fn look(#[arg(default)] unit: Unit) {}

fn main() {}
