//! Where a decision goes.

use std::{fmt, sync::Arc};

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::{
    ApprovalDecision, ApprovalRequest,
    slot::{Late, Slot},
};
use crate::{Args, ToolError};

/// Takes the decision on one request, exactly once. Dropping it without one
/// refuses the call.
pub struct Reply {
    slot: Arc<Slot<Accepted>>,
    request: Arc<ApprovalRequest>,
    edits: Edits,
    /// Cancelled when the call does not wait any more.
    closed: CancellationToken,
}

/// Makes arguments of what somebody edited.
pub(crate) type Edits = Box<dyn Fn(Map<String, Value>) -> Result<Args, ToolError> + Send + Sync>;

/// A decision, and the arguments that it brings.
#[derive(Debug)]
pub(crate) struct Accepted {
    pub(crate) decision: ApprovalDecision,
    pub(crate) edited: Option<Args>,
}

impl Reply {
    pub(crate) fn new(
        slot: Arc<Slot<Accepted>>,
        request: Arc<ApprovalRequest>,
        edits: Edits,
        closed: CancellationToken,
    ) -> Self {
        Reply { slot, request, edits, closed }
    }

    /// Decides. Accepted means that the call follows it, even when the time to
    /// answer is over in the same moment; what is approved still does not start
    /// when its run is cancelled before.
    ///
    /// # Errors
    /// [`NotAccepted`]: after a decision on another request, another fingerprint or with
    /// invalid arguments the call waits on; when it does not wait any more, there
    /// is nothing to decide.
    pub fn decide(&self, decision: ApprovalDecision) -> Result<(), NotAccepted> {
        if let Some(late) = self.slot.late() {
            return Err(late.into());
        }
        if decision.request != self.request.id {
            return Err(NotAccepted::OtherRequest);
        }
        if decision.fingerprint != self.request.fingerprint {
            return Err(NotAccepted::OtherFingerprint);
        }
        let edited = match decision.arguments.as_ref().filter(|_| decision.approved) {
            Some(arguments) => Some(
                (self.edits)(arguments.clone()).map_err(|error| NotAccepted::Arguments(Box::new(error)))?,
            ),
            None => None,
        };
        Ok(self.slot.answer(Accepted { decision, edited })?)
    }

    /// What is to be decided.
    pub fn request(&self) -> &Arc<ApprovalRequest> {
        &self.request
    }

    /// Whether the call still waits.
    pub fn is_open(&self) -> bool {
        self.slot.late().is_none()
    }

    /// Waits until the call does not wait any more.
    pub async fn closed(&self) {
        self.closed.cancelled().await;
    }
}

impl Reply {
    /// Works as long as the call waits.
    pub(super) async fn while_open<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        self.closed.run_until_cancelled(work).await
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.slot.abandon();
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reply").field("request", &self.request.id).finish_non_exhaustive()
    }
}

/// Why a decision was not accepted.
#[derive(Debug)]
#[non_exhaustive]
pub enum NotAccepted {
    /// No request of this id waits: it never did, was decided, or expired.
    Unknown,
    /// The call does not wait any more: its time was over, its run was
    /// cancelled, or its caller went away.
    Expired,
    /// It was decided before.
    AlreadyDecided,
    /// It names another request.
    OtherRequest,
    /// It is on another action than the one that waits.
    OtherFingerprint,
    /// The edited arguments are not valid. The call waits on.
    Arguments(Box<ToolError>),
}

impl From<Late> for NotAccepted {
    fn from(late: Late) -> Self {
        match late {
            Late::Answered => NotAccepted::AlreadyDecided,
            Late::Closed => NotAccepted::Expired,
        }
    }
}

impl fmt::Display for NotAccepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAccepted::Unknown => {
                f.write_str("no request of this id waits: it was decided, it expired, or it never was")
            }
            NotAccepted::Expired => f.write_str("expired: the call does not wait any more"),
            NotAccepted::AlreadyDecided => f.write_str("it was decided before"),
            NotAccepted::OtherRequest => f.write_str("this decision names another request"),
            NotAccepted::OtherFingerprint => {
                f.write_str("this decision is on another action: read the request again, and decide on that")
            }
            NotAccepted::Arguments(error) => write!(f, "the edited arguments cannot be used: {error}"),
        }
    }
}

impl std::error::Error for NotAccepted {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            NotAccepted::Arguments(error) => Some(error),
            _ => None,
        }
    }
}
