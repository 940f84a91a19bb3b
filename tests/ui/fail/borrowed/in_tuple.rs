// proves MAC-05
#![allow(unused)]

use tools_core::tool;

struct Db;

/// Looks.
#[tool]
fn look(pair: (&Db, u32)) {}

fn main() {}
