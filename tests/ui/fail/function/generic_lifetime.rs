// proves MAC-24
#![allow(unused)]

use tools_core::tool;

struct Db;

/// Looks.
#[tool]
fn look<'a>(db: &'a Db) {}

fn main() {}
