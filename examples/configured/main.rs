//! An agent whose tools, policy and limits stand in a file, `agent.toml`.
//!
//! ```text
//! $ cargo run --example configured
//! clerk has sums: Adds up a bill.
//! sums gives {"expression":"2 * 89.5","result":179.0}
//! sums once more gives: over the limit: the budget of 1 tool call is spent
//!
//! The same file with that budget, as YAML:
//!
//! name: clerk
//! description: Does sums for the front desk.
//! tools:
//! - name: calculator
//!   rename: sums
//!   description: Adds up a bill.
//!   capabilities:
//!   - billing.read
//!   time_limit: 2s
//! limits:
//!   calls_at_once: 4
//! budget:
//!   tool_calls: 1
//! policy:
//!   rules:
//!     '*': deny
//!     billing.*: allow
//! ```

use std::path::Path;

use tools_cli::config::{Format, load, to_text};
use tools_core::{Agent, json};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut config = load(Path::new(env!("CARGO_MANIFEST_DIR")).join("configured/agent.toml"))?;
    config.budget.tool_calls = Some(1);

    let agent = Agent::builder("assistant").tools(tools_builtins::TOOLS).config(config.clone()).build()?;
    for definition in agent.definitions() {
        println!("{} has {}: {}", agent.name(), definition.name(), definition.description());
    }
    let bill = json!({ "expression": "2 * 89.5" });
    println!("sums gives {}", agent.call("sums", bill.clone()).await?);
    if let Err(error) = agent.call("sums", bill).await {
        println!("sums once more gives: {error}");
    }

    println!("\nThe same file with that budget, as YAML:\n\n{}", to_text(&config, Format::Yaml)?.trim_end());
    Ok(())
}
