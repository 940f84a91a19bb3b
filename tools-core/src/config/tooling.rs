//! Tool servers, and how they are reached.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};

use super::{ConfigText, SecretText, limits::time, unique};
use crate::Capability;

/// A tool server. Nothing is connected by reading or building: that is for the
/// first use, and so are variables looked up.
///
/// `env` and `headers` hold references alone, `command`, `args` and `url` where
/// they want them: a secret among them is written `${NAME}`.
///
/// ```
/// use tools_core::{ToolingConfig, Transport};
///
/// let files: ToolingConfig = serde_json::from_str(
///     r#"{
///         "kind": "mcp",
///         "transport": "stdio",
///         "command": "npx",
///         "args": ["-y", "@modelcontextprotocol/server-filesystem", "${FILES_FOLDER}"],
///         "env": { "API_KEY": "${FILES_KEY}" },
///         "capabilities": ["files.read"]
///     }"#,
/// )?;
/// assert_eq!(files.transport, Transport::Stdio);
/// assert_eq!(files.args[2].names(), ["FILES_FOLDER"]);
/// assert_eq!(files.env["API_KEY"].names(), ["FILES_KEY"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ToolingConfig {
    /// What speaks with it.
    pub kind: ToolingKind,
    /// How it is reached.
    pub transport: Transport,
    /// The program that is started; for `stdio` alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<ConfigText>,
    /// The program's arguments; for `stdio` alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "unique::texts")]
    pub args: Vec<ConfigText>,
    /// Variables of the program's environment; for `stdio` alone.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "unique::secrets")]
    pub env: BTreeMap<String, SecretText>,
    /// The server's address, `http://` or `https://`; for `http` and `sse`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<ConfigText>,
    /// Headers of every request; for `http` and `sse`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "unique::secrets")]
    pub headers: BTreeMap<String, SecretText>,
    /// What all its tools need.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<Capability>,
    /// How long calls of its tools may take; `Some(None)`, written `"none"`, is
    /// no limit. Left out, the agent's holds.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "time")]
    pub time_limit: Option<Option<Duration>>,
}

impl ToolingConfig {
    /// A server of this kind; `stdio` needs a `command` beside, the others a `url`.
    pub fn new(kind: ToolingKind, transport: Transport) -> Self {
        ToolingConfig {
            kind,
            transport,
            command: None,
            args: Vec::new(),
            env: BTreeMap::new(),
            url: None,
            headers: BTreeMap::new(),
            capabilities: Vec::new(),
            time_limit: None,
        }
    }
}

/// What speaks with a tool server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ToolingKind {
    /// `mcp`: the Model Context Protocol.
    Mcp,
}

impl ToolingKind {
    /// As it is written: `mcp`.
    pub const fn as_str(self) -> &'static str {
        match self {
            ToolingKind::Mcp => "mcp",
        }
    }
}

/// How a tool server is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Transport {
    /// `stdio`: a program is started, and spoken with over its standard input
    /// and output.
    Stdio,
    /// `http`: streamable HTTP.
    Http,
    /// `sse`: HTTP with server-sent events, the older form.
    Sse,
}

impl Transport {
    /// As it is written: `stdio`, `http` or `sse`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Transport::Stdio => "stdio",
            Transport::Http => "http",
            Transport::Sse => "sse",
        }
    }
}
