//! A thousand tools made at run time, each with a schema of its own: how long
//! until they can be called, and until their list is written as JSON.

use std::sync::Arc;

use adk_tool::FunctionTool;
use rig_agent::tool::ToolSet;
use rig_core::{message::ToolName, tool::DynamicTool};
use rmcp::{
    handler::server::{
        router::tool::{ToolRoute, ToolRouter},
        tool::ToolCallContext,
    },
    model::{CallToolResult, ContentBlock},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tools_core::{Agent, Definition, ToolError, tool_fn};
use tools_rs::ToolCollection;

use crate::workload::{Fault, Stay};

/// How many tools.
pub const TOOLS: usize = 1000;

/// What each takes.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// Where.
    location: String,
    /// How.
    stay: Stay,
    /// Wishes.
    tags: Vec<String>,
}

/// A name and a description for each tool, and their schema.
#[derive(Debug)]
pub struct Plan {
    names: Vec<(&'static str, &'static str)>,
    schema: Value,
}

impl Plan {
    /// Makes up the names. They live for ever: tools-rs takes no others.
    pub fn new() -> Self {
        let leaked = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
        let names = (0..TOOLS)
            .map(|i| (leaked(format!("tool_{i:04}")), leaked(format!("Books room number {i}."))))
            .collect();
        let mut settings = schemars::generate::SchemaSettings::draft2020_12();
        settings.inline_subschemas = true;
        let mut schema = settings.into_generator().into_root_schema_for::<Args>();
        schema.remove("title");
        Plan { names, schema: schema.to_value() }
    }

    /// This framework: definitions, closures, and an agent.
    ///
    /// # Errors
    /// When one of them can't be built.
    pub fn ours(&self) -> Result<Agent, Fault> {
        let mut agent = Agent::builder("many");
        for (name, description) in &self.names {
            let definition = Definition::builder(*name, *description).input(self.schema.clone()).build()?;
            agent = agent.tool(tool_fn(definition, |_args, _run| async { Ok::<_, ToolError>("done") }));
        }
        Ok(agent.build()?)
    }

    /// rmcp: routes with a schema that is given.
    pub fn rmcp(&self) -> ToolRouter<()> {
        let mut router = ToolRouter::new();
        for (name, description) in &self.names {
            let tool = rmcp::model::Tool::new(*name, *description, object(&self.schema));
            router.add_route(ToolRoute::new_dyn(tool, |_: ToolCallContext<'_, ()>| {
                Box::pin(async { Ok(CallToolResult::success(vec![ContentBlock::text("done")]).into()) })
            }));
        }
        router
    }

    /// rig: dynamic tools.
    ///
    /// # Errors
    /// When it refuses a name.
    pub fn rig(&self) -> Result<ToolSet, Fault> {
        let mut tools = ToolSet::default();
        for (name, description) in &self.names {
            let name = ToolName::new(*name).map_err(|_| "rig refuses a name")?;
            tools.add_dynamic_tool(DynamicTool::new(name, *description, self.schema.clone(), |_| {
                Box::pin(async { Ok("done".into()) })
            }));
        }
        Ok(tools)
    }

    /// tools-rs: raw registration.
    ///
    /// # Errors
    /// When it refuses a tool.
    pub fn tools_rs(&self) -> Result<ToolCollection, Fault> {
        let mut tools = ToolCollection::new();
        for (name, description) in &self.names {
            tools.register_raw(
                name,
                description,
                self.schema.clone(),
                |_| Box::pin(async { Ok("done".into()) }),
                (),
            )?;
        }
        Ok(tools)
    }

    /// adk-tool: function tools. It takes no schema but a type's.
    pub fn adk(&self) -> Vec<Arc<dyn adk_tool::Tool>> {
        let tool = |(name, description): &(&'static str, &'static str)| {
            let tool = FunctionTool::new(*name, *description, |_, _| async { Ok(Value::from("done")) });
            Arc::new(tool.with_parameters_schema::<Args>()) as Arc<dyn adk_tool::Tool>
        };
        self.names.iter().map(tool).collect()
    }
}

impl Default for Plan {
    fn default() -> Self {
        Plan::new()
    }
}

fn object(schema: &Value) -> Map<String, Value> {
    schema.as_object().cloned().unwrap_or_default()
}

/// The list of ours, as an owner of text gets it.
pub fn list_ours(agent: &Agent) -> String {
    agent.declarations().to_string()
}

/// The list of rmcp.
///
/// # Errors
/// Never, as it is.
pub fn list_rmcp(router: &ToolRouter<()>) -> serde_json::Result<String> {
    serde_json::to_string(&router.list_all())
}

/// The list of rig.
///
/// # Errors
/// Never, as it is.
pub fn list_rig(tools: &ToolSet) -> serde_json::Result<String> {
    serde_json::to_string(&tools.tool_definitions())
}

/// The list of tools-rs.
///
/// # Errors
/// Never, as it is.
pub fn list_tools_rs(tools: &ToolCollection) -> Result<String, Fault> {
    Ok(tools.json()?.to_string())
}

/// The list of adk-tool.
///
/// # Errors
/// Never, as it is.
pub fn list_adk(tools: &[Arc<dyn adk_tool::Tool>]) -> serde_json::Result<String> {
    serde_json::to_string(&tools.iter().map(|tool| tool.declaration()).collect::<Vec<_>>())
}
