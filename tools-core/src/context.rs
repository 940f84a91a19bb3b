//! What a tool can reach while it runs: its run.

mod host;
mod lent;
mod shield;

use std::{
    fmt,
    future::Future,
    panic,
    sync::{
        Arc, OnceLock, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::runtime::Handle;
use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};
use uuid::Uuid;

pub(crate) use self::{host::NoHost, lent::Lents, shield::Shield};
pub use self::{
    host::{Answer, Host, LogLevel, Question},
    lent::{Lend, Lent, lend},
};
use crate::{Arguments, BoxFuture, Output, ToolError};

/// How deep tools may call tools.
const MAX_DEPTH: u8 = 16;

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
    action: u64,
    depth: u8,
    shield: OnceLock<Arc<Shield>>,
}

/// A run as it was opened: one pointer for every call in it.
#[derive(Clone)]
struct Run {
    shared: Arc<Shared>,
    lent: Lents,
    host: Arc<dyn Host>,
}

/// What all clones and all actions of one run share.
struct Shared {
    id: Uuid,
    parent: Option<Arc<Shared>>,
    agent: Weak<dyn Caller>,
    agent_lent: Arc<Lents>,
    cancel: CancellationToken,
    reason: OnceLock<String>,
    actions: AtomicU64,
}

impl Shared {
    /// Whoever cancels gives a reason first: reading that takes no lock.
    fn is_cancelled(&self) -> bool {
        self.reason.get().is_some() || self.parent.as_ref().is_some_and(|parent| parent.is_cancelled())
    }

    fn reason(&self) -> &str {
        let own = self.reason.get().map(String::as_str);
        own.or_else(|| Some(self.parent.as_ref()?.reason())).unwrap_or("the run was cancelled")
    }
}

impl RunContext {
    /// Whether the run was opened by this agent.
    pub(crate) fn belongs_to<T>(&self, agent: &T) -> bool {
        std::ptr::addr_eq(self.run.shared.agent.as_ptr(), std::ptr::from_ref(agent))
    }
}

/// The agent as its runs see it: something that calls tools by name.
pub(crate) trait Caller: Send + Sync {
    fn call_child<'a>(
        &'a self,
        run: &'a RunContext,
        name: &'a str,
        arguments: Arguments<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>>;
}

impl RunContext {
    /// The run that lives as long as its agent.
    pub(crate) fn root(agent: Weak<dyn Caller>, agent_lent: Arc<Lents>, host: Arc<dyn Host>) -> Self {
        let shared = Shared {
            id: Uuid::now_v7(),
            parent: None,
            agent,
            agent_lent,
            cancel: CancellationToken::new(),
            reason: OnceLock::new(),
            actions: AtomicU64::new(0),
        };
        RunContext::of(Run { shared: Arc::new(shared), lent: Lents::default(), host })
    }

    /// A run of its own, which ends when this one is cancelled.
    pub(crate) fn child(&self) -> Self {
        let shared = Shared {
            id: Uuid::now_v7(),
            parent: Some(self.run.shared.clone()),
            agent: self.run.shared.agent.clone(),
            agent_lent: self.run.shared.agent_lent.clone(),
            cancel: self.run.shared.cancel.child_token(),
            reason: OnceLock::new(),
            actions: AtomicU64::new(0),
        };
        RunContext::of(Run {
            shared: Arc::new(shared),
            lent: self.run.lent.clone(),
            host: self.run.host.clone(),
        })
    }

    fn of(run: Run) -> Self {
        RunContext { run: Arc::new(run), action: 0, depth: 0, shield: OnceLock::new() }
    }

    /// The same run as seen by one call in it.
    pub(crate) fn enter(&self) -> Result<Self, ToolError> {
        if self.depth >= MAX_DEPTH {
            return Err(ToolError::BudgetExceeded {
                limit: format!("tools call tools at most {MAX_DEPTH} deep"),
            });
        }
        Ok(RunContext {
            run: self.run.clone(),
            action: self.run.shared.actions.fetch_add(1, Ordering::Relaxed) + 1,
            depth: self.depth + 1,
            shield: OnceLock::new(),
        })
    }

    /// The run's id: a UUID of version 7 (RFC 9562), so that ids sort by time.
    pub fn id(&self) -> String {
        self.run.shared.id.to_string()
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

    /// Whether the run was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.run.shared.is_cancelled()
    }

    /// Waits until the run is cancelled.
    pub async fn cancelled(&self) {
        self.cancellation().await;
    }

    pub(crate) fn cancellation(&self) -> WaitForCancellationFuture<'_> {
        self.run.shared.cancel.cancelled()
    }

    /// Cancels the run and all that was opened from it. The first reason wins.
    pub fn cancel(&self, reason: impl Into<String>) {
        // A reason that lost the race is dropped.
        let _ = self.run.shared.reason.set(reason.into());
        self.run.shared.cancel.cancel();
    }

    pub(crate) fn cancelled_error(&self) -> ToolError {
        ToolError::Cancelled { reason: self.run.shared.reason().to_owned() }
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

    /// Holds back cancellation and time limits until `work` ends: for a commit
    /// that must not be cut in two. A result returned then counts. A caller that
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
            action: self.action,
            depth: self.depth,
            // Made now, so that a shield held by either holds both.
            shield: OnceLock::from(self.shield.get_or_init(Arc::default).clone()),
        }
    }
}

impl fmt::Debug for RunContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunContext")
            .field("id", &self.run.shared.id)
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
    let run = run.clone();
    match tokio::task::spawn_blocking(move || work(&run)).await {
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
