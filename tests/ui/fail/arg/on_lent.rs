// proves MAC-23
#![allow(unused)]

use tools_core::tool;

struct Db;

/// Looks.
#[tool]
fn look(#[arg(name = "store")] db: &Db) {}

fn main() {}
