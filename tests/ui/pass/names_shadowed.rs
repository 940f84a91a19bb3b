//! What the user calls `Result`, `String`, `Option`, `Box`, `Ok` or `std` is the user's own affair.
// proves MAC-08, LK-09

#![forbid(unsafe_code)]
#![deny(warnings)]
#![allow(dead_code)]

use tools_core::tool;

mod serde {}
mod std {}
mod core {}
mod inventory {}
mod schemars {}

pub struct Result;
pub struct Option;
pub struct Box;
pub struct String;
pub struct Vec;
pub trait Into {}
pub trait Default {}
pub trait Iterator {}
pub trait FnOnce {}
pub trait Future {}
pub async fn drop(
    _: &tools_core::RunContext,
    _: ::std::option::Option<&u32>,
    _: Text,
    _: Text,
    _: u32,
    _: ::std::option::Option<f64>,
) -> ::std::result::Result<tools_core::Prepared, Text> {
    ::std::result::Result::Ok(tools_core::Prepared::new())
}

#[allow(non_snake_case)]
fn Ok() {}
#[allow(non_snake_case)]
fn Err() {}
#[allow(non_snake_case)]
fn Some(_: u8) -> tools_core::Prepared {
    tools_core::Prepared::new()
}
#[allow(non_upper_case_globals)]
const None: u32 = 0;

type Text = ::std::string::String;

/// Reads a page.
#[tool(
    description = concat!("Reads", " a page."),
    examples = [{ "url": "a" }],
    capabilities = ["network.read"],
    tags = ["web"],
    time_limit = "30s",
    prepare = drop
)]
async fn fetch(
    run: &tools_core::RunContext,
    again: ::std::option::Option<&u32>,
    #[arg(len = 1..=400, pattern = "^a")] url: Text,
    #[arg(default = "plain")] format: Text,
    #[arg(default, range = 0..9)] depth: u32,
    #[arg(range = 0.5..=1.5)] share: ::std::option::Option<f64>,
) -> ::std::result::Result<Text, Text> {
    let _ = (run, again, format, depth, share);
    ::std::result::Result::Ok(url)
}

/// Counts.
#[tool(prepare = Some)]
fn count(#[arg(default = 3)] to: u8) {
    let _ = to;
}

fn main() {}
