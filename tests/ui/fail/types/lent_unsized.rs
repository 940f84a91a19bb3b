// proves MAC-04
#![allow(unused)]

use std::path::Path;
use tools_core::tool;

/// Looks.
#[tool]
async fn look(text: &Path) {}

fn main() {}
