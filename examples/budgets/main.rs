//! How much an agent may do: a budget for its whole life, a smaller one for a
//! run, a time limit for a tool.
//!
//! ```text
//! $ cargo run --example budgets
//! call 1: 5
//! call 2: 5
//! call 3: 5
//! call 4: 5
//! warning: 4 of 5 tool calls are used
//! call 5: 5
//! call 6: over the limit: the budget of 5 tool calls is spent
//! the run has used 5 tool calls, the agent 5
//! think: the tool did not end within 50ms
//! the run has used 5 tool calls, the agent 6
//! ```

use std::{future::pending, time::Duration};

use tools_core::{Agent, Budget, Event, EventKind, json, tool};

tools_core::tool_crate!();

/// Thinks about everything.
#[tool(time_limit = "50ms")]
async fn think() -> String {
    pending().await
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let agent = Agent::builder("clerk")
        .tools(units::TOOLS)
        .tools(TOOLS)
        .budget(Budget::new().tool_calls(100).run_time(Duration::from_secs(3600)))
        .build()?;
    let mut events = agent.events();

    // What the run uses counts in the agent's budget too.
    let run = agent.open_run().with_budget(Budget::new().tool_calls(5));
    for call in 1..=6 {
        match agent.call_in(&run, "count_words", json!({ "text": "a tool is a function" })).await {
            Ok(count) => println!("call {call}: {count}"),
            Err(error) => println!("call {call}: {error}"),
        }
        while let Some(event) = events.try_next() {
            warn(&event);
        }
    }
    let used = || {
        let (run, agent) = (run.usage().tool_calls, agent.usage().tool_calls);
        println!("the run has used {run} tool calls, the agent {agent}");
    };
    used();

    // The agent has some left.
    if let Err(error) = agent.call("think", ()).await {
        println!("think: {error}");
    }
    used();
    Ok(())
}

/// A limit warns once, at 80 % of it.
fn warn(event: &Event) {
    if let EventKind::BudgetWarning { limit, used, max, .. } = event.kind() {
        println!("warning: {used} of {max} {limit} are used");
    }
}
