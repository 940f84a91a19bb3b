//! What becomes of a configuration when the agent is built.

use std::{collections::BTreeMap, mem, sync::Arc};

use super::{AgentBuilder, Settings};
use crate::{
    AgentConfig, ArgumentLimits, Tool, ToolConfig, names,
    tool::Adjusted,
    toolbox::{UNNAMED, list},
};

const UNUSED_POLICY: &str = "the policy of the configuration is not used: the program has one of its own";
const UNUSED_CARD: &str =
    "what the configuration says for the card is not on it: the program has a fixed card of its own";

impl AgentBuilder {
    /// Applies what a file says, when the agent is built; so it does not matter
    /// where among the builder's calls this one stands.
    ///
    /// - Its card, budget and limits win over the builder's, each value that it
    ///   gives: they are what an operator sets. So it may give more than the
    ///   builder does, a larger budget, a longer time or no limit at all: what
    ///   must hold whatever a file says belongs into a policy, or into the
    ///   [budget of a run](crate::RunContext::with_budget). Its skills stand
    ///   instead of the builder's.
    /// - A [policy](AgentBuilder::policy) of the builder wins over its policy, which
    ///   is then not used at all; the agent's [warnings](crate::Agent::warnings)
    ///   say so. They also say when a [fixed card](AgentBuilder::fixed_card) hides
    ///   what it says for the card.
    /// - It says nothing of who approves: what its policy wants approved is asked
    ///   of the builder's [approval handler](AgentBuilder::approval).
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
                self.settings.note_names(&config);
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
                self.problems.push(format!("tools[{at}]: {}", self.settings.unknown(&entry.name, &known)));
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

impl Settings {
    /// Why a configuration cannot name this tool.
    fn unknown(&self, name: &str, known: &[String]) -> String {
        let mut told = names::unknown(name, known);
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let renamed = self.new_names(name, &known);
        if !renamed.is_empty() {
            told.push_str(&format!("; a configuration before this one named it {}", list(&renamed)));
        } else if names::check_tool_name(name).is_err() {
            told.push_str(
                "; write the name by which a model calls it, or `tooling:NAME` for the tools of a server",
            );
        } else if self.renamed.is_none() && names::nearest(name, known).is_empty() {
            told.push_str(&format!("\n  linked are {}; {UNNAMED}", list(&crate::link::linked_crates())));
        }
        told
    }

    /// The nearest names to one that is not known, those that a configuration
    /// gave its tool first.
    pub(super) fn nearest(&self, name: &str, known: &[&str]) -> Vec<String> {
        let mut nearest = self.new_names(name, known);
        let alike = names::nearest(name, known.iter().copied());
        nearest.extend(alike.into_iter().filter(|alike| !nearest.contains(alike)).collect::<Vec<_>>());
        nearest.truncate(3);
        nearest
    }

    fn new_names(&self, name: &str, known: &[&str]) -> Vec<String> {
        let names = self.renamed.as_ref().and_then(|renamed| renamed.get(name)).into_iter().flatten();
        names.filter(|name| known.contains(&name.as_str())).cloned().collect()
    }

    /// Keeps which names the tools had: also those that a name before was changed to.
    fn note_names(&mut self, config: &AgentConfig) {
        let Some(entries) = &config.tools else { return };
        let renamed = self.renamed.get_or_insert_default();
        let mut changes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for entry in entries {
            changes.entry(&entry.name).or_default().push(entry.final_name().to_owned());
        }
        for names in renamed.values_mut() {
            let now = |name: String| changes.get(name.as_str()).cloned().unwrap_or_default();
            *names = mem::take(names).into_iter().flat_map(now).collect();
        }
        for (old, new) in changes {
            renamed.entry(old.to_owned()).or_insert(new);
        }
    }

    /// A policy of code takes the place of one that a configuration brought.
    pub(super) fn drop_stored_policy(&mut self) {
        if mem::take(&mut self.policy_is_stored) {
            self.tell_unused(UNUSED_POLICY);
        }
    }

    fn tell_unused(&mut self, what: &str) {
        if !self.unused.iter().any(|told| told == what) {
            self.unused.push(what.to_owned());
        }
    }

    /// All that a configuration says but its tools.
    fn adopt(&mut self, config: AgentConfig) {
        let AgentConfig { name, description, version, url, skills, policy, budget, limits, .. } = config;
        let is_of_card =
            [name.is_some(), description.is_some(), version.is_some(), url.is_some(), !skills.is_empty()];
        if self.fixed_card.is_some() && is_of_card.contains(&true) {
            self.tell_unused(UNUSED_CARD);
        }
        set(&mut self.name, name);
        set(&mut self.description, description);
        set(&mut self.version, version.map(Some));
        set(&mut self.url, url.map(Some));
        set(&mut self.skills, Some(skills).filter(|skills| !skills.is_empty()));
        match policy {
            Some(_) if self.policy.is_some() && !self.policy_is_stored => self.tell_unused(UNUSED_POLICY),
            Some(policy) => {
                self.policy = Some(Arc::new(policy));
                self.policy_is_stored = true;
            }
            None => {}
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
