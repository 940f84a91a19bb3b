//! Requests that wait for whoever comes and decides.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::watch;

use super::{ApprovalDecision, ApprovalHandler, ApprovalRequest, NotAccepted, Reply};

/// Keeps requests until somebody decides on them: what a web page or a chat
/// needs. Cloning is cheap and shares everything.
///
/// ```standalone_crate
/// use tools_core::{Agent, ApprovalQueue, CapabilityPolicy, Effect, json, tool};
///
/// tools_core::tool_crate!();
///
/// /// Books a room.
/// #[tool(capabilities = ["booking.write"])]
/// async fn book(nights: u8) -> String {
///     format!("{nights} nights")
/// }
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let queue = ApprovalQueue::new();
///     let agent = Agent::builder("concierge")
///         .tools(TOOLS)
///         .policy(CapabilityPolicy::new([("booking.*", Effect::RequireApproval)])?)
///         .approval(queue.clone())
///         .build()?;
///
///     let mut waiting = queue.watch();
///     let front_desk = tokio::spawn(async move {
///         let request = waiting.next().await;
///         assert_eq!(request.action.arguments["nights"], 2);
///         queue.decide(request.approve("front desk")).unwrap();
///     });
///     assert_eq!(agent.call("book", json!({ "nights": 2 })).await?.text(), "2 nights");
///     front_desk.await?;
///     Ok(())
/// }
/// ```
#[derive(Clone, Default)]
pub struct ApprovalQueue(Arc<Inner>);

#[derive(Default)]
struct Inner {
    waiting: Mutex<Vec<Entry>>,
    /// How many have been asked so far.
    asked: watch::Sender<u64>,
}

struct Entry {
    number: u64,
    reply: Reply,
}

impl ApprovalQueue {
    /// An empty queue.
    pub fn new() -> Self {
        ApprovalQueue::default()
    }

    /// The requests that wait, the oldest first.
    pub fn pending(&self) -> Vec<Arc<ApprovalRequest>> {
        self.with(|waiting| waiting.iter().map(|entry| entry.reply.request().clone()).collect())
    }

    /// Decides on the request that the decision names.
    ///
    /// # Errors
    /// [`NotAccepted`], and what comes too late changes nothing; a decision with
    /// another fingerprint or invalid arguments leaves the request waiting.
    pub fn decide(&self, decision: ApprovalDecision) -> Result<(), NotAccepted> {
        // Those that wait no more are kept for this one: they say why.
        let mut waiting = self.lock();
        let position = waiting.iter().position(|entry| entry.reply.request().id == decision.request);
        let entry = position.and_then(|at| waiting.get(at)).ok_or(NotAccepted::Unknown)?;
        let result = entry.reply.decide(decision);
        waiting.retain(|entry| entry.reply.is_open());
        result
    }

    /// The requests as they come, those that wait already first.
    pub fn watch(&self) -> ApprovalWatch {
        ApprovalWatch { queue: self.clone(), asked: self.0.asked.subscribe(), seen: 0 }
    }

    fn with<T>(&self, read: impl FnOnce(&mut Vec<Entry>) -> T) -> T {
        let mut waiting = self.lock();
        waiting.retain(|entry| entry.reply.is_open());
        read(&mut waiting)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Entry>> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ApprovalHandler for ApprovalQueue {
    fn ask(&self, _: Arc<ApprovalRequest>, reply: Reply) {
        self.with(|waiting| {
            self.0.asked.send_modify(|asked| {
                *asked += 1;
                waiting.push(Entry { number: *asked, reply });
            });
        });
    }
}

impl fmt::Debug for ApprovalQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApprovalQueue").field("pending", &self.pending().len()).finish()
    }
}

/// The requests of a queue as they come; made by [`ApprovalQueue::watch`].
#[derive(Debug)]
pub struct ApprovalWatch {
    queue: ApprovalQueue,
    asked: watch::Receiver<u64>,
    seen: u64,
}

impl ApprovalWatch {
    /// Waits for the next request that waits for a decision. Each is given once.
    pub async fn next(&mut self) -> Arc<ApprovalRequest> {
        loop {
            self.asked.borrow_and_update();
            let next = self.queue.with(|waiting| {
                let entry = waiting.iter().find(|entry| entry.number > self.seen)?;
                Some((entry.number, entry.reply.request().clone()))
            });
            if let Some((number, request)) = next {
                self.seen = number;
                return request;
            }
            if self.asked.changed().await.is_err() {
                // The watch keeps its queue, so that this is never so.
                std::future::pending::<()>().await;
            }
        }
    }
}
