//! A toolbox and the one path on which a call runs.

mod builder;
mod call;
mod guard;

use std::{fmt, sync::Arc, time::Duration};

use tokio::sync::watch;

pub use self::builder::{AgentBuilder, BuildErrors};
pub(crate) use self::guard::{guarded, prepare};
use crate::{
    ArgumentLimits, Definition, RunContext, Tool, ToolError,
    context::Lents,
    link, names,
    toolbox::{Snapshot, same},
};

/// Tools with what they need, behind one path: every call is checked, prepared,
/// guarded and finished the same way, wherever it comes from. Nothing decides on
/// capabilities yet: every tool that an agent has may be called.
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
    name: String,
    description: String,
    tools: watch::Sender<Arc<Snapshot>>,
    lent: Arc<Lents>,
    expected: Vec<std::any::TypeId>,
    limits: ArgumentLimits,
    time_limit: Option<Duration>,
    /// Lives as long as the agent; every other run is opened from it.
    root: RunContext,
}

impl Agent {
    /// Starts building an agent.
    pub fn builder(name: impl Into<String>) -> AgentBuilder {
        AgentBuilder::new(name.into())
    }

    /// The agent's name.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// What the agent is for.
    pub fn description(&self) -> &str {
        &self.inner.description
    }

    /// A run of its own: with its own lent values, host and cancellation.
    pub fn open_run(&self) -> RunContext {
        self.inner.root.child()
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
        let mut problems = builder::problems_of(&**tool);
        problems.extend(builder::missing_state(std::slice::from_ref(tool), &self.lent, &self.expected));
        let name = tool.definition().name().to_owned();
        let mut old = None;
        self.tools.send_if_modified(|tools| {
            match tools.tools.get(&name) {
                Some(there) if !replace && !same(&**there, &**tool) => {
                    problems.push(builder::duplicate(&name, &[&**there, &**tool]));
                }
                _ => {}
            }
            if !problems.is_empty() {
                return false;
            }
            old = Arc::make_mut(tools).change().insert(name.clone(), tool.clone());
            true
        });
        if problems.is_empty() { Ok(old) } else { Err(BuildErrors::new(problems)) }
    }

    fn unknown(&self, name: &str) -> ToolError {
        let nearest = names::nearest(name, self.tools.borrow().tools.keys().map(String::as_str));
        ToolError::UnknownTool { name: name.to_owned(), nearest, crates: link::linked_crates() }
    }
}

impl fmt::Debug for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent")
            .field("name", &self.inner.name)
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
