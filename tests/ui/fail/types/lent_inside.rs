// proves MAC-04
#![allow(unused)]

use tools_core::tool;

struct Db;

/// Looks.
#[tool]
async fn look(stores: Vec<&Db>) {}

fn main() {}
