//! Checks everything that a builder was given, and reports every problem at once.

use std::{
    any::TypeId,
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::{Arc, Weak},
};

use tokio::sync::{Semaphore, watch};

use super::{Agent, AgentBuilder, Inner, Settings};
use crate::{
    Definition, RunContext, Tool,
    budget::Account,
    context::{Caller, Lents, Root},
    event::Bus,
    names,
    toolbox::{Snapshot, list, same},
};

impl AgentBuilder {
    /// Checks all of it and makes the agent.
    ///
    /// # Errors
    /// Every problem at once: two tools with one name, a name that no provider
    /// takes, an unknown name in `.only(…)`, a crate that brings no tool, a
    /// schema that cannot be used, state that a tool needs and nobody lends, a
    /// limit of calls at once that is 0 or names no tool, and what a
    /// [configuration](AgentBuilder::config) has wrong.
    pub fn build(self) -> Result<Agent, BuildErrors> {
        let AgentBuilder { settings, tools, mut problems, configs: _ } = self.configured();
        let mut by_name: BTreeMap<String, Vec<Arc<dyn Tool>>> = BTreeMap::new();
        for tool in &tools {
            let group = by_name.entry(tool.definition().name().to_owned()).or_default();
            if !group.iter().any(|other| same(&**other, &**tool)) {
                group.push(tool.clone());
            }
        }
        for (name, group) in &by_name {
            if group.len() > 1 {
                problems.push(duplicate(name, &group.iter().map(|tool| &**tool).collect::<Vec<_>>()));
            }
            problems.extend(group.iter().flat_map(|tool| problems_of(&**tool)));
        }
        problems.extend(missing_state(&tools, &settings.lent, &settings.expected));
        problems.extend(bad_limits(&settings, by_name.keys()));
        let mut bus = Bus::new(settings.record_contents);
        if problems.is_empty() {
            let threads = settings.observers.iter().map(|observer| bus.observe(observer.clone()));
            problems.extend(
                threads.filter_map(Result::err).map(|error| format!("an observer got no thread: {error}")),
            );
        }
        if !problems.is_empty() {
            return Err(BuildErrors::new(problems));
        }
        let unique = by_name.into_iter().filter_map(|(name, group)| Some((name, group.into_iter().next()?)));
        Ok(Agent { inner: make(settings, Snapshot::new(unique.collect()), Arc::new(bus)) })
    }
}

fn make(settings: Settings, tools: Snapshot, bus: Arc<Bus>) -> Arc<Inner> {
    let warnings = warnings(&settings, &tools);
    for warning in &warnings {
        tracing::warn!(agent = settings.name, "{warning}");
    }
    let places = |(name, limit): (&String, &usize)| (name.clone(), Arc::new(Semaphore::new(*limit)));
    Arc::new_cyclic(|inner: &Weak<Inner>| {
        let agent: Weak<dyn Caller> = inner.clone();
        let root = Root {
            agent,
            lent: Arc::new(settings.lent.clone()),
            host: settings.host.clone(),
            approval: settings.approval.clone(),
            account: Account::open(&settings.budget, None),
            bus: bus.clone(),
        };
        Inner {
            tools: watch::Sender::new(Arc::new(tools)),
            root: RunContext::root(root),
            places: settings.calls_at_once.map(|limit| Arc::new(Semaphore::new(limit))),
            tool_places: settings.tool_calls_at_once.iter().map(places).collect(),
            warnings,
            bus,
            settings,
        }
    })
}

/// A limit that lets nothing run, or names no tool.
fn bad_limits<'a>(settings: &Settings, names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let names: Vec<String> = names.cloned().collect();
    let range = 1..=Semaphore::MAX_PERMITS;
    let mut problems = Vec::new();
    if settings.calls_at_once.is_some_and(|limit| !range.contains(&limit)) {
        problems.push(
            "with `calls_at_once(0)` no call could run; write at least 1, or `None` for no limit".to_owned(),
        );
    }
    for (name, limit) in &settings.tool_calls_at_once {
        if !names.contains(name) {
            let known = list(&names);
            problems
                .push(format!("`tool_calls_at_once(\"{name}\", …)` names no tool; the tools are {known}"));
        } else if !range.contains(limit) {
            problems.push(format!(
                "with `tool_calls_at_once(\"{name}\", 0)` no call of it could run; write at least 1"
            ));
        }
    }
    problems
}

