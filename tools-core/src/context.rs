//! What a tool can reach while it runs: its run.

mod host;
mod lent;
mod place;
mod run;
mod shield;

use std::{
    fmt,
    future::Future,
    panic,
    sync::{Arc, OnceLock, Weak},
};

use tokio::runtime::Handle;

pub(crate) use self::{
    host::NoHost,
    lent::Lents,
    run::{Caller, Root},
    shield::Shield,
};
pub use self::{
    host::{Answer, Host, LogLevel, Question},
    lent::{Lend, Lent, lend},
};
use self::{place::Place, run::Run};
use crate::{
    ApprovalHandler, Arguments, Budget, CapabilityPolicy, Output, Tool, ToolError, Usage,
    budget::{Account, Unit},
    event::EventKind,
};

/// One piece of work: who it is for, what it is lent, and whether it is cancelled.
///
/// A tool that asks for `&RunContext` gets the run that it is called in. A run
/// is opened with [`Agent::open_run`](crate::Agent::open_run); cloning one is
/// cheap and shares everything.
///
/// ```
/// use tools_core::{RunContext, ToolError, tool};
///
/// /// Copies records one by one.
/// #[tool]
/// async fn copy(run: &RunContext, records: Vec<String>) -> Result<usize, ToolError> {
///     for (done, _record) in records.iter().enumerate() {
///         if run.is_cancelled() {
///             return Ok(done);
///         }
///     }
///     Ok(records.len())
/// }
/// # fn main() {}
/// ```
pub struct RunContext {
    run: Arc<Run>,
    /// The tool of this call, and its number.
    tool: Option<Arc<dyn Tool>>,
    action: u64,
    /// The number of the call whose tool made this one; 0 for none.
    parent: u64,
    depth: u8,
    shield: OnceLock<Arc<Shield>>,
    place: OnceLock<Arc<Place>>,
    /// The place of the nearest call above that has one.
    outer: Option<Weak<Place>>,
}

impl RunContext {
    /// The run's id: a UUID of version 7 (RFC 9562), so that ids sort by time.
    pub fn id(&self) -> String {
        self.run.shared.id().to_string()
    }

    /// The number of this call within its run, from 1; 0 outside a call.
    pub fn action(&self) -> u64 {
        self.action
    }

