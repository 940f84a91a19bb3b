// proves MAC-05
#![allow(unused)]

use std::borrow::Cow;
use tools_core::tool;

/// Looks.
#[tool]
fn look(text: Cow<'_, str>) {}

fn main() {}
