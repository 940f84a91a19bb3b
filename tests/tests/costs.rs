//! What a tool and a call cost, counted.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{
    borrow::Cow,
    sync::atomic::{AtomicUsize, Ordering},
};

use allocation_counter::measure;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use tools_core::{Agent, RunContext, json, tool};

tools_core::tool_crate!();

static SCHEMAS: AtomicUsize = AtomicUsize::new(0);

#[derive(Deserialize)]
struct Counted(u8);

impl JsonSchema for Counted {
    fn schema_name() -> Cow<'static, str> {
        "Counted".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        SCHEMAS.fetch_add(1, Ordering::SeqCst);
        u8::json_schema(generator)
    }
}

/// Counts how often its schema is made.
#[tool]
async fn counted(n: Counted) -> u8 {
    n.0
}

/// Adds two numbers.
#[tool]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

// proves MAC-41, SCH-12
#[test]
fn schemas_are_made_on_first_use_and_once() {
    let made = || SCHEMAS.load(Ordering::SeqCst);
    let agent = Agent::builder("a").tools(TOOLS).build().unwrap();
    let other = Agent::builder("b").tools(TOOLS.prefix("x_")).build().unwrap();
    let names: Vec<String> =
        agent.definitions().iter().map(|definition| definition.name().to_owned()).collect();
    assert_eq!((names.as_slice(), made()), (["add".to_owned(), "counted".to_owned()].as_slice(), 0));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    for _ in 0..3 {
        runtime.block_on(agent.call("counted", json!({ "n": 7 }))).unwrap();
        runtime.block_on(other.call("x_counted", json!({ "n": 7 }))).unwrap();
        assert!(agent.definitions().iter().all(|definition| definition.input().contains_key("properties")));
    }
    // Once for the tool; the generated test, where it runs in this process, uses the same.
    assert_eq!(made(), 1);
}

// proves MAC-42
#[test]
fn a_call_allocates_for_its_arguments_its_output_and_one_future() {
    let agent = Agent::builder("a").tools(TOOLS).build().unwrap();
    let run: RunContext = agent.open_run();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let text = r#"{"a": 17, "b": 25}"#;
    runtime.block_on(agent.call_in(&run, "add", text)).unwrap();

    let arguments = measure(|| {
        let _: serde_json::Value = serde_json::from_str(text).unwrap();
    });
    runtime.block_on(async {
        let mut counts = Vec::new();
        for _ in 0..3 {
            let mut call = Box::pin(agent.call_in(&run, "add", text));
            let mut context = std::task::Context::from_waker(std::task::Waker::noop());
            let mut answer = None;
            let counted = measure(|| answer = Some(call.as_mut().poll(&mut context)));
            let Some(std::task::Poll::Ready(Ok(output))) = answer else { panic!("it is ready at once") };
            assert_eq!(output.text(), "42");
            counts.push(counted.count_total);
        }
        assert_eq!(counts, [arguments.count_total + 2; 3], "its output and one future");

        let value = json!({ "a": 17, "b": 25 });
        let mut call = Box::pin(agent.call_in(&run, "add", value));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        let counted = measure(|| drop(call.as_mut().poll(&mut context)));
        assert_eq!(counted.count_total, 2);
    });
}
