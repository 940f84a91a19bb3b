// proves MAC-05
#![allow(unused)]

use tools_core::tool;

struct Db;

/// Looks.
#[tool]
fn look(db: &'static Db) {}

fn main() {}
