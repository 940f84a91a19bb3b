//! Parameters may have any name that the expansion uses too.
// proves MAC-04, MAC-08, LK-09

#![deny(warnings)]
#![allow(dead_code)]

use tools_core::{RunContext, tool};

struct Db;

/// Looks.
#[tool]
async fn args(args: &Db, run: &RunContext, len: u32, p_args: u32, __tools: u32, output: u32) -> u32 {
    let _ = (args, run);
    len + p_args + __tools + output
}

/// Looks again.
#[tool]
fn run(run: u32, args: Option<&Db>, #[arg(len = 1..=MOST)] schema: Vec<u32>) -> usize {
    let _ = (run, args);
    schema.len()
}

#[allow(non_upper_case_globals)]
const size: usize = 4;
const MOST: usize = size + 1;

/// Looks by a constant that is called what the expansion calls its own.
#[tool]
fn bounded(#[arg(len = 0..size)] words: Vec<String>) -> usize {
    words.len()
}

fn main() {}
