//! Collects tools and what they need, and what holds for their calls.

use std::{
    any::{TypeId, type_name},
    collections::BTreeMap,
    fmt,
    sync::Arc,
    time::Duration,
};

use super::{Card, Skill};
use crate::{
    AgentConfig, ApprovalHandler, ArgumentLimits, Budget, Host, IntoTools, Observer, Policy, Tool,
    context::{Lents, NoHost},
};

/// Builds an [`Agent`](crate::Agent).
#[must_use]
pub struct AgentBuilder {
    pub(super) settings: Settings,
    pub(super) tools: Vec<Arc<dyn Tool>>,
    pub(super) problems: Vec<String>,
    /// Applied when the agent is built: only then are all tools there.
    pub(super) configs: Vec<AgentConfig>,
}

/// All that is given to a builder beside tools.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) version: Option<String>,
    pub(super) url: Option<String>,
    pub(super) skills: Vec<Skill>,
    pub(super) fixed_card: Option<Card>,
    pub(super) lent: Lents,
    pub(super) expected: Vec<TypeId>,
    pub(super) host: Arc<dyn Host>,
    pub(super) policy: Option<Arc<dyn Policy>>,
    /// Whether the policy is that of a configuration: one of code wins.
    pub(super) policy_is_stored: bool,
    /// What of configurations is not used, in words.
    pub(super) unused: Vec<String>,
    /// Where a configuration chose the tools: new names by the old ones.
    pub(super) renamed: Option<BTreeMap<String, Vec<String>>>,
    pub(super) approval: Option<Arc<dyn ApprovalHandler>>,
    pub(super) approval_time_limit: Option<Duration>,
    pub(super) budget: Budget,
    pub(super) argument_limits: ArgumentLimits,
    pub(super) time_limit: Option<Duration>,
    pub(super) output_limit: Option<usize>,
    pub(super) calls_at_once: Option<usize>,
    pub(super) tool_calls_at_once: BTreeMap<String, usize>,
    pub(super) observers: Vec<Arc<dyn Observer>>,
    pub(super) record_contents: bool,
}

impl AgentBuilder {
    pub(super) fn new(name: String) -> Self {
        let settings = Settings {
            name,
            description: String::new(),
            version: None,
            url: None,
            skills: Vec::new(),
            fixed_card: None,
            lent: Lents::default(),
            expected: Vec::new(),
            host: Arc::new(NoHost),
            policy: None,
            policy_is_stored: false,
            unused: Vec::new(),
            renamed: None,
            approval: None,
            approval_time_limit: Some(Duration::from_secs(300)),
            budget: Budget::new(),
            argument_limits: ArgumentLimits::default(),
            time_limit: Some(Duration::from_secs(60)),
            output_limit: Some(256 * 1024),
            calls_at_once: None,
            tool_calls_at_once: BTreeMap::new(),
            observers: Vec::new(),
            record_contents: false,
        };
        AgentBuilder::of(settings, Vec::new())
    }

    pub(super) fn of(settings: Settings, tools: Vec<Arc<dyn Tool>>) -> Self {
        AgentBuilder { settings, tools, problems: Vec::new(), configs: Vec::new() }
    }

