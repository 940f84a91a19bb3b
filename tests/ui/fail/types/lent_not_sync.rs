// proves MAC-04
#![allow(unused)]

use std::cell::RefCell;
use tools_core::tool;

/// Looks.
#[tool]
async fn look(cell: &RefCell<u32>) {}

fn main() {}
