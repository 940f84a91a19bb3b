//! One prepared call, before it runs.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Args, Capability, Definition, Prepared, RunContext, ToolError};

/// One prepared call, before it runs: what policies and people judge.
///
/// It borrows the call, so that judging copies nothing.
#[derive(Debug)]
pub struct Action<'a> {
    definition: &'a Definition,
    args: &'a Args,
    run: &'a RunContext,
    prepared: &'a Prepared,
    /// Those of the definition, unless the tool added some.
    more: Option<Arc<[Capability]>>,
}

impl<'a> Action<'a> {
    /// What the definition declares always holds; what the tool prepared is added.
    pub(crate) fn new(
        args: &'a Args,
        run: &'a RunContext,
        prepared: &'a Prepared,
    ) -> Result<Self, ToolError> {
        let definition = args.definition();
        let mut more = None;
        if !prepared.capabilities.is_empty() {
            let mut all = definition.capabilities().to_vec();
            for name in &prepared.capabilities {
                let capability: Capability = name.parse().map_err(ToolError::failed)?;
                if !all.contains(&capability) {
                    all.push(capability);
                }
            }
            more = Some(all.into());
        }
        Ok(Action { definition, args, run, prepared, more })
    }

    /// The tool's name.
    pub fn tool(&self) -> &'a str {
        self.definition.name()
    }

    /// All about the tool.
    pub fn definition(&self) -> &'a Definition {
        self.definition
    }

    /// The arguments as the tool will get them, coerced and valid, secrets included.
    pub fn args(&self) -> &'a Args {
        self.args
    }

    /// The run in which it is called: for what it lends, and for its ids.
    pub fn run(&self) -> &'a RunContext {
        self.run
    }

    /// What the tool declares, and what it found to be needed when it prepared.
    pub fn capabilities(&self) -> &[Capability] {
        self.shared_capabilities()
    }

    pub(crate) fn shared_capabilities(&self) -> &Arc<[Capability]> {
        self.more.as_ref().unwrap_or_else(|| self.definition.shared_capabilities())
    }

    /// What a person is shown beside the arguments.
    pub fn previews(&self) -> &'a [String] {
        &self.prepared.previews
    }

    /// What the tool tells the application, by name.
    pub fn metadata(&self) -> &'a BTreeMap<String, Value> {
        &self.prepared.metadata
    }

    /// A copy to keep, to show and to send, in which secrets are `[redacted]`.
    pub fn record(&self) -> ActionRecord {
        ActionRecord {
            tool: self.tool().to_owned(),
            number: self.run.action(),
            arguments: self.args.shown(),
            capabilities: self.shared_capabilities().clone(),
            previews: self.prepared.previews.clone(),
            metadata: self.prepared.metadata.clone(),
        }
    }
}

/// One prepared call as it is shown to people and kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ActionRecord {
    /// The tool's name.
    pub tool: String,
    /// The number of the call within its run, from 1.
    pub number: u64,
    /// The arguments that the tool will get, with the defaults of what is
    /// missing; secrets are `[redacted]`.
    pub arguments: Map<String, Value>,
    /// What it needs.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub capabilities: Arc<[Capability]>,
    /// What the tool shows beside the arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub previews: Vec<String>,
    /// What the tool tells the application, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, Value>,
}
