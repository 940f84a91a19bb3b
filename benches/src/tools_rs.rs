//! tools-rs: a `ToolCollection` of the collected tools.

use tools_rs::{FunctionCall, ToolCollection, collect_tools, tool};

use crate::{
    contender::{Contender, Input},
    workload::{self, Receipt, Stay},
};

#[tool]
/// Adds two numbers.
async fn add(a: i64, b: i64) -> i64 {
    workload::add(a, b)
}

#[tool]
/// Books a room.
async fn book(location: String, stay: Stay, tags: Vec<String>) -> Receipt {
    workload::book(location, &stay, &tags)
}

#[tool]
/// Counts the bytes of strings.
async fn count(strings: Vec<String>) -> usize {
    workload::count(&strings)
}

/// The collection.
pub struct ToolsRs {
    tools: ToolCollection,
}

impl ToolsRs {
    /// Collects the tools.
    pub fn new() -> Self {
        ToolsRs { tools: collect_tools() }
    }
}

impl Default for ToolsRs {
    fn default() -> Self {
        ToolsRs::new()
    }
}

impl std::fmt::Debug for ToolsRs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ToolsRs").finish_non_exhaustive()
    }
}

impl Contender for ToolsRs {
    async fn call(&mut self, tool: &'static str, input: Input<'_>) -> String {
        let arguments = match input.to_value() {
            Ok(arguments) => arguments,
            Err(error) => return error.to_string(),
        };
        match self.tools.call(FunctionCall::new(tool.to_owned(), arguments)).await {
            Ok(response) => response.result.to_string(),
            Err(error) => error.to_string(),
        }
    }
}
