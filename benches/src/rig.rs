//! rig: a `ToolSet`, called as its agents call it.

use rig_agent::tool::ToolSet;
use rig_core::{
    rig_tool,
    tool::{ToolContext, ToolExecutionError},
};

use crate::{
    contender::{Contender, Input},
    workload::{self, Receipt, Stay},
};

/// Adds two numbers.
#[rig_tool]
async fn add(
    /// The first.
    a: i64,
    /// The second.
    b: i64,
) -> Result<i64, ToolExecutionError> {
    Ok(workload::add(a, b))
}

/// Books a room.
#[rig_tool]
async fn book(
    /// Where.
    location: String,
    /// How.
    stay: Stay,
    /// Wishes.
    tags: Vec<String>,
) -> Result<Receipt, ToolExecutionError> {
    Ok(workload::book(location, &stay, &tags))
}

/// Counts the bytes of strings.
#[rig_tool]
async fn count(
    /// The strings.
    strings: Vec<String>,
) -> Result<usize, ToolExecutionError> {
    Ok(workload::count(&strings))
}

/// A tool set, with the context of one conversation.
pub struct Rig {
    tools: ToolSet,
    context: ToolContext,
}

impl Rig {
    /// Builds the set.
    pub fn new() -> Self {
        let mut tools = ToolSet::default();
        tools.add_tool(Add);
        tools.add_tool(Book);
        tools.add_tool(Count);
        Rig { tools, context: ToolContext::default() }
    }
}

impl Default for Rig {
    fn default() -> Self {
        Rig::new()
    }
}

impl std::fmt::Debug for Rig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rig").finish_non_exhaustive()
    }
}

impl Contender for Rig {
    async fn call(&mut self, tool: &'static str, input: Input<'_>) -> String {
        // It takes text only: who has a value writes it out.
        let arguments = match input {
            Input::Text(text) => text.to_owned(),
            Input::Value(value) => value.to_string(),
        };
        self.tools.execute(tool, arguments, &mut self.context).await.output().render()
    }
}