    /// How deep this call is: 1 when the application made it, 2 when a tool did.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// Lends a value for this run, by its type. It is looked up before the agent's.
    ///
    /// ```standalone_crate
    /// # use tools_core::{Agent, json, tool, tool_crate};
    /// # tool_crate!();
    /// struct User(String);
    ///
    /// /// Says who is asking.
    /// #[tool]
    /// async fn who(user: &User) -> String {
    ///     user.0.clone()
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let agent = Agent::builder("assistant").tools(TOOLS).expects::<User>().build()?;
    /// let run = agent.open_run().lend(User("Ada".into()));
    /// assert_eq!(agent.call_in(&run, "who", json!({})).await?.text(), "Ada");
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn lend<T: Send + Sync + 'static>(self, value: T) -> Self {
        self.lend_shared(Arc::new(value))
    }

    /// Lends a value that the application keeps too.
    #[must_use]
    pub fn lend_shared<T: Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        Arc::make_mut(&mut self.run).lent.insert(value);
        self
    }

    /// Answers what tools ask in this run, instead of the agent's host.
    #[must_use]
    pub fn with_host(mut self, host: impl Host) -> Self {
        Arc::make_mut(&mut self.run).host = Arc::new(host);
        self
    }

    /// What is lent of this type, the run's before the agent's.
    pub fn lent<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.run.lent.get().or_else(|| self.run.shared.agent_lent.get())
    }

    /// The same, to keep: for a task that outlives the call.
    ///
    /// # Errors
    /// `unavailable` when nothing of this type is lent.
    pub fn shared<T: Send + Sync + 'static>(&self) -> Result<Arc<T>, ToolError> {
        let found = self.run.lent.shared().or_else(|| self.run.shared.agent_lent.shared());
        found.ok_or_else(lent::missing::<T>)
    }

    /// Gives this run a smaller budget of its own; it counts in those above too,
    /// and none above is widened. The run time begins now.
    ///
    /// What this handle, its clones and the runs opened from it use counts; other
    /// handles of the run keep the budget they had.
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Self {
        let run = Arc::make_mut(&mut self.run);
        run.account = Account::open(&budget, Some(&run.account));
        self
    }

    /// Narrows what may run: these rules are decided beside the agent's policy,
    /// and the stronger effect wins. They cannot undo what it denies.
    ///
    /// ```
    /// # use tools_core::{Agent, CapabilityPolicy, Effect};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let agent = Agent::builder("assistant").build()?;
    /// let readers = CapabilityPolicy::new([("*", Effect::Deny), ("records.read", Effect::Allow)])?;
    /// let run = agent.open_run().with_permissions(readers);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_permissions(mut self, rules: CapabilityPolicy) -> Self {
        Arc::make_mut(&mut self.run).permissions.push(rules);
        self
    }

    /// Asks for approvals in this run, instead of the agent's handler. What that
    /// one's approvals were remembered for does not hold for this handle.
    #[must_use]
    pub fn with_approval(mut self, handler: impl ApprovalHandler) -> Self {
        let run = Arc::make_mut(&mut self.run);
        run.approval = Some(Arc::new(handler));
        run.remembered = Arc::default();
        self
    }

    /// What the run has used, with all that was opened from it.
    pub fn usage(&self) -> Usage {
        self.run.account.usage()
    }

    /// Counts a model call before it is made.
    ///
    /// # Errors
    /// `budget_exceeded` when the model calls, the tokens or the run time of
    /// this run or of one above are spent; then nothing is counted.
    pub fn reserve_model_call(&self) -> Result<(), ToolError> {
        self.run.account.has_tokens()?;
        self.run.account.reserve(Unit::ModelCalls, |warning| self.warn(warning))
    }

    /// Counts the tokens of a model call after it was made. They may go over the
    /// limit: it is the next call that is refused.
    pub fn add_tokens(&self, input: u64, output: u64) {
        self.run.account.add(Unit::InputTokens, input, |warning| self.warn(warning));
        self.run.account.add(Unit::OutputTokens, output, |warning| self.warn(warning));
    }

    /// Tells how far the tool is: `done` of `total`, in any unit, with a message
    /// for people. It reaches the events and the caller's [`Host`]. Numbers that
    /// are not finite, and what comes after the call has ended, are dropped.
    ///
    /// ```
    /// # use tools_core::{RunContext, tool};
    /// /// Copies records.
    /// #[tool]
    /// async fn copy(run: &RunContext, records: Vec<String>) -> usize {
    ///     for (done, record) in records.iter().enumerate() {
    ///         run.progress(done as f64, records.len() as f64, format!("copying {record}"));
    ///     }
    ///     records.len()
    /// }
    /// # fn main() {}
    /// ```
    pub fn progress(&self, done: f64, total: impl Into<Option<f64>>, message: impl Into<String>) {
        let (total, message) = (total.into(), message.into());
        if !done.is_finite() || !total.is_none_or(f64::is_finite) {
            return;
        }
        let tell = || {
            let message = Some(message.clone()).filter(|text| !text.is_empty());
            self.emit(|| EventKind::Progress { done, total, message });
        };
        // Only a clone can outlive its call, and clones share a shield.
        let goes_on = match self.shield.get() {
            Some(shield) => shield.unless_over(tell),
            None => {
                tell();
                true
            }
        };
        if goes_on {
            self.run.host.progress(done, total, &message);
        }
    }

    /// Whether the run was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.run.shared.is_cancelled()
    }

    /// Waits until the run is cancelled.
    pub async fn cancelled(&self) {
        self.cancellation().await;
    }

    /// Cancels the run and all that was opened from it. The first reason wins;
    /// false when it was cancelled already.
    pub fn cancel(&self, reason: impl Into<String>) -> bool {
        self.run.shared.cancel(reason.into())
    }

    /// A run of its own under this one: it is cancelled with this one, counts in
    /// its budget, and is lent what this one is. Inside a tool it is as deep as
    /// the tool's call.
    #[must_use]
    pub fn open_run(&self) -> Self {
        RunContext {
            run: Arc::new(self.run.child()),
            tool: None,
            action: 0,
            parent: 0,
            depth: self.depth,
            shield: OnceLock::new(),
            place: OnceLock::new(),
            outer: self.place.get().map(Arc::downgrade).or_else(|| self.outer.clone()),
        }
    }

    /// Calls another tool of the agent: a child of this call on the same path,
    /// with the same cancellation. Tools may be nested 16 deep.
    ///
    /// # Errors
    /// Those of [`Agent::call`](crate::Agent::call); `unavailable` when the
    /// agent is gone. Inside a tool, what the other tool reports is `failed`,
    /// with its own error as [`ToolError::child`]: whoever called this tool must
    /// not take it for its own. Cancellation and budgets concern both.
    pub async fn call<'a>(
        &self,
        name: &str,
        arguments: impl Into<Arguments<'a>>,
    ) -> Result<Output, ToolError> {
        let Some(agent) = self.run.shared.agent.upgrade() else {
            return Err(ToolError::unavailable("the agent of this run is gone"));
        };
        let result = agent.call_child(self, name, arguments.into()).await;
        // What a child says of its own changes and arguments is not true of the
        // tool that called it.
        if self.depth > 0 { result.map_err(|error| error.of_child(name)) } else { result }
    }

    /// Holds back cancellation, time limits and the end of the run time until `work`
    /// ends, however long that is: for a commit that must not be cut in two. A result returned then counts. A caller that
    /// drops the whole call is not held back.
    pub async fn shield<T>(&self, work: impl Future<Output = T>) -> T {
        let _held = self.shield.get_or_init(Arc::default).hold();
        work.await
    }

    pub(crate) fn shield_state(&self) -> Option<&Arc<Shield>> {
        self.shield.get()
    }

    /// Asks whoever called: the user at a terminal, or at an MCP client.
    ///
    /// # Errors
    /// `unavailable` where nobody can be asked.
    pub async fn ask(&self, question: Question) -> Result<Answer, ToolError> {
        self.run.host.ask(question).await
    }

    /// Lets the caller's model complete a text.
    ///
    /// # Errors
    /// `unavailable` where the caller has no model.
    pub async fn complete(&self, prompt: &str) -> Result<String, ToolError> {
        self.run.host.complete(prompt).await
    }

    /// Writes a line to the caller's log, where it has one.
    pub fn log(&self, level: LogLevel, message: &str) {
        self.run.host.log(level, message);
    }
}

