// proves MAC-28
#![allow(unused)]

use tools_core::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Unit {
    symbol: String,
}

/// Looks.
#[tool]
fn look(#[arg(default = Unit { symbol: "m".into() })] unit: Unit) {}

fn main() {}
