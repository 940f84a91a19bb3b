// proves MAC-05
#![allow(unused)]

use tools_core::tool;

struct Db;

/// Looks.
#[tool]
fn look(db: Option<&mut Db>) {}

fn main() {}
