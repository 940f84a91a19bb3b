//! Collects tools and what they need, and reports every problem at once.

use std::{
    any::{TypeId, type_name},
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::Arc,
    time::Duration,
};

use tokio::sync::watch;

use super::{Agent, Inner};
use crate::{
    ArgumentLimits, Host, IntoTools, RunContext, Tool,
    context::{Caller, Lents, NoHost},
    names,
    toolbox::{Snapshot, same},
};

/// Builds an [`Agent`].
#[must_use]
pub struct AgentBuilder {
    name: String,
    description: String,
    tools: Vec<Arc<dyn Tool>>,
    problems: Vec<String>,
    lent: Lents,
    expected: Vec<TypeId>,
    host: Arc<dyn Host>,
    limits: ArgumentLimits,
    time_limit: Option<Duration>,
}

impl AgentBuilder {
    pub(super) fn new(name: String) -> Self {
        AgentBuilder {
            name,
            description: String::new(),
            tools: Vec::new(),
            problems: Vec::new(),
            lent: Lents::default(),
            expected: Vec::new(),
            host: Arc::new(NoHost),
            limits: ArgumentLimits::default(),
            time_limit: Some(Duration::from_secs(60)),
        }
    }

    /// What the agent is for.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Adds tools: a crate's `TOOLS`, a choice of them, or [`linked()`](crate::linked).
    pub fn tools(mut self, tools: impl IntoTools) -> Self {
        let (tools, problems) = tools.into_tools().into_parts();
        self.tools.extend(tools);
        self.problems.extend(problems);
        self
    }

    /// Adds one tool.
    pub fn tool(mut self, tool: impl Tool) -> Self {
        self.tools.push(Arc::new(tool));
        self
    }

    /// Lends a value to all tools that have a `&T` parameter of its type. Two
    /// values of one type need a type of their own each.
    pub fn state<T: Send + Sync + 'static>(self, value: T) -> Self {
        self.shared(Arc::new(value))
    }

    /// Lends a value that the application keeps too.
    pub fn shared<T: Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        if !self.lent.insert(value) {
            self.problems.push(format!(
                "two values of the type `{}` are lent, and a tool could only get one\n  give each a type of its own: \
                 `struct Name(…)`",
                type_name::<T>()
            ));
        }
        self
    }

    /// Says that every run brings a value of this type, by
    /// [`RunContext::lend`]. A call in a run without one fails.
    pub fn expects<T: Send + Sync + 'static>(mut self) -> Self {
        self.expected.push(TypeId::of::<T>());
        self
    }

    /// Answers what tools ask: the user, the caller's model, a log. Nobody by default.
    pub fn host(mut self, host: impl Host) -> Self {
        self.host = Arc::new(host);
        self
    }

    /// How long a call may take, unless its tool says otherwise: 60 seconds by
    /// default; `None` is no limit.
    pub fn time_limit(mut self, limit: impl Into<Option<Duration>>) -> Self {
        self.time_limit = limit.into();
        self
    }

    /// How large arguments may be.
    pub fn argument_limits(mut self, limits: ArgumentLimits) -> Self {
        self.limits = ArgumentLimits::new(limits.depth, limits.bytes);
        self
    }

    /// Checks all of it and makes the agent.
    ///
    /// # Errors
    /// Every problem at once: two tools with one name, a name that no provider
    /// takes, an unknown name in `.only(…)`, a crate that brings no tool, a
    /// schema that cannot be used, and state that a tool needs and nobody lends.
    pub fn build(self) -> Result<Agent, BuildErrors> {
        let AgentBuilder { name, description, tools, mut problems, lent, expected, host, limits, time_limit } =
            self;
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
        problems.extend(missing_state(&tools, &lent, &expected));
        if !problems.is_empty() {
            return Err(BuildErrors::new(problems));
        }
        let unique = by_name.into_iter().filter_map(|(name, group)| Some((name, group.into_iter().next()?)));
        let snapshot = Snapshot::new(unique.collect());
        let lent = Arc::new(lent);
        let inner = Arc::new_cyclic(|inner: &std::sync::Weak<Inner>| {
            let caller: std::sync::Weak<dyn Caller> = inner.clone();
            Inner {
                name,
                description,
                tools: watch::Sender::new(Arc::new(snapshot)),
                root: RunContext::root(caller, lent.clone(), host),
                lent,
                expected,
                limits,
                time_limit,
            }
        });
        Ok(Agent { inner })
    }
}

impl fmt::Debug for AgentBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentBuilder").field("name", &self.name).finish_non_exhaustive()
    }
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
    problems: Vec<String>,
}

impl BuildErrors {
    pub(super) fn new(problems: Vec<String>) -> Self {
        BuildErrors { problems }
    }

    /// Each problem in words.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}

impl fmt::Display for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.as_slice() {
            [one] => f.write_str("the agent cannot be built: ").and_then(|()| f.write_str(one)),
            many => {
                write!(f, "the agent cannot be built, {} problems:", many.len())?;
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