impl Clone for RunContext {
    fn clone(&self) -> Self {
        RunContext {
            run: self.run.clone(),
            tool: self.tool.clone(),
            action: self.action,
            parent: self.parent,
            depth: self.depth,
            // Made now, so that a shield held by either holds both.
            shield: OnceLock::from(self.shield.get_or_init(Arc::default).clone()),
            // A clone may live for ever; the place is the call's.
            place: OnceLock::new(),
            outer: self.place.get().map(Arc::downgrade).or_else(|| self.outer.clone()),
        }
    }
}

impl fmt::Debug for RunContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunContext")
            .field("id", &self.id())
            .field("action", &self.action)
            .field("depth", &self.depth)
            .finish_non_exhaustive()
    }
}

/// Runs a plain function on the blocking pool, so that the runtime never
/// stalls. The thread can't be stopped: when the caller is gone, it ends by itself.
pub(crate) async fn blocking(
    run: &RunContext,
    work: impl FnOnce(&RunContext) -> Result<Output, ToolError> + Send + 'static,
) -> Result<Output, ToolError> {
    if Handle::try_current().is_err() {
        return Err(no_runtime());
    }
    // The thread keeps the call's place until it ends, however the call ends.
    let (run, place) = (run.clone(), run.place.get().cloned());
    let work = move || {
        let _place = place;
        work(&run)
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        // The panic goes on where the call is guarded, as an async one's does.
        Err(error) => match error.try_into_panic() {
            Ok(payload) => panic::resume_unwind(payload),
            Err(_) => Err(ToolError::unavailable("the runtime is shutting down")),
        },
    }
}

/// Timers and the blocking pool belong to a runtime; without one they panic.
pub(crate) fn no_runtime() -> ToolError {
    ToolError::unavailable(
        "this tool waits or blocks, which needs a tokio runtime with its timer enabled, and there is none here",
    )
}
