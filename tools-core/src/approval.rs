//! Actions that a person has to approve: the request, the decision, and who is asked.

mod queue;
mod reply;
mod slot;

use std::{
    fmt,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

pub use self::{
    queue::{ApprovalQueue, ApprovalWatch},
    reply::{NotAccepted, Reply},
};
pub(crate) use self::{
    reply::{Accepted, Edits},
    slot::Slot,
};
use crate::{ActionRecord, Decision, event::millis_of};

/// Asks somebody to approve an action. Who approves, and where, is the
/// application's: a terminal, a chat, a web page. [`ApprovalQueue`] ships with
/// it, [`approval_fn`] makes one of an async closure.
///
/// It fails closed: a panic, or a [`Reply`] that is dropped, refuses.
///
/// ```
/// use std::sync::Arc;
/// use tools_core::{ApprovalHandler, ApprovalRequest, Reply};
///
/// /// Approves what only reads.
/// struct ReadersPass;
///
/// impl ApprovalHandler for ReadersPass {
///     fn ask(&self, request: Arc<ApprovalRequest>, reply: Reply) {
///         let reads = request.action.capabilities.iter().all(|capability| capability.as_str().ends_with(".read"));
///         let decision = if reads { request.approve("ReadersPass") } else { request.deny("ReadersPass", "it writes") };
///         let _ = reply.decide(decision);
///     }
/// }
/// ```
pub trait ApprovalHandler: Send + Sync + 'static {
    /// Asks. It has to return at once: whoever decides does so through `reply`,
    /// later and from anywhere. Several requests may wait at the same time.
    fn ask(&self, request: Arc<ApprovalRequest>, reply: Reply);
}

impl<T: ApprovalHandler + ?Sized> ApprovalHandler for Arc<T> {
    fn ask(&self, request: Arc<ApprovalRequest>, reply: Reply) {
        (**self).ask(request, reply);
    }
}

/// A handler made of an async closure. It runs as a task of its own, which ends
/// when the call does not wait any more; a panic refuses.
///
/// ```
/// use tools_core::{Agent, approval_fn};
///
/// let agent = Agent::builder("concierge")
///     .approval(approval_fn(|request| async move {
///         // Ask somebody; here nobody may book for more than nine guests.
///         match request.action.arguments.get("guests").and_then(|guests| guests.as_u64()) {
///             Some(0..10) => request.approve("front desk"),
///             _ => request.deny("front desk", "groups call us"),
///         }
///     }))
///     .build();
/// # assert!(agent.is_ok());
/// ```
#[must_use]
pub fn approval_fn<F, R>(decide: F) -> impl ApprovalHandler
where
    F: Fn(Arc<ApprovalRequest>) -> R + Send + Sync + 'static,
    R: Future<Output = ApprovalDecision> + Send + 'static,
{
    Closure(decide)
}

struct Closure<F>(F);

impl<F, R> ApprovalHandler for Closure<F>
where
    F: Fn(Arc<ApprovalRequest>) -> R + Send + Sync + 'static,
    R: Future<Output = ApprovalDecision> + Send + 'static,
{
    fn ask(&self, request: Arc<ApprovalRequest>, reply: Reply) {
        let deciding = (self.0)(request);
        tokio::spawn(async move {
            if let Some(decision) = reply.while_open(deciding).await {
                // One that is not accepted refuses: the reply is dropped then.
                let _ = reply.decide(decision);
            }
        });
    }
}

/// What somebody is asked to approve. It is the same in JSON, both ways.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ApprovalRequest {
    /// A UUID of version 7 (RFC 9562).
    pub id: String,
    /// The run's id.
    pub run: String,
    /// What would run.
    pub action: ActionRecord,
    /// Why somebody is asked.
    pub decision: Decision,
    /// When, in milliseconds since 1970-01-01 UTC.
    pub time_ms: u64,
    /// SHA-256 (FIPS 180-4) in hexadecimal over the action's JSON with sorted keys and no
    /// blanks: a decision on another action is not accepted.
    pub fingerprint: String,
}

impl ApprovalRequest {
    pub(crate) fn new(run: String, action: ActionRecord, decision: Decision, fingerprint: String) -> Self {
        let time_ms = millis_of(SystemTime::now());
        ApprovalRequest { id: Uuid::now_v7().to_string(), run, action, decision, time_ms, fingerprint }
    }

    /// When somebody was asked.
    pub fn time(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_millis(self.time_ms)
    }

    /// Approves the action as it is. `by` says who decided.
    #[must_use]
    pub fn approve(&self, by: impl Into<String>) -> ApprovalDecision {
        self.decide(true, by.into(), None)
    }

    /// Refuses it; the model is told the reason.
    #[must_use]
    pub fn deny(&self, by: impl Into<String>, reason: impl Into<String>) -> ApprovalDecision {
        self.decide(false, by.into(), Some(reason.into()))
    }

    fn decide(&self, approved: bool, by: String, reason: Option<String>) -> ApprovalDecision {
        ApprovalDecision {
            request: self.id.clone(),
            fingerprint: self.fingerprint.clone(),
            approved,
            by,
            reason,
            time_ms: millis_of(SystemTime::now()),
            arguments: None,
            remember: None,
        }
    }
}

/// What somebody decided about one [`ApprovalRequest`]. It is the same in JSON,
/// both ways.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ApprovalDecision {
    /// The id of the request.
    pub request: String,
    /// The fingerprint of the request: what was seen is what is decided on.
    pub fingerprint: String,
    /// Whether the action may run.
    pub approved: bool,
    /// Who decided.
    pub by: String,
    /// Why, in words for the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// When, in milliseconds since 1970-01-01 UTC.
    pub time_ms: u64,
    /// Other arguments than those of the request, all of them. A `[redacted]`
    /// that is left where it was stands for the original.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Map<String, Value>>,
    /// Whether the run need not ask again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remember: Option<Remember>,
}

/// Of edited arguments only the names are shown: their values may be secret.
impl fmt::Debug for ApprovalDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApprovalDecision")
            .field("request", &self.request)
            .field("approved", &self.approved)
            .field("by", &self.by)
            .field("reason", &self.reason)
            .field(
                "arguments",
                &self.arguments.as_ref().map(|arguments| arguments.keys().collect::<Vec<_>>()),
            )
            .field("remember", &self.remember)
            .finish_non_exhaustive()
    }
}

impl ApprovalDecision {
    /// Approved with other arguments: all of them, not only those that change.
    /// They are checked like those of a model, and the policy is asked again: what
    /// it denies, or what needs a capability that was not approved, is refused.
    #[must_use]
    pub fn with_arguments(mut self, arguments: Map<String, Value>) -> Self {
        self.arguments = Some(arguments);
        self
    }

    /// Approved for the rest of the run too.
    #[must_use]
    pub fn remember(mut self, what: Remember) -> Self {
        self.remember = Some(what);
        self
    }
}

/// What an approval holds for, for the rest of the run, as long as the same
/// handler is asked. A tool whose name, description, schema or capabilities have
/// changed is asked about again; of what it does, nobody can tell.
///
/// [`Agent::call`](crate::Agent::call) is one run for the agent's life: open a run
/// for each piece of work, or for each user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Remember {
    /// The same tool, whatever its arguments.
    Tool,
    /// The same tool with the same arguments.
    Arguments,
}
