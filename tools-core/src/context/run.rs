//! What the handles of one run share, and how a run belongs to an agent.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex, OnceLock, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
    time::SystemTime,
};

use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};
use uuid::Uuid;

use super::{Host, Lents, RunContext};
use crate::{
    ApprovalHandler, Arguments, BoxFuture, CapabilityPolicy, Output, Tool, ToolError,
    budget::{Account, Warning},
    event::{Bus, Completed, End, EventKind, Head, Opening, Told, ToolName},
};

/// How deep tools may call tools.
const MAX_DEPTH: u8 = 16;

/// A run as it was opened: one pointer for every call in it.
#[derive(Clone)]
pub(super) struct Run {
    pub(super) shared: Arc<Shared>,
    pub(super) lent: Lents,
    pub(super) host: Arc<dyn Host>,
    pub(super) approval: Option<Arc<dyn ApprovalHandler>>,
    /// What that handler's approvals hold for, by digest: another handler's are
    /// another's.
    pub(super) remembered: Arc<Mutex<HashSet<[u8; 32]>>>,
    pub(super) permissions: Vec<CapabilityPolicy>,
    pub(super) account: Account,
}

/// What all clones and all actions of one run share.
pub(super) struct Shared {
    id: Uuid,
    parent: Option<Arc<Shared>>,
    pub(super) agent: Weak<dyn Caller>,
    pub(super) agent_lent: Arc<Lents>,
    cancel: CancellationToken,
    reason: OnceLock<String>,
    actions: AtomicU64,
    bus: Arc<Bus>,
    events: AtomicU64,
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

/// What an agent gives to every run.
pub(crate) struct Root {
    pub(crate) agent: Weak<dyn Caller>,
    pub(crate) lent: Arc<Lents>,
    pub(crate) host: Arc<dyn Host>,
    pub(crate) approval: Option<Arc<dyn ApprovalHandler>>,
    pub(crate) account: Account,
    pub(crate) bus: Arc<Bus>,
}

impl Shared {
    pub(super) fn id(&self) -> Uuid {
        self.id
    }

    /// Whoever cancels gives a reason first: reading that takes no lock.
    pub(super) fn is_cancelled(&self) -> bool {
        self.reason.get().is_some() || self.parent.as_ref().is_some_and(|parent| parent.is_cancelled())
    }

    fn reason(&self) -> &str {
        let own = self.reason.get().map(String::as_str);
        own.or_else(|| Some(self.parent.as_ref()?.reason())).unwrap_or("the run was cancelled")
    }

    pub(super) fn cancel(&self, reason: String) -> bool {
        let is_first = !self.is_cancelled() && self.reason.set(reason).is_ok();
        self.cancel.cancel();
        is_first
    }
}

impl Run {
    /// A run of its own, which ends when this one is cancelled.
    pub(super) fn child(&self) -> Self {
        let parent = &self.shared;
        let shared = Shared {
            id: Uuid::now_v7(),
            parent: Some(parent.clone()),
            agent: parent.agent.clone(),
            agent_lent: parent.agent_lent.clone(),
            cancel: parent.cancel.child_token(),
            reason: OnceLock::new(),
            actions: AtomicU64::new(0),
            bus: parent.bus.clone(),
            events: AtomicU64::new(0),
        };
        let account = Account::open(&crate::Budget::new(), Some(&self.account));
        Run { shared: Arc::new(shared), account, remembered: Arc::default(), ..self.clone() }
    }
}

impl RunContext {
    /// The run that lives as long as its agent.
    pub(crate) fn root(root: Root) -> Self {
        let shared = Shared {
            id: Uuid::now_v7(),
            parent: None,
            agent: root.agent,
            agent_lent: root.lent,
            cancel: CancellationToken::new(),
            reason: OnceLock::new(),
            actions: AtomicU64::new(0),
            bus: root.bus,
            events: AtomicU64::new(0),
        };
        RunContext::of(Run {
            shared: Arc::new(shared),
            lent: Lents::default(),
            host: root.host,
            approval: root.approval,
            remembered: Arc::default(),
            permissions: Vec::new(),
            account: root.account,
        })
    }

    fn of(run: Run) -> Self {
        RunContext {
            run: Arc::new(run),
            tool: None,
            action: 0,
            parent: 0,
            depth: 0,
            shield: OnceLock::new(),
            place: OnceLock::new(),
            outer: None,
        }
    }

