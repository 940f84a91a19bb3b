//! This framework: an agent as it is built by default.

use tools_core::{Agent, Arguments, tool};

use crate::{
    TOOLS,
    contender::{Contender, Input},
    workload::{self, Fault, Receipt, Stay},
};

/// Adds two numbers.
#[tool]
async fn add(
    /// The first.
    a: i64,
    /// The second.
    b: i64,
) -> i64 {
    workload::add(a, b)
}

/// Books a room.
#[tool]
async fn book(
    /// Where.
    location: String,
    /// How.
    stay: Stay,
    /// Wishes.
    tags: Vec<String>,
) -> Receipt {
    workload::book(location, &stay, &tags)
}

/// Counts the bytes of strings.
#[tool]
async fn count(
    /// The strings.
    strings: Vec<String>,
) -> usize {
    workload::count(&strings)
}

/// An agent with the tools of this crate.
#[derive(Debug)]
pub struct Ours {
    agent: Agent,
}

impl Ours {
    /// Builds the agent.
    ///
    /// # Errors
    /// When it can't be built.
    pub fn new() -> Result<Self, Fault> {
        Ok(Ours { agent: Agent::builder("bench").tools(TOOLS).build()? })
    }
}

impl Contender for Ours {
    async fn call(&mut self, tool: &'static str, input: Input<'_>) -> String {
        let arguments: Arguments<'_> = match input {
            Input::Text(text) => text.into(),
            Input::Value(value) => value.clone().into(),
        };
        match self.agent.call(tool, arguments).await {
            Ok(output) => output.text().into_owned(),
            Err(error) => error.to_string(),
        }
    }
}
