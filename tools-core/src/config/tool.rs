//! Which tool, and in what form.

use std::{fmt, time::Duration};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, MapAccess, Visitor, value::MapAccessDeserializer},
};

use super::limits::time;
use crate::Capability;

/// A tool that an agent has: by its name alone, or with what differs from its
/// definition.
///
/// The name is that of a tool of the program, `calculator`, or `tooling:NAME`
/// for the tools of a server, whose form its own table says.
///
/// ```
/// use tools_core::ToolConfig;
///
/// let plain: ToolConfig = serde_json::from_str(r#""calculator""#)?;
/// assert_eq!(plain, ToolConfig::new("calculator"));
///
/// let text = r#"{"name":"calculator","rename":"sums","capabilities":["math.read"],"time_limit":"none"}"#;
/// let changed: ToolConfig = serde_json::from_str(text)?;
/// assert_eq!(changed.final_name(), "sums");
/// assert_eq!(serde_json::to_string(&changed)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolConfig {
    /// Which tool.
    pub name: String,
    /// The name by which models call it.
    pub rename: Option<String>,
    /// What it does, for the model.
    pub description: Option<String>,
    /// What it needs beside its own capabilities: none can be taken away.
    pub capabilities: Vec<Capability>,
    /// How long its calls may take; `Some(None)`, written `"none"`, is no limit.
    pub time_limit: Option<Option<Duration>>,
    /// How many of its calls may run at once; at least 1.
    pub calls_at_once: Option<usize>,
}

impl ToolConfig {
    /// A tool as it is.
    pub fn new(name: impl Into<String>) -> Self {
        ToolConfig {
            name: name.into(),
            rename: None,
            description: None,
            capabilities: Vec::new(),
            time_limit: None,
            calls_at_once: None,
        }
    }

    /// The name by which models call it.
    pub fn final_name(&self) -> &str {
        self.rename.as_deref().unwrap_or(&self.name)
    }

    /// The server's name, where it names one.
    pub fn tooling(&self) -> Option<&str> {
        self.name.strip_prefix("tooling:")
    }

    /// Whether nothing is changed but the name is given.
    pub(crate) fn is_bare(&self) -> bool {
        *self == ToolConfig::new(self.name.as_str())
    }
}

/// The table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rename: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    capabilities: Vec<Capability>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "time")]
    time_limit: Option<Option<Duration>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    calls_at_once: Option<usize>,
}

impl Serialize for ToolConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_bare() {
            return serializer.serialize_str(&self.name);
        }
        let ToolConfig { name, rename, description, capabilities, time_limit, calls_at_once } = self.clone();
        Written { name, rename, description, capabilities, time_limit, calls_at_once }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ToolConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// Not serde's `untagged`, whose errors have no path.
        struct Entry;
        impl<'de> Visitor<'de> for Entry {
            type Value = ToolConfig;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a tool such as \"calculator\", or a table with its `name`")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<ToolConfig, E> {
                Ok(ToolConfig::new(name))
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<ToolConfig, A::Error> {
                let Written { name, rename, description, capabilities, time_limit, calls_at_once } =
                    Written::deserialize(MapAccessDeserializer::new(members))?;
                Ok(ToolConfig { name, rename, description, capabilities, time_limit, calls_at_once })
            }
        }
        deserializer.deserialize_any(Entry)
    }
}
