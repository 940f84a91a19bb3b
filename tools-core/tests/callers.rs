//! Who called a tool: the application, another tool, somebody who can answer.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::{Arc, Mutex};

use tools_core::{Agent, Answer, BoxFuture, Host, LogLevel, Question, RunContext, ToolError, json, tool};

tools_core::tool_crate!();

/// Calls itself.
#[tool]
async fn nested(run: &RunContext, levels: u8) -> Result<u8, ToolError> {
    if levels == 0 {
        return Ok(run.depth());
    }
    let inner = run.call("nested", json!({ "levels": levels - 1 })).await?;
    Ok(u8::try_from(inner.value().as_u64().unwrap_or(0)).unwrap_or(0))
}

/// Asks who called.
#[tool]
async fn asks(run: &RunContext) -> Result<String, ToolError> {
    run.log(LogLevel::Info, "asking");
    let Answer::Given(answer) = run.ask(Question::new("Which city?")).await? else {
        return Err(ToolError::rejected("no answer"));
    };
    Ok(format!("{answer} {}", run.complete("a poem").await.unwrap_or_else(|error| error.code().into())))
}

// proves AGT-13
#[tokio::test]
async fn tools_call_tools() {
    let agent = Agent::builder("test").tools(TOOLS).build().unwrap();
    assert_eq!(agent.call("nested", json!({ "levels": 5 })).await.unwrap().text(), "6");
    assert_eq!(agent.call("nested", json!({ "levels": 15 })).await.unwrap().text(), "16");
    let error = agent.call("nested", json!({ "levels": 16 })).await.unwrap_err();
    assert_eq!(error.code(), "budget_exceeded");
    assert!(error.to_string().contains("16 deep"), "{error}");
    let run = agent.open_run();
    assert_eq!(run.call("nested", json!({ "levels": "x" })).await.unwrap_err().code(), "invalid_arguments");
    drop(agent);
    assert_eq!(
        run.call("nested", json!({ "levels": 0 })).await.unwrap_err().to_string(),
        "the agent of this run is gone"
    );
}

struct Athens(Arc<Mutex<Vec<String>>>);

impl Host for Athens {
    fn ask<'a>(&'a self, question: Question) -> BoxFuture<'a, Result<Answer, ToolError>> {
        Box::pin(async move { Ok(Answer::Given(json!(format!("{} Athens", question.message)))) })
    }

    fn log(&self, level: LogLevel, message: &str) {
        self.0.lock().unwrap().push(format!("{level:?} {message}"));
    }
}

// proves AGT-14
#[tokio::test]
async fn a_tool_asks_who_called_it() {
    let agent = Agent::builder("test").tools(TOOLS).build().unwrap();
    assert_eq!(agent.call("asks", ()).await.unwrap_err().code(), "unavailable");
    let log = Arc::new(Mutex::new(Vec::new()));
    let run = agent.open_run().with_host(Athens(log.clone()));
    assert_eq!(agent.call_in(&run, "asks", ()).await.unwrap().text(), "\"Which city? Athens\" unavailable");
    assert_eq!(*log.lock().unwrap(), ["Info asking"]);
}

/// Changes something, and then calls a tool that fails.
#[tool]
async fn charges(run: &RunContext, child: String) -> Result<String, ToolError> {
    Ok(run.call(&child, json!({ "levels": "x" })).await?.text().into_owned())
}

/// Rejects.
#[tool]
async fn rejects(levels: String) -> Result<(), ToolError> {
    Err(ToolError::rejected(format!("closed {levels}")))
}

/// Panics.
#[tool]
async fn panics(levels: String) {
    panic!("secret {levels}");
}

// proves AGT-13
#[tokio::test]
async fn the_error_of_a_child_is_not_that_of_its_parent() {
    let agent = Agent::builder("test").tools(TOOLS).build().unwrap();
    for (child, code) in [
        ("nested", "invalid_arguments"),
        ("rejects", "rejected"),
        ("panics", "panicked"),
        ("gone", "unknown_tool"),
    ] {
        let error = agent.call("charges", json!({ "child": child })).await.unwrap_err();
        assert_eq!(error.code(), "failed", "{child}");
        assert_eq!(error.child().map(ToolError::code), Some(code));
        assert!(error.changes_made().is_none() && !error.retryable());
        let json = error.to_json();
        assert!(json["message"].as_str().unwrap().contains(&format!("`{child}`")), "{json}");
        assert!(json["suggestion"].is_null() && !json.to_string().contains("secret"), "{json}");
    }
}

#[tokio::test]
async fn a_run_belongs_to_the_agent_that_opened_it() {
    let agent = Agent::builder("one").tools(TOOLS).build().unwrap();
    let other = Agent::builder("two").tools(TOOLS).build().unwrap();
    let error = other.call_in(&agent.open_run(), "nested", json!({ "levels": 0 })).await.unwrap_err();
    assert!(error.to_string().contains("another agent"), "{error}");
    assert!(agent.clone().call_in(&agent.open_run(), "nested", json!({ "levels": 0 })).await.is_ok());
}
