//! adk-tool: tools by name, as its agents hold them.

use std::{collections::HashMap, sync::Arc};

use adk_tool::{AdkError, SimpleToolContext, Tool, ToolContext, tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    contender::{Contender, Input},
    workload::{self, Stay},
};

#[derive(Deserialize, JsonSchema)]
struct AddArgs {
    /// The first.
    a: i64,
    /// The second.
    b: i64,
}

#[derive(Deserialize, JsonSchema)]
struct BookArgs {
    /// Where.
    location: String,
    /// How.
    stay: Stay,
    /// Wishes.
    tags: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
struct CountArgs {
    /// The strings.
    strings: Vec<String>,
}

/// Adds two numbers.
#[tool]
async fn add(args: AddArgs) -> Result<Value, AdkError> {
    Ok(workload::add(args.a, args.b).into())
}

/// Books a room.
#[tool]
async fn book(args: BookArgs) -> Result<Value, AdkError> {
    let receipt = workload::book(args.location, &args.stay, &args.tags);
    serde_json::to_value(receipt).map_err(|error| AdkError::tool(error.to_string()))
}

/// Counts the bytes of strings.
#[tool]
async fn count(args: CountArgs) -> Result<Value, AdkError> {
    Ok(workload::count(&args.strings).into())
}

/// The tools, with one context for all calls.
pub struct Adk {
    tools: HashMap<String, Arc<dyn Tool>>,
    context: Arc<dyn ToolContext>,
}

impl Adk {
    /// Puts the tools into a map.
    pub fn new() -> Self {
        let tools: [Arc<dyn Tool>; 3] = [Arc::new(Add), Arc::new(Book), Arc::new(Count)];
        Adk {
            tools: tools.into_iter().map(|tool| (tool.name().to_owned(), tool)).collect(),
            context: Arc::new(SimpleToolContext::new("bench")),
        }
    }
}

impl Default for Adk {
    fn default() -> Self {
        Adk::new()
    }
}

impl std::fmt::Debug for Adk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Adk").finish_non_exhaustive()
    }
}

impl Contender for Adk {
    async fn call(&mut self, tool: &'static str, input: Input<'_>) -> String {
        let arguments = match input.to_value() {
            Ok(arguments) => arguments,
            Err(error) => return error.to_string(),
        };
        let Some(tool) = self.tools.get(tool) else { return "no such tool".into() };
        match tool.execute(self.context.clone(), arguments).await {
            Ok(result) => result.to_string(),
            Err(error) => error.to_string(),
        }
    }
}
