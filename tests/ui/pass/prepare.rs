//! A function that prepares: plain or async, any path, any parameters, any name.
// proves AGT-08, LK-09

#![deny(warnings)]
#![allow(dead_code)]

use std::{future::Future, io, pin::Pin};

use tools_core::{Prepared, RunContext, ToolError, tool};

type MaybeDb<'a> = Option<&'a Db>;
type Answer = io::Result<Prepared>;

struct Db;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Page {
    size: u32,
}

/// Takes nothing.
#[tool(prepare = nothing)]
fn first() {}

fn nothing() -> Prepared {
    Prepared::new()
}

/// Takes everything.
#[tool(prepare = everything)]
async fn second(
    run: &RunContext,
    db: &Db,
    cache: MaybeDb<'_>,
    mut text: String,
    r#type: Option<String>,
    #[arg(default = 5)] limit: u32,
    #[arg(flatten)] page: Page,
    #[arg(name = "maxDepth", range = -1..)] depth: i64,
    #[arg(secret, default)] token: Option<String>,
) -> String {
    let _ = (run, db, cache, r#type, limit, page.size, depth, token);
    text.push('!');
    text
}

async fn everything(
    run: &RunContext,
    db: &Db,
    cache: MaybeDb<'_>,
    text: String,
    r#type: Option<String>,
    limit: u32,
    page: Page,
    depth: i64,
    token: Option<String>,
) -> Answer {
    run.cancelled().await;
    let _ = (db, cache, text, r#type, limit, page.size, depth, token);
    Ok(Prepared::new())
}

mod elsewhere {
    use super::*;

    pub(crate) struct Booking;

    impl Booking {
        pub(crate) fn any<T: Into<String>>(text: T) -> Result<Prepared, &'static str> {
            Ok(Prepared::new().preview(text))
        }

        pub(crate) fn boxed(text: String) -> Pin<Box<dyn Future<Output = Prepared> + Send>> {
            Box::pin(async { Prepared::new().preview(text) })
        }
    }

    /// From a module.
    #[tool(prepare = super::nothing)]
    fn third() {}
}

/// Is prepared by a generic function of a type.
#[tool(prepare = elsewhere::Booking::any::<String>)]
fn fourth(text: String) {
    let _ = text;
}

/// Is prepared by a future.
#[tool(prepare = self::elsewhere::Booking::boxed)]
fn fifth(text: String) {
    let _ = text;
}

/// Names that the expansion uses too.
#[tool(prepare = args)]
async fn sixth(args: u32, run: &RunContext) {
    let _ = (args, run);
}

async fn args(p_args: u32, call: &RunContext) -> Result<Prepared, ToolError> {
    let _ = (p_args, call);
    Ok(Prepared::new())
}

/// And others.
#[tool(prepare = call)]
fn seventh(prepare: u32, call: Option<&Db>) {
    let _ = (prepare, call);
}

fn call(prepare: u32, _: Option<&Db>) -> Prepared {
    Prepared::new().metadata("prepare", prepare)
}

macro_rules! prepared {
    ($name:ident, $prepare:path, $ty:ty) => {
        /// From a macro.
        #[tool(prepare = $prepare)]
        fn $name(value: $ty) -> $ty {
            value
        }
    };
}

prepared!(eighth, elsewhere::Booking::any, String);

fn main() {
    /// In a function.
    #[tool(prepare = prepare)]
    fn ninth(db: &Db) {
        let _ = db;
    }

    fn prepare(_: &Db) -> Prepared {
        Prepared::new()
    }
}
