//! Calls that their tool prepares with a function of its own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{
    error::Error,
    fmt,
    rc::Rc,
    sync::atomic::{AtomicUsize, Ordering},
    task::{Context, Poll, Waker},
};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use tools_core::{Agent, IntoTools, Prepared, RunContext, ToolError, json, tool};

tools_core::tool_crate!();

struct Prices(u32);
struct Guest(&'static str);

/// How often a tool ran.
#[derive(Default)]
struct Runs(AtomicUsize);

#[derive(Debug, Deserialize, JsonSchema)]
struct Page {
    #[allow(dead_code)]
    offset: u32,
    #[allow(dead_code)]
    size: Option<u32>,
}

#[derive(Debug)]
struct Closed;

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("closed on sundays")
    }
}

impl Error for Closed {}

/// An error that can leave neither its thread nor an `await`.
struct Local(Rc<str>);

impl From<Local> for Box<dyn Error + Send + Sync> {
    fn from(error: Local) -> Self {
        error.0.to_string().into()
    }
}

type Answer = Result<Prepared, Closed>;

/// Books a hotel.
#[tool(capabilities = ["booking.write"], prepare = price)]
async fn book(
    prices: &Prices,
    guest: Option<&Guest>,
    runs: &Runs,
    hotel: String,
    #[arg(default = 2)] nights: u32,
    breakfast: Option<bool>,
    #[arg(flatten)] page: Page,
) -> String {
    runs.0.fetch_add(1, Ordering::SeqCst);
    let guest = guest.map_or("nobody", |guest| guest.0);
    format!("{guest} {} {hotel} {nights} {breakfast:?} {page:?}", prices.0)
}

async fn price(
    prices: &Prices,
    guest: Option<&Guest>,
    _: &Runs,
    hotel: String,
    nights: u32,
    breakfast: Option<bool>,
    page: Page,
) -> Answer {
    tokio::task::yield_now().await;
    if hotel == "closed" {
        return Err(Closed);
    }
    let guest = guest.map_or("nobody", |guest| guest.0);
    Ok(Prepared::new()
        .preview(format!("{guest} pays {} at {hotel}", nights * prices.0))
        .preview(format!("{breakfast:?} {page:?}"))
        .metadata("nights", nights)
        .capability("payments.write"))
}

/// Prints a line.
#[tool(prepare = plain::shown)]
fn print(runs: &Runs, line: String) -> String {
    runs.0.fetch_add(1, Ordering::SeqCst);
    line
}

/// Prints a line, if it is a good one.
#[tool(prepare = self::plain::refused)]
async fn print_good(runs: &Runs, line: String) -> String {
    runs.0.fetch_add(1, Ordering::SeqCst);
    line
}

/// Prints a line, if it is here.
#[tool(prepare = plain::local)]
fn print_here(runs: &Runs, line: String) -> String {
    runs.0.fetch_add(1, Ordering::SeqCst);
    line
}

mod plain {
    use super::{Local, Prepared, Runs, ToolError};

    pub(super) fn shown(_: &Runs, line: String) -> Prepared {
        Prepared::new().preview(line)
    }

    pub(super) fn refused(_: &Runs, line: String) -> Result<Prepared, ToolError> {
        Err(ToolError::rejected(format!("`{line}` is a bad line")))
    }

    pub(super) fn local(_: &Runs, line: String) -> Result<Prepared, Local> {
        if line.is_empty() { Ok(Prepared::new()) } else { Err(Local(line.into())) }
    }
}

/// Adds, and prepares nothing.
#[tool]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn agent(tools: impl IntoTools) -> Agent {
    let builder = Agent::builder("test").tools(tools).state(Prices(90)).state(Runs::default());
    builder.expects::<Guest>().build().unwrap()
}

fn runs(agent: &Agent) -> usize {
    agent.open_run().lent::<Runs>().unwrap().0.load(Ordering::SeqCst)
}

async fn prepared(
    agent: &Agent,
    run: &RunContext,
    name: &str,
    arguments: Value,
) -> Result<Prepared, ToolError> {
    let tool = agent.tool(name).unwrap();
    let args = tool.definition().check(arguments)?;
    tool.prepare(&args, run).await
}

