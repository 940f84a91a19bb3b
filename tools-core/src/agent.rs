//! A toolbox and the one path on which a call runs.

mod build;
mod builder;
mod call;
mod card;
mod configured;
mod digest;
mod ending;
mod guard;
mod judge;
mod race;
mod telemetry;

use std::{collections::BTreeMap, fmt, sync::Arc};

use tokio::sync::{Semaphore, watch};

use self::builder::Settings;
pub(crate) use self::guard::guarded;
pub use self::{
    build::BuildErrors,
    builder::AgentBuilder,
    card::{Card, Skill},
};
use crate::{
    Definition, EventStream, RunContext, Tool, ToolError, Usage,
    event::Bus,
    link,
    toolbox::{Snapshot, same},
};

/// Tools with what they need, behind one path: every call is checked, prepared,
/// decided on, counted, guarded and finished the same way, wherever it comes
/// from. Without a [policy](AgentBuilder::policy) every tool that an agent has may
/// be called.
///
/// Cloning an agent is cheap and shares everything.
///
/// ```standalone_crate
/// use tools_core::{Agent, json, tool};
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
///     let agent = Agent::builder("assistant").tools(TOOLS).build()?;
///     assert_eq!(agent.call("add", json!({ "a": 1, "b": "2" })).await?.value(), json!(3));
///
///     let error = agent.call("add", json!({ "a": 1, "c": 2 })).await.unwrap_err();
///     assert_eq!(error.code(), "invalid_arguments");
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct Agent {
    inner: Arc<Inner>,
}

struct Inner {
    settings: Settings,
    tools: watch::Sender<Arc<Snapshot>>,
    /// Lives as long as the agent; every other run is opened from it.
    root: RunContext,
    /// How many calls may run at once.
    places: Option<Arc<Semaphore>>,
    tool_places: BTreeMap<String, Arc<Semaphore>>,
    warnings: Vec<String>,
    bus: Arc<Bus>,
}

impl Agent {
    /// Starts building an agent.
    pub fn builder(name: impl Into<String>) -> AgentBuilder {
        AgentBuilder::new(name.into())
    }

    /// The agent's name.
    pub fn name(&self) -> &str {
        &self.inner.settings.name
    }

    /// What the agent is for.
    pub fn description(&self) -> &str {
        &self.inner.settings.description
    }

    /// A run of its own: with its own lent values, host, permissions, budget and
    /// cancellation. What it uses counts in the agent's budget too.
    pub fn open_run(&self) -> RunContext {
        self.inner.root.open_run()
    }

    /// What the agent has used since it was built, with all its runs.
    pub fn usage(&self) -> Usage {
        self.inner.root.usage()
    }

    /// Cancels every run of the agent, and every one that is opened from now on.
    /// The first reason wins; false when it was cancelled already.
    pub fn cancel(&self, reason: impl Into<String>) -> bool {
        self.inner.root.cancel(reason)
    }

    /// What happens from now on, in all runs; see [`Event`](crate::Event).
    pub fn events(&self) -> EventStream {
        self.inner.bus.listen()
    }

    /// Waits until every [observer](AgentBuilder::observer) has been told what has
    /// happened so far: before the program ends, for one.
    pub async fn flush_events(&self) {
        self.inner.bus.flush().await;
    }

    /// What was odd about the agent when it was built, in words, though it can be
    /// used: tools that a policy cannot hold.
    pub fn warnings(&self) -> &[String] {
        &self.inner.warnings
    }

    /// Whether the agent has a handler of its own that asks for approvals.
    pub fn has_approval(&self) -> bool {
        self.inner.settings.approval.is_some()
    }

    /// The same agent to be built anew with other settings: the tools that it has
    /// now, and everything that was given to its builder. It starts with nothing
    /// used, and shares no run.
    pub fn to_builder(&self) -> AgentBuilder {
        let tools = self.inner.tools.borrow().tools.values().cloned().collect();
        AgentBuilder::of(self.inner.settings.clone(), tools)
    }

