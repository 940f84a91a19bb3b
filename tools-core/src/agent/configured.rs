//! What becomes of a configuration when the agent is built.

use std::{collections::BTreeMap, mem, sync::Arc};

use super::{AgentBuilder, Settings};
use crate::{
    AgentConfig, ArgumentLimits, Tool, ToolConfig, names,
    tool::Adjusted,
    toolbox::{UNNAMED, list},
};

impl AgentBuilder {
    /// Applies what a file says, when the agent is built; so it does not matter
    /// where among the builder's calls this one stands.
    ///
    /// - Its card, budget and limits win over the builder's, each value that it
    ///   gives: they are what an operator sets. Its skills stand instead of the
    ///   builder's.
    /// - A [policy](AgentBuilder::policy) and an
    ///   [approval handler](AgentBuilder::approval) of the builder win over its
    ///   policy.
    /// - Of the builder's tools those are kept that it names, in the form that it
    ///   gives them; all of them where it has no `tools`. A tool that it names
    ///   twice, once renamed, is there twice. The builder's
    ///   [`tool_calls_at_once`](AgentBuilder::tool_calls_at_once) follows a tool to
    ///   its new name.
    ///
    /// Several configurations are applied one after the other: each sees the
    /// tools as the one before left them. Tool servers cannot be connected yet: an
    /// agent whose tools include `tooling:NAME` is not built.
    pub fn config(mut self, config: AgentConfig) -> Self {
        self.configs.push(config);
        self
    }

    pub(super) fn configured(mut self) -> Self {
        for config in mem::take(&mut self.configs) {
            let faults = config.problems();
            let sound = faults.is_empty();
            self.problems.extend(faults);
            self.choose(&config, sound);
            if sound {
                self.settings.adopt(config);
            }
        }
        self
    }

    /// Of a configuration that is not sound only the names hold: what it has
    /// wrong is told once.
    fn choose(&mut self, config: &AgentConfig, sound: bool) {
        let Some(entries) = &config.tools else { return };
        let mut known: Vec<String> =
            self.tools.iter().map(|tool| tool.definition().name().to_owned()).collect();
        known.sort();
        known.dedup();
        let mut places = mem::take(&mut self.settings.tool_calls_at_once);
        // Of a tool that is left out no limit is left; one that never named a tool is told.
        let unnamed = places.extract_if(.., |name, _| !known.contains(name)).collect::<BTreeMap<_, _>>();
        self.settings.tool_calls_at_once = unnamed;
        let mut chosen = Vec::new();
        for (at, entry) in entries.iter().enumerate() {
            if let Some(server) = entry.tooling() {
                self.problems.extend(config.tooling.get(server).map(|tooling| {
                    let kind = tooling.kind.as_str();
                    format!(
                        "tools[{at}]: `{}` is a server of kind `{kind}`, and this program has no tooling of kind `{kind}`",
                        entry.name
                    )
                }));
                continue;
            }
            let named = self.tools.iter().filter(|tool| tool.definition().name() == entry.name);
            let before = chosen.len();
            chosen.extend(named.map(|tool| if sound { adjusted(tool, entry) } else { tool.clone() }));
            if chosen.len() == before {
                self.problems.push(format!("tools[{at}]: {}", unknown(&entry.name, &known)));
            }
            if let Some(limit) = entry.calls_at_once.or_else(|| places.get(&entry.name).copied())
                && sound
            {
                self.settings.tool_calls_at_once.insert(entry.final_name().to_owned(), limit);
            }
        }
        self.tools = chosen;
    }
}

fn adjusted(tool: &Arc<dyn Tool>, entry: &ToolConfig) -> Arc<dyn Tool> {
    if entry.is_bare() {
        return tool.clone();
    }
    Arc::new(Adjusted::new(tool.clone(), tool.definition().adjusted(entry)))
}

fn unknown(name: &str, known: &[String]) -> String {
    let mut told = names::unknown(name, known);
    if names::check_tool_name(name).is_err() {
        told.push_str(
            "; write the name by which a model calls it, or `tooling:NAME` for the tools of a server",
        );
    } else if names::nearest(name, known.iter().map(String::as_str)).is_empty() {
        told.push_str(&format!("\n  linked are {}; {UNNAMED}", list(&crate::link::linked_crates())));
    }
    told
}

impl Settings {
    /// All that a configuration says but its tools.
    fn adopt(&mut self, config: AgentConfig) {
        let AgentConfig { name, description, version, url, skills, policy, budget, limits, .. } = config;
        set(&mut self.name, name);
        set(&mut self.description, description);
        set(&mut self.version, version.map(Some));
        set(&mut self.url, url.map(Some));
        set(&mut self.skills, Some(skills).filter(|skills| !skills.is_empty()));
        if let Some(policy) = policy
            && (self.policy.is_none() || self.policy_is_stored)
        {
            self.policy = Some(Arc::new(policy));
            self.policy_is_stored = true;
        }
        self.budget = budget.or(self.budget);
        set(&mut self.record_contents, config.record_contents);
        set(&mut self.time_limit, limits.time_limit);
        set(&mut self.approval_time_limit, limits.approval_time_limit);
        set(&mut self.calls_at_once, limits.calls_at_once);
        set(&mut self.output_limit, limits.output_bytes);
        self.argument_limits = ArgumentLimits::new(
            limits.argument_depth.unwrap_or(self.argument_limits.depth),
            limits.argument_bytes.unwrap_or(self.argument_limits.bytes),
        );
    }
}

fn set<T>(place: &mut T, given: Option<T>) {
    if let Some(value) = given {
        *place = value;
    }
}