    /// What the agent is for.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.settings.description = description.into();
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
        if !self.settings.lent.insert(value) {
            self.problems.push(format!(
                "two values of the type `{}` are lent, and a tool could only get one\n  give each a type of its own: \
                 `struct Name(…)`",
                type_name::<T>()
            ));
        }
        self
    }

    /// Says that every run brings a value of this type, by
    /// [`RunContext::lend`](crate::RunContext::lend). A call in a run without one fails.
    pub fn expects<T: Send + Sync + 'static>(mut self) -> Self {
        self.settings.expected.push(TypeId::of::<T>());
        self
    }

    /// Answers what tools ask: the user, the caller's model, a log. Nobody by default.
    pub fn host(mut self, host: impl Host) -> Self {
        self.settings.host = Arc::new(host);
        self
    }

    /// How long a call may take, unless its tool says otherwise: 60 seconds by
    /// default; `None` is no limit.
    pub fn time_limit(mut self, limit: impl Into<Option<Duration>>) -> Self {
        self.settings.time_limit = limit.into();
        self
    }

    /// How large arguments may be.
    pub fn argument_limits(mut self, limits: ArgumentLimits) -> Self {
        self.settings.argument_limits = ArgumentLimits::new(limits.depth, limits.bytes);
        self
    }

    /// Decides what may run; see [`Policy`] and
    /// [`CapabilityPolicy`](crate::CapabilityPolicy). Without one every tool may.
    pub fn policy(mut self, policy: impl Policy) -> Self {
        self.settings.drop_stored_policy();
        self.settings.policy = Some(Arc::new(policy));
        self
    }

    /// Asks for the approvals that the policy wants. Without a handler what needs
    /// one is refused.
    pub fn approval(mut self, handler: impl ApprovalHandler) -> Self {
        self.settings.approval = Some(Arc::new(handler));
        self
    }

    /// How long an approval is waited for: 5 minutes by default; `None` is no limit.
    pub fn approval_time_limit(mut self, limit: impl Into<Option<Duration>>) -> Self {
        self.settings.approval_time_limit = limit.into();
        self
    }

    /// How much the agent may use for its whole life, with all its runs. A run
    /// gets a budget of its own with
    /// [`RunContext::with_budget`](crate::RunContext::with_budget).
    pub fn budget(mut self, budget: Budget) -> Self {
        self.settings.budget = budget;
        self
    }

    /// How many calls may run at once; more wait, in order. What a tool calls by
    /// its run runs in its place; a tool that holds the agent and calls it needs
    /// a place more, and waits for ever where there is none and no time limit. No limit by default; 0 is an error.
    pub fn calls_at_once(mut self, limit: impl Into<Option<usize>>) -> Self {
        self.settings.calls_at_once = limit.into();
        self
    }

    /// How many calls of one tool may run at once, by its name in this agent. A tool that calls itself needs
    /// no second place. Two tools with one place each that call each other may
    /// wait for each other until their time is over.
    pub fn tool_calls_at_once(mut self, tool: impl Into<String>, limit: usize) -> Self {
        self.settings.tool_calls_at_once.insert(tool.into(), limit);
        self
    }

    /// How many bytes a result may have: 256 KiB by default; `None` is no limit.
    /// Longer text is cut, and says how much is missing; a longer structure is
    /// an error.
    pub fn output_limit(mut self, bytes: impl Into<Option<usize>>) -> Self {
        self.settings.output_limit = bytes.into();
        self
    }

    /// Tells an observer every event, on a thread of its own.
    pub fn observer(mut self, observer: impl Observer) -> Self {
        self.settings.observers.push(Arc::new(observer));
        self
    }

    /// Puts arguments, previews and results into events and spans, without
    /// secret arguments. By default they hold names, codes, times, messages and
    /// reasons, and of the arguments only what was coerced.
    pub fn record_contents(mut self, record: bool) -> Self {
        self.settings.record_contents = record;
        self
    }

    /// The agent's version, for its card.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.settings.version = Some(version.into());
        self
    }

    /// Where the agent is reached, for its card.
    pub fn url(mut self, url: impl Into<String>) -> Self {
        self.settings.url = Some(url.into());
        self
    }

    /// A skill written by hand: on the card it stands instead of that of the tool
    /// with its id.
    pub fn skill(mut self, skill: Skill) -> Self {
        self.settings.skills.push(skill);
        self
    }

    /// A card that does not follow the tools.
    pub fn fixed_card(mut self, card: Card) -> Self {
        self.settings.fixed_card = Some(card);
        self
    }
}

impl fmt::Debug for AgentBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentBuilder").field("name", &self.settings.name).finish_non_exhaustive()
    }
}
