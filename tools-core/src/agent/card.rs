//! What an agent tells others of itself.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Agent;
use crate::Definition;

/// What an agent tells others of itself. It is the same in JSON, both ways.
///
/// ```standalone_crate
/// use tools_core::{Agent, tool};
///
/// tools_core::tool_crate!();
///
/// /// Adds two numbers.
/// #[tool(tags = ["math"])]
/// async fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let agent = Agent::builder("assistant").tools(TOOLS).version("1.2.0").build()?;
///     let card = agent.card();
///     assert_eq!((card.name.as_str(), card.version.as_deref()), ("assistant", Some("1.2.0")));
///     assert_eq!(card.skills[0].id, "add");
///     Ok(())
/// }
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Card {
    /// The agent's name.
    pub name: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Where it is reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What it can do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<Skill>,
}

impl Card {
    /// A card without skills.
    pub fn new(name: impl Into<String>) -> Self {
        Card { name: name.into(), ..Card::default() }
    }
}

/// One thing that an agent can do: a tool, unless it was written by hand.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Skill {
    /// What it is called by.
    pub id: String,
    /// What it does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The JSON Schema (2020-12) of what it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Map<String, Value>>,
    /// The JSON Schema of what it gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Map<String, Value>>,
    /// Words to choose it by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Example arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Value>,
}

impl Skill {
    /// A skill of these words alone.
    pub fn new(id: impl Into<String>, description: impl Into<String>) -> Self {
        Skill { id: id.into(), description: description.into(), ..Skill::default() }
    }

    fn of(definition: &Definition) -> Self {
        Skill {
            id: definition.name().to_owned(),
            description: definition.description().to_owned(),
            input: Some((**definition.input()).clone()),
            output: definition.output().map(|schema| (**schema).clone()),
            tags: definition.tags().map(str::to_owned).collect(),
            examples: definition.examples().to_vec(),
        }
    }
}

impl Agent {
    /// What the agent tells others of itself: a skill for each tool that it has
    /// now, unless the card was [fixed](crate::AgentBuilder::fixed_card). Skills
    /// written by hand are kept; one with the name of a tool stands instead of it.
    pub fn card(&self) -> Card {
        let settings = &self.inner.settings;
        if let Some(card) = &settings.fixed_card {
            return card.clone();
        }
        let by_hand = |id: &str| settings.skills.iter().any(|skill| skill.id == id);
        let tools = self.definitions();
        let of_tools = tools.iter().filter(|definition| !by_hand(definition.name())).map(Skill::of);
        Card {
            name: settings.name.clone(),
            description: settings.description.clone(),
            version: settings.version.clone(),
            url: settings.url.clone(),
            skills: settings.skills.iter().cloned().chain(of_tools).collect(),
        }
    }
}
