//! Raw names, `mut`, aliases, doc comments with quotes and several lines, defaults of every kind.
// proves MAC-01, MAC-02, MAC-03, MAC-04, TOOL-05, LK-09

#![deny(warnings)]

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    io,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tools_core::{RunContext, tool};

type Answer<T> = Result<T, io::Error>;
type Context = RunContext;
type MaybeDb<'a> = Option<&'a Db>;

struct Db;

/// Pages.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
struct Page {
    #[serde(default)]
    offset: u32,
    #[serde(rename = "pageSize")]
    #[schemars(range(min = 1))]
    size: u32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Sort {
    Newest,
    Oldest,
}

impl From<&str> for Sort {
    fn from(word: &str) -> Self {
        if word == "oldest" { Sort::Oldest } else { Sort::Newest }
    }
}

const MOST: u32 = 10;

/// Searches "everything".
///
///   * with a list,
///   * and a \ backslash
///
/// # Errors
/// Never.
#[tool]
async fn search(
    context: &Context,
    db: &Db,
    cache: MaybeDb<'_>,
    other: Option<&u32>,
    /// What is "meant".
    ///
    /// Several lines.
    mut query: String,
    r#type: Option<String>,
    #[arg(default = "newest")] sort: Sort,
    #[arg(default = "plain")] format: String,
    #[arg(default = "en")] language: Option<String>,
    #[arg(default = MOST / 2, range = 1..=MOST)] limit: u32,
    #[arg(default = vec![1, 2], len = ..=4)] numbers: Vec<u32>,
    #[arg(default)] labels: HashMap<String, String>,
    #[arg(default = BTreeMap::<String, u32>::new())] counts: BTreeMap<String, u32>,
    #[arg(default = { let set = BTreeSet::new(); set })] seen: BTreeSet<char>,
    #[arg(flatten)] page: Page,
    #[arg(name = "maxDepth", range = -1..)] max_depth: i64,
    #[arg(secret)] token: Option<String>,
    pair: (f64, f64),
    fixed: [u8; 2],
) -> Answer<String> {
    let _ = (context, db, cache, other, r#type, sort, format, language, limit, numbers, labels, counts, seen);
    let _ = (page.offset, page.size, max_depth, token, pair, fixed);
    query.push('!');
    Ok(query)
}

/**
 * A block comment.
 */
#[tool]
fn r#loop() {}

#[doc = concat!("A comment", " that is made.")]
#[tool]
fn made(#[doc = concat!("A word", " too.")] word: String) -> Vec<String> {
    vec![word]
}

/// Old.
#[deprecated]
#[tool]
fn old() -> Option<&'static str> {
    None
}

#[tool(description = ABOUT)]
async fn about() {}

const ABOUT: &str = "Says what it is about.";

macro_rules! titled {
    ($title:literal, $item:item) => {
        #[tool(title = $title)]
        $item
    };
}

titled! {
    "Title",
    /// From a macro.
    pub(crate) async fn titled(#[arg(len = 1..)] word: String, db: &Db) -> String {
        let _ = db;
        word
    }
}

macro_rules! typed {
    ($name:ident, $ty:ty, $default:expr) => {
        /// From a macro.
        #[tool]
        fn $name(#[arg(default = $default, range = 0..=9)] value: $ty, lent: Option<&$ty>) -> $ty {
            let _ = lent;
            value
        }
    };
}

typed!(typed, u32, 5);

fn main() {
    let _ = search;
    r#loop();
    let _ = made("a".into());
    let _ = about;
    let _ = titled;
    let _ = typed(1, None);
    #[allow(deprecated)]
    let _ = old();
}
