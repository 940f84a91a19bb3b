//! What happens, told as it happens: one stream of typed events for every path.

mod bus;
mod observer;
mod stream;
mod told;

use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use serde::{Serialize, Serializer};
use serde_json::Value;

pub(crate) use self::{
    bus::Bus,
    told::{Completed, End, Head, Opening, PreparedEvent, Told, ToolName},
};
pub use self::{observer::Observer, stream::EventStream};
use crate::{BudgetLimit, Capability, Coercion, Decision};

/// Something that happened to a call, or in a run.
///
/// Every call has one beginning and exactly one end: `completed`; `refused`,
/// when it ended before its tool started; `failed`; or `cancelled`. As JSON it
/// is one flat object.
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
///     let mut events = agent.events();
///     agent.call("add", json!({ "a": 1, "b": 2 })).await?;
///     let names: Vec<&str> = std::iter::from_fn(|| events.try_next()).map(|event| event.name()).collect();
///     assert_eq!(names, ["prepared", "decided", "started", "completed"]);
///     Ok(())
/// }
/// ```
#[derive(Debug, Clone)]
pub struct Event {
    head: Head,
    time: SystemTime,
    number: u64,
    kind: EventKind,
}

impl Event {
    /// The run's id.
    pub fn run(&self) -> String {
        self.head.run.to_string()
    }

    /// The id of the run from which this one was opened.
    pub fn parent_run(&self) -> Option<String> {
        self.head.parent_run.map(|id| id.to_string())
    }

    /// The number of the call within its run, from 1; 0 for what concerns the run.
    pub fn action(&self) -> u64 {
        self.head.action
    }

    /// The number of the call whose tool made this call.
    pub fn parent(&self) -> Option<u64> {
        Some(self.head.parent).filter(|parent| *parent > 0)
    }

    /// The name of the tool that is called, as the caller wrote it.
    pub fn tool(&self) -> Option<&str> {
        Some(match self.head.tool.as_ref()? {
            ToolName::Known(definition) => definition.name(),
            ToolName::Unknown(name) => name,
        })
    }

    /// When it happened.
    pub fn time(&self) -> SystemTime {
        self.time
    }

    /// Grows within the run.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// What happened.
    pub fn kind(&self) -> &EventKind {
        &self.kind
    }

    /// What happened, in one word: the `event` of the JSON.
    pub fn name(&self) -> &'static str {
        match self.kind {
            EventKind::Prepared { .. } => "prepared",
            EventKind::Decided { .. } => "decided",
            EventKind::ApprovalAsked { .. } => "approval_asked",
            EventKind::ApprovalAnswered { .. } => "approval_answered",
            EventKind::Started => "started",
            EventKind::Progress { .. } => "progress",
            EventKind::BudgetWarning { .. } => "budget_warning",
            EventKind::Completed { .. } => "completed",
            EventKind::Refused { .. } => "refused",
            EventKind::Failed { .. } => "failed",
            EventKind::Cancelled { .. } => "cancelled",
        }
    }

    /// Whether it is the one end of its call.
    pub fn is_end(&self) -> bool {
        matches!(
            self.kind,
            EventKind::Completed { .. }
                | EventKind::Refused { .. }
                | EventKind::Failed { .. }
                | EventKind::Cancelled { .. }
        )
    }
}

/// What happened. Arguments, previews and results are there only where the
/// application asked for them (what was coerced is always there) with
/// [`AgentBuilder::record_contents`](crate::AgentBuilder::record_contents);
/// secret arguments are `[redacted]` even then. What a tool or a policy says of
/// itself (previews, results, messages, reasons) is told as it said it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum EventKind {
    /// The arguments are valid, and it is known what the call needs.
    #[non_exhaustive]
    Prepared {
        /// The arguments that the tool will get.
        #[serde(skip_serializing_if = "Option::is_none")]
        arguments: Option<Box<Value>>,
        /// What it needs.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        capabilities: Arc<[Capability]>,
        /// What the tool shows to people.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        previews: Box<[String]>,
        /// What was coerced to make the arguments valid.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        coercions: Box<[Coercion]>,
    },
    /// The policy has decided.
    #[non_exhaustive]
    Decided {
        /// What, and why.
        decision: Decision,
    },
    /// Somebody is asked to approve.
    #[non_exhaustive]
    ApprovalAsked {
        /// The request's id.
        request: String,
        /// What would be approved.
        fingerprint: String,
    },
    /// The wait for an approval ended with an answer.
    #[non_exhaustive]
    ApprovalAnswered {
        /// The request's id.
        request: Box<str>,
        /// Whether it was approved.
        approved: bool,
        /// Who decided.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Box<str>>,
        /// Why.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<Box<str>>,
        /// Whether the arguments were edited.
        edited: bool,
        /// Whether an approval of before was remembered, and nobody was asked.
        remembered: bool,
    },
    /// The tool started.
    Started,
    /// The tool tells how far it is.
    #[non_exhaustive]
    Progress {
        /// How much is done.
        done: f64,
        /// Of how much, where that is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        total: Option<f64>,
        /// In words.
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// A limit is nearly spent: told once for each.
    #[non_exhaustive]
    BudgetWarning {
        /// Which one.
        limit: BudgetLimit,
        /// What is used of it.
        used: u64,
        /// The limit.
        max: u64,
    },
    /// The tool gave a result.
    #[non_exhaustive]
    Completed {
        /// Milliseconds from the beginning of the call.
        duration_ms: f64,
        /// Bytes of the result, as text.
        bytes: usize,
        /// The result.
        #[serde(skip_serializing_if = "Option::is_none")]
        result: Option<Box<Value>>,
    },
    /// The call ended before the tool started.
    #[non_exhaustive]
    Refused {
        /// The error's [code](crate::ToolError::code).
        code: &'static str,
        /// What the model is told.
        message: String,
    },
    /// The call ended without a result after the tool had started.
    #[non_exhaustive]
    Failed {
        /// The error's [code](crate::ToolError::code).
        code: &'static str,
        /// What the model is told.
        message: String,
        /// Milliseconds from the beginning of the call.
        duration_ms: f64,
    },
    /// The run was cancelled, or the caller dropped the call.
    #[non_exhaustive]
    Cancelled {
        /// The first reason that was given.
        reason: String,
        /// Whether the tool had started.
        started: bool,
    },
}

/// One flat object; the time is in milliseconds since 1970-01-01 UTC.
impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Flat<'a> {
            run: String,
            #[serde(skip_serializing_if = "Option::is_none")]
            parent_run: Option<String>,
            number: u64,
            time_ms: u64,
            action: u64,
            #[serde(skip_serializing_if = "Option::is_none")]
            parent: Option<u64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            tool: Option<&'a str>,
            #[serde(flatten)]
            kind: &'a EventKind,
        }
        let flat = Flat {
            run: self.run(),
            parent_run: self.parent_run(),
            number: self.number,
            time_ms: millis_of(self.time),
            action: self.action(),
            parent: self.parent(),
            tool: self.tool(),
            kind: &self.kind,
        };
        flat.serialize(serializer)
    }
}

/// Milliseconds since 1970-01-01 UTC.
pub(crate) fn millis_of(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