// proves AGT-08
#[tokio::test]
async fn a_tool_prepares_its_calls_with_a_function_of_its_own_parameters() {
    let agent = agent(TOOLS);
    let run = agent.open_run().lend(Guest("ada"));
    let arguments = json!({ "hotel": "Ritz", "nights": 3, "breakfast": true, "offset": 7, "size": 5 });
    assert_eq!(
        prepared(&agent, &run, "book", arguments).await.unwrap(),
        Prepared::new()
            .preview("ada pays 270 at Ritz")
            .preview("Some(true) Page { offset: 7, size: Some(5) }")
            .metadata("nights", 3)
            .capability("payments.write")
    );
    // Defaults, what is missing, what is coerced, and a guest who is not lent.
    let run = agent.open_run();
    assert_eq!(
        prepared(&agent, &run, "book", json!({ "hotel": "Ritz", "offset": "7" })).await.unwrap().previews,
        ["nobody pays 180 at Ritz", "None Page { offset: 7, size: None }"]
    );
    let shown = prepared(&agent, &run, "print", json!({ "line": "a" })).await.unwrap();
    assert_eq!(shown, Prepared::new().preview("a"));
    assert_eq!(prepared(&agent, &run, "add", json!({ "a": 1, "b": 2 })).await.unwrap(), Prepared::new());
    assert_eq!(runs(&agent), 0);
}

// proves AGT-08
#[test]
fn a_plain_function_runs_in_place() {
    let agent = agent(TOOLS);
    let run = agent.open_run();
    let tool = agent.tool("print").unwrap();
    let args = tool.definition().check(json!({ "line": "a" })).unwrap();
    let first = tool.prepare(&args, &run).as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(matches!(first, Poll::Ready(Ok(_))));
}

// proves AGT-08
#[tokio::test]
async fn the_call_gets_all_that_was_prepared() {
    let agent = agent(TOOLS);
    let run = agent.open_run().lend(Guest("ada"));
    let arguments = json!({ "hotel": "Ritz", "nights": 3, "breakfast": true, "offset": 7, "size": 5 });
    assert_eq!(
        agent.call_in(&run, "book", arguments).await.unwrap().text(),
        "ada 90 Ritz 3 Some(true) Page { offset: 7, size: Some(5) }"
    );
    assert_eq!(agent.call("print", json!({ "line": "a" })).await.unwrap().text(), "a");
    assert_eq!(runs(&agent), 2);

    // The same arguments, prepared and then called.
    let tool = agent.tool("book").unwrap();
    let args = tool.definition().check(json!({ "hotel": "Ritz", "offset": 7 })).unwrap();
    for _ in 0..2 {
        assert_eq!(tool.prepare(&args, &run).await.unwrap().previews[0], "ada pays 180 at Ritz");
    }
    let output = tool.call(args, &run).await.unwrap();
    assert_eq!(output.text(), "ada 90 Ritz 2 None Page { offset: 7, size: None }");
}

// proves AGT-08
#[tokio::test]
async fn an_error_ends_the_call_before_the_tool_runs() {
    let agent = agent(TOOLS);
    for (name, arguments, code, message) in [
        ("book", json!({ "hotel": "closed", "offset": 7 }), "failed", "closed on sundays"),
        ("print_good", json!({ "line": "a" }), "rejected", "`a` is a bad line"),
        ("print_here", json!({ "line": "a" }), "failed", "a"),
    ] {
        let error = prepared(&agent, &agent.open_run(), name, arguments.clone()).await.unwrap_err();
        assert_eq!((error.code(), error.to_string().contains(message)), (code, true), "{error}");
        let error = agent.call(name, arguments).await.unwrap_err();
        assert_eq!((error.code(), error.to_string().contains(message)), (code, true), "{error}");
    }
    let ToolError::Failed { source, .. } =
        agent.call("book", json!({ "hotel": "closed", "offset": 7 })).await.unwrap_err()
    else {
        panic!("it failed")
    };
    assert!(source.is::<Closed>());
    assert_eq!(runs(&agent), 0);
    assert_eq!(agent.call("print_here", json!({ "line": "" })).await.unwrap().text(), "");
}

// proves AGT-08
#[tokio::test]
async fn a_tool_under_another_name_is_prepared_too() {
    let tools = TOOLS.only(["book", "print"]).rename("print", "show").prefix("my_");
    let agent = agent(tools);
    let run = agent.open_run();
    assert_eq!(
        prepared(&agent, &run, "my_show", json!({ "line": "a" })).await.unwrap(),
        Prepared::new().preview("a")
    );
    let booking = prepared(&agent, &run, "my_book", json!({ "hotel": "Ritz", "offset": 0 })).await.unwrap();
    assert_eq!(booking.capabilities, ["payments.write"]);
    let error = agent.call("my_book", json!({ "hotel": "closed", "offset": 0 })).await.unwrap_err();
    assert_eq!(error.code(), "failed");
    assert_eq!(runs(&agent), 0);
}