/// What is odd, and stops nothing.
fn warnings(settings: &Settings, tools: &Snapshot) -> Vec<String> {
    let tools: Vec<Definition> = tools.tools.values().map(|tool| tool.definition().clone()).collect();
    let of_policy = settings.policy.iter().flat_map(|policy| policy.warnings(&tools));
    settings.unused.iter().cloned().chain(of_policy).collect()
}

/// What is wrong with one tool by itself.
pub(super) fn problems_of(tool: &dyn Tool) -> Vec<String> {
    let definition = tool.definition();
    let mut problems: Vec<String> = names::check_tool_name(definition.name()).err().into_iter().collect();
    // All other schemas are made on first use; only here they hold surprises.
    if definition.flattens() {
        problems.extend(
            definition.schema_problem().map(|problem| format!("{problem}\n    {}", definition.origin())),
        );
    }
    problems
}

pub(super) fn duplicate(name: &str, tools: &[&dyn Tool]) -> String {
    let places: Vec<String> =
        tools.iter().map(|tool| format!("\n    {}", tool.definition().origin())).collect();
    let packages: BTreeSet<_> = tools.iter().map(|tool| tool.definition().origin().package()).collect();
    if packages.len() < tools.len() {
        return format!(
            "{} tools are named `{name}`:{}\n  give one of them another name with `#[tool(name = \"…\")]`",
            tools.len(),
            places.concat()
        );
    }
    format!(
        "{} tools are named `{name}`:{}\n  leave one out with `.exclude([\"{name}\"])`, or give one another name \
         with `.rename(\"{name}\", …)` or `.prefix(…)`",
        tools.len(),
        places.concat()
    )
}

/// Every type that tools need and nobody lends, with the tools that want it.
pub(super) fn missing_state(tools: &[Arc<dyn Tool>], lent: &Lents, expected: &[TypeId]) -> Vec<String> {
    let mut missing: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
    for tool in tools {
        let definition = tool.definition();
        for need in definition.lends() {
            if need.is_needed() && !lent.has(need.id()) && !expected.contains(&need.id()) {
                let by = format!("\n    `{}` at {}", definition.name(), definition.origin());
                missing.entry(need.name()).or_default().insert(by);
            }
        }
    }
    let tell = |(name, by): (&str, BTreeSet<String>)| {
        let by: String = by.into_iter().collect();
        let short = name.rsplit("::").next().unwrap_or(name);
        format!(
            "no `{name}` is lent to the agent, and these tools need one:{by}\n  add `.state(value)` with a value \
             of that type, or `.expects::<{short}>()` when every run lends its own"
        )
    };
    missing.into_iter().map(tell).collect()
}

/// Every problem found when an agent was built, or a tool was added to one.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildErrors {
    /// What could not be done.
    what: &'static str,
    problems: Vec<String>,
}

impl BuildErrors {
    pub(super) fn new(problems: Vec<String>) -> Self {
        BuildErrors { what: "the agent cannot be built", problems }
    }

    pub(super) fn of_tool(problems: Vec<String>) -> Self {
        BuildErrors { what: "the tool cannot be added", problems }
    }

    /// Each problem in words.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}

impl fmt::Display for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.as_slice() {
            [one] => write!(f, "{}: {one}", self.what),
            many => {
                write!(f, "{}, {} problems:", self.what, many.len())?;
                many.iter().try_for_each(|problem| write!(f, "\n- {}", problem.replace('\n', "\n  ")))
            }
        }
    }
}

/// As it is shown: `main` that returns it prints its `Debug`.
impl fmt::Debug for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BuildErrors {}
