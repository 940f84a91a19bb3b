// proves MAC-05
#![allow(unused)]

use tools_core::tool;

trait Clock {}

/// Looks.
#[tool]
fn look(clock: &dyn Clock) {}

fn main() {}