    /// Whether the run was opened by this agent.
    pub(crate) fn belongs_to<T>(&self, agent: &T) -> bool {
        std::ptr::addr_eq(self.run.shared.agent.as_ptr(), std::ptr::from_ref(agent))
    }

    /// The same run as seen by one call in it: one level deeper.
    pub(crate) fn enter(&self, tool: Option<Arc<dyn Tool>>) -> Self {
        RunContext {
            run: self.run.clone(),
            tool,
            action: self.run.shared.actions.fetch_add(1, Ordering::Relaxed) + 1,
            parent: self.action,
            depth: self.depth.saturating_add(1),
            shield: OnceLock::new(),
            place: OnceLock::new(),
            outer: self.place.get().map(Arc::downgrade).or_else(|| self.outer.clone()),
        }
    }

    /// The tool of this call.
    pub(crate) fn tool(&self) -> Option<&dyn Tool> {
        self.tool.as_deref()
    }

    /// Fails when the run was cancelled.
    pub(crate) fn goes_on(&self) -> Result<(), ToolError> {
        if self.is_cancelled() { Err(self.cancelled_error()) } else { Ok(()) }
    }

    pub(crate) fn check_depth(&self) -> Result<(), ToolError> {
        if self.depth <= MAX_DEPTH {
            return Ok(());
        }
        Err(ToolError::BudgetExceeded { limit: format!("tools call tools at most {MAX_DEPTH} deep") })
    }

    pub(crate) fn approval(&self) -> Option<&Arc<dyn ApprovalHandler>> {
        self.run.approval.as_ref()
    }

    pub(crate) fn permissions(&self) -> &[CapabilityPolicy] {
        &self.run.permissions
    }

    pub(crate) fn account(&self) -> &Account {
        &self.run.account
    }

    pub(crate) fn remembers(&self, digests: &[[u8; 32]]) -> bool {
        let remembered = self.run.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        digests.iter().any(|digest| remembered.contains(digest))
    }

    pub(crate) fn remember(&self, digest: [u8; 32]) {
        self.run.remembered.lock().unwrap_or_else(PoisonError::into_inner).insert(digest);
    }

    pub(crate) fn cancellation(&self) -> WaitForCancellationFuture<'_> {
        self.run.shared.cancel.cancelled()
    }

    pub(crate) fn cancelled_error(&self) -> ToolError {
        ToolError::Cancelled { reason: self.run.shared.reason().to_owned() }
    }

    pub(crate) fn bus(&self) -> &Bus {
        &self.run.shared.bus
    }

    pub(crate) fn warn(&self, warning: Warning) {
        self.emit(|| warning.into());
    }

    /// Tells everybody who listens; without anybody nothing is made.
    pub(crate) fn emit(&self, kind: impl FnOnce() -> EventKind) {
        self.emit_named(None, kind);
    }

    /// The same for a tool that no definition may name.
    pub(crate) fn emit_named(&self, name: Option<&str>, kind: impl FnOnce() -> EventKind) {
        if self.bus().is_on() {
            let kind = kind();
            self.bus().tell(|| Told::one(self.head(name), self.next_number(1), kind));
        }
    }

    /// Prepared, decided and started at once.
    pub(crate) fn emit_opening(&self, time: SystemTime, opening: Opening) {
        self.bus().tell(|| Told::opening(self.head(None), time, self.next_number(3), opening));
    }

    pub(crate) fn emit_completed(&self, time: SystemTime, completed: Completed) {
        let (run, action) = (self.run.shared.id, self.action);
        let end = || End { run, action, number: self.next_number(1), time, completed };
        self.bus().complete(end, || self.head(None));
    }

    fn head(&self, name: Option<&str>) -> Head {
        let shared = &self.run.shared;
        Head {
            run: shared.id,
            parent_run: shared.parent.as_ref().map(|parent| parent.id),
            action: self.action,
            parent: self.parent,
            tool: match self.tool() {
                Some(tool) => Some(ToolName::Known(tool.definition().clone())),
                None => name.map(|name| ToolName::Unknown(name.into())),
            },
        }
    }

    /// The number of the first of so many events. Called under the lock of the
    /// bus: nobody counts at the same time.
    fn next_number(&self, count: u64) -> u64 {
        let events = &self.run.shared.events;
        let before = events.load(Ordering::Relaxed);
        events.store(before + count, Ordering::Relaxed);
        before + 1
    }
}
