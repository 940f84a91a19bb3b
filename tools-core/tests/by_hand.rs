//! Tools that are made at run time.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;

use tools_core::{
    Agent, Args, BoxFuture, Definition, Output, Prepared, RunContext, Tool, ToolError, json, tool_fn,
};

struct ByHand(Definition);

impl Tool for ByHand {
    fn definition(&self) -> &Definition {
        &self.0
    }

    fn prepare<'a>(
        &'a self,
        args: &'a Args,
        _: &'a RunContext,
    ) -> BoxFuture<'a, Result<Prepared, ToolError>> {
        Box::pin(async move {
            if args.as_object()["text"] == "panic" {
                panic!("in prepare");
            }
            if args.as_object()["text"] == "hang" {
                std::future::pending::<()>().await;
            }
            if args.as_object()["text"] == "never" {
                return Err(ToolError::rejected("that is never echoed"));
            }
            Ok(Prepared::new())
        })
    }

    fn call<'a>(&'a self, args: Args, _: &'a RunContext) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move { Output::json(args.into_object()) })
    }
}

fn echo() -> Definition {
    Definition::builder("echo", "Echoes.")
        .input(
            json!({ "type": "object", "properties": { "text": { "type": "string" } }, "required": ["text"] }),
        )
        .build()
        .unwrap()
}

// proves TOOL-01, REG-08
#[tokio::test]
async fn any_value_with_the_trait_is_a_tool() {
    let tool: Arc<dyn Tool> = Arc::new(ByHand(echo()));
    let agent = Agent::builder("test").tools(vec![tool]).build().unwrap();
    assert_eq!(agent.call("echo", json!({ "text": 5 })).await.unwrap().value(), json!({ "text": "5" }));
    assert_eq!(agent.call("echo", json!({ "text": "never" })).await.unwrap_err().code(), "rejected");
    assert_eq!(agent.call("echo", json!({})).await.unwrap_err().code(), "invalid_arguments");
}

// proves AGT-06
#[tokio::test(start_paused = true)]
async fn preparing_is_guarded_too() {
    let agent = Agent::builder("test").tool(ByHand(echo())).build().unwrap();
    assert_eq!(agent.call("echo", json!({ "text": "panic" })).await.unwrap_err().code(), "panicked");
    assert_eq!(agent.call("echo", json!({ "text": "hang" })).await.unwrap_err().code(), "timeout");
    // A cancelled run does not even prepare.
    let run = agent.open_run();
    run.cancel("stop");
    assert_eq!(
        agent.call_in(&run, "echo", json!({ "text": "panic" })).await.unwrap_err().code(),
        "cancelled"
    );
}

// proves TOOL-07, ARG-17
#[tokio::test]
async fn a_closure_is_a_tool() {
    let definition = Definition::builder("repeat", "Repeats a text.")
        .input(json!({
            "type": "object",
            "properties": { "text": { "type": "string" }, "times": { "type": "integer", "default": 2, "maximum": 3 } },
            "required": ["text"], "additionalProperties": false
        }))
        .capability("text.repeat")
        .example(json!({ "text": "a" }))
        .build()
        .unwrap();
    let repeat = tool_fn(definition, |mut args, run| async move {
        assert_eq!(run.depth(), 1);
        let (text, times): (String, usize) = (args.take("text")?, args.take("times")?);
        Ok::<_, ToolError>(text.repeat(times))
    });
    let agent = Agent::builder("test").tool(repeat).build().unwrap();
    assert_eq!(agent.call("repeat", json!({ "text": "ab" })).await.unwrap().text(), "abab");
    let error = agent.call("repeat", json!({ "text": "ab", "times": 4, "x": 1 })).await.unwrap_err();
    let ToolError::InvalidArguments(error) = error else { panic!() };
    assert_eq!(error.violations.len(), 2);
}

// proves TOOL-07
#[test]
fn every_fault_of_a_definition_is_found_when_it_is_made() {
    let faults = [
        (Definition::builder("two words", "x"), "letters, digits"),
        (Definition::builder("a", "  "), "blank"),
        (Definition::builder("a", "x").capability("net.*"), "wildcard"),
        (Definition::builder("a", "x").input(json!(true)), "no JSON object"),
        (Definition::builder("a", "x").input(json!({ "properties": 5 })), "does not compile"),
        (Definition::builder("a", "x").input(json!({ "type": "string" })), "are an object"),
        (Definition::builder("a", "x").output(json!([])), "output schema"),
        (Definition::builder("a", "x").example(json!({ "y": 1 })), "example"),
        (Definition::builder("a", "x").example(json!(7)), "example"),
    ];
    for (builder, told) in faults {
        let error = builder.build().unwrap_err().to_string();
        assert!(error.contains("tool `") && error.contains(told), "{error}");
    }
}
