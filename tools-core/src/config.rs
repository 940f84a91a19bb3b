//! What of an agent stands in a file: plain types, and no format.

mod check;
mod limits;
mod secret;
mod text;
mod tool;
mod tooling;
mod unique;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::{
    limits::LimitsConfig,
    secret::{BadSecretText, MissingVariables, SecretText, SecretValue},
    text::ConfigText,
    tool::ToolConfig,
    tooling::{ToolingConfig, ToolingKind, Transport},
};
use crate::{Budget, CapabilityPolicy, Skill};

/// The part of an agent that can stand in a file: its card, which tools it has
/// and in what form, policy, budget, limits, tool servers.
///
/// It is data in any format of serde, both ways; `tools-cli` reads and writes
/// TOML, YAML and JSON. What is left out is left as the program has it, and is
/// not written again. Reading it looks nothing up, connects to nothing and runs
/// nothing: [`AgentBuilder::config`](crate::AgentBuilder::config) says what
/// becomes of it.
///
/// ```standalone_crate
/// use tools_core::{Agent, AgentConfig, json, tool};
///
/// tools_core::tool_crate!();
///
/// /// Adds two numbers.
/// #[tool]
/// async fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let config: AgentConfig = serde_json::from_value(json!({
///         "name": "bookkeeper",
///         "tools": [{ "name": "add", "rename": "sum", "capabilities": ["math.add"], "time_limit": "5s" }],
///         "policy": { "rules": { "math.*": "allow", "*": "deny" } },
///         "budget": { "tool_calls": 100 },
///         "limits": { "calls_at_once": 4, "approval_time_limit": "none" },
///     }))?;
///     let agent = Agent::builder("assistant").tools(TOOLS).config(config).build()?;
///     assert_eq!(agent.name(), "bookkeeper");
///     assert_eq!(agent.call("sum", json!({ "a": 1, "b": 2 })).await?.value(), json!(3));
///     Ok(())
/// }
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct AgentConfig {
    /// The agent's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What the agent is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The agent's version, for its card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Where the agent is reached, for its card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Whether events and spans hold arguments, previews and results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record_contents: Option<bool>,
    /// Which tools the agent has, and in what form. Left out, all that the
    /// program has; empty, none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<ToolConfig>>,
    /// What holds for calls. It may be more than the program allows.
    #[serde(skip_serializing_if = "is_default")]
    pub limits: LimitsConfig,
    /// How much the agent may use. It may be more than the program gives.
    #[serde(skip_serializing_if = "is_default")]
    pub budget: Budget,
    /// What may run. It is not used where the program has a policy in code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<CapabilityPolicy>,
    /// Skills written by hand, for the card.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<Skill>,
    /// Tool servers by name. An agent uses one when `tools` names it,
    /// `tooling:NAME`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "unique::toolings")]
    pub tooling: BTreeMap<String, ToolingConfig>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