    /// The definitions of all tools, sorted by name. They are shared, not copied.
    pub fn definitions(&self) -> Vec<Definition> {
        self.inner.tools.borrow().tools.values().map(|tool| tool.definition().clone()).collect()
    }

    /// The [declarations](Definition::declaration) of all tools as one JSON
    /// array. Made once for each state of the tools, and shared.
    pub fn declarations(&self) -> Arc<str> {
        self.inner.tools.borrow().declarations()
    }

    /// One tool by its name.
    pub fn tool(&self, name: &str) -> Option<Arc<dyn Tool>> {
        self.inner.tools.borrow().tools.get(name).cloned()
    }

    /// Adds a tool while the agent runs.
    ///
    /// # Errors
    /// When its name is taken or unfit, its schema cannot be used, or what it
    /// needs is not lent.
    pub fn add(&self, tool: impl Tool) -> Result<(), BuildErrors> {
        let tool: Arc<dyn Tool> = Arc::new(tool);
        self.inner.change(&tool, false).map(drop)
    }

    /// Puts a tool in the place of one of the same name, and returns the old
    /// one. Calls in flight finish with what they started with.
    ///
    /// # Errors
    /// When its name is unfit, its schema cannot be used, or what it needs is not lent.
    pub fn replace(&self, tool: impl Tool) -> Result<Option<Arc<dyn Tool>>, BuildErrors> {
        let tool: Arc<dyn Tool> = Arc::new(tool);
        self.inner.change(&tool, true)
    }

    /// Removes a tool while the agent runs, and returns it. Calls in flight finish.
    pub fn remove(&self, name: &str) -> Option<Arc<dyn Tool>> {
        let mut removed = None;
        self.inner.tools.send_if_modified(|tools| {
            if !tools.tools.contains_key(name) {
                return false;
            }
            removed = Arc::make_mut(tools).change().remove(name);
            true
        });
        removed
    }

    /// Tells when tools were added, replaced or removed.
    pub fn watch_tools(&self) -> ToolsWatch {
        ToolsWatch(self.inner.tools.subscribe())
    }
}

impl Inner {
    fn change(&self, tool: &Arc<dyn Tool>, replace: bool) -> Result<Option<Arc<dyn Tool>>, BuildErrors> {
        let Settings { lent, expected, .. } = &self.settings;
        let mut problems = build::problems_of(&**tool);
        problems.extend(build::missing_state(std::slice::from_ref(tool), lent, expected));
        let name = tool.definition().name().to_owned();
        let mut old = None;
        self.tools.send_if_modified(|tools| {
            match tools.tools.get(&name) {
                Some(there) if !replace && !same(&**there, &**tool) => {
                    problems.push(build::duplicate(&name, &[&**there, &**tool]));
                }
                _ => {}
            }
            if !problems.is_empty() {
                return false;
            }
            old = Arc::make_mut(tools).change().insert(name.clone(), tool.clone());
            true
        });
        if problems.is_empty() { Ok(old) } else { Err(BuildErrors::of_tool(problems)) }
    }

    fn unknown(&self, name: &str) -> ToolError {
        let tools = self.tools.borrow();
        let known: Vec<&str> = tools.tools.keys().map(String::as_str).collect();
        // What a configuration chose is no matter of linking.
        let crates = if self.settings.renamed.is_some() { Vec::new() } else { link::linked_crates() };
        ToolError::UnknownTool { name: name.to_owned(), nearest: self.settings.nearest(name, &known), crates }
    }
}

impl fmt::Debug for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent")
            .field("name", &self.inner.settings.name)
            .field("tools", &self.inner.tools.borrow().tools.keys().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// Tells when an agent's tools change; made by [`Agent::watch_tools`].
pub struct ToolsWatch(watch::Receiver<Arc<Snapshot>>);

impl ToolsWatch {
    /// Waits for the next change. Several changes at once are one.
    ///
    /// Returns false when the agent is gone and nothing will change any more.
    pub async fn changed(&mut self) -> bool {
        self.0.changed().await.is_ok()
    }
}

impl fmt::Debug for ToolsWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolsWatch").finish_non_exhaustive()
    }
}
