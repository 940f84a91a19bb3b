//! What can go wrong with a call, for two readers: a person, and a model that
//! must correct itself.

mod explain;

use std::{error::Error, fmt, time::Duration};

use serde::{Serialize, Serializer};
use serde_json::Value;

pub use self::explain::{InvalidArguments, Violation};
pub(crate) use self::explain::{choices as explain_choices, shorten};
use crate::toolbox::{UNNAMED, list};

/// Any error with a message, as a tool may return it.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Why a call gave no result.
///
/// Every variant has a stable [code](ToolError::code). The typed error holds
/// everything; its JSON ([`ToolError::to_json`]) holds what a model needs.
///
/// A tool may return any error type with a message: it becomes
/// [`Failed`](ToolError::Failed). To say more, a tool returns a `ToolError`:
///
/// ```
/// use tools_core::{ToolError, tool};
///
/// /// Moves a booking to another day.
/// #[tool]
/// async fn move_booking(day: String) -> Result<String, ToolError> {
///     if day == "sunday" {
///         return Err(ToolError::rejected("closed on sundays; choose another day"));
///     }
///     Ok(format!("moved to {day}"))
/// }
/// # fn main() {}
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ToolError {
    /// No tool has this name.
    #[non_exhaustive]
    UnknownTool {
        /// The name that was asked for.
        name: String,
        /// The nearest names there are, best first.
        nearest: Vec<String>,
        /// The crates with tools that this binary links: what nothing names is
        /// not linked. None where a configuration chose the tools. For the
        /// application; the model is not told.
        crates: Vec<String>,
    },
    /// The arguments are not what the tool's schema asks for. The tool did not run.
    InvalidArguments(Box<InvalidArguments>),
    /// Refused by policy. The tool did not run.
    #[non_exhaustive]
    Denied {
        /// Why, in words for the model.
        reason: String,
    },
    /// A person has to approve, and nobody can be asked. The tool did not run.
    #[non_exhaustive]
    ApprovalRequired {
        /// The request that would have been shown, as JSON.
        request: Box<Value>,
    },
    /// It was not approved: by a person, by a program, or because nobody answered.
    /// The tool did not run.
    #[non_exhaustive]
    ApprovalDenied {
        /// Why, in the words of whoever decided.
        reason: String,
    },
    /// Nobody answered in time. The tool did not run.
    #[non_exhaustive]
    ApprovalTimeout {
        /// How long the answer was awaited.
        after: Duration,
    },
    /// A budget or a bound of the agent is spent.
    #[non_exhaustive]
    BudgetExceeded {
        /// Which limit, in words.
        limit: String,
    },
    /// The run was cancelled.
    #[non_exhaustive]
    Cancelled {
        /// The reason given by whoever cancelled.
        reason: String,
    },
    /// The tool did not end within its time limit. An async tool's future was
    /// dropped; the thread of a plain function goes on until it ends by itself.
    #[non_exhaustive]
    Timeout {
        /// The time limit.
        after: Duration,
        /// Whether the same call may be sent again: the tool says that it only
        /// reads, or that calling it twice changes no more than calling it once.
        retryable: bool,
    },
    /// The tool refused by itself, and changed nothing.
    #[non_exhaustive]
    Rejected {
        /// What the tool said.
        source: BoxError,
    },
    /// The tool failed; what it changed before is unknown.
    #[non_exhaustive]
    Failed {
        /// What the tool said.
        source: BoxError,
        /// Whether the same call may succeed when it is sent again.
        retryable: bool,
        /// What a model reads under `details` beside the message; see
        /// [`ToolError::with_details`].
        details: Option<Box<Value>>,
    },
    /// The tool panicked. Message and place are for the application, never for the model.
    #[non_exhaustive]
    Panicked {
        /// The panic's message.
        message: String,
        /// Where the tool was written.
        place: String,
    },
    /// Something that the call needs is not there: a service, a key, a runtime.
    #[non_exhaustive]
    Unavailable {
        /// What is missing, in words.
        message: String,
    },
}

impl ToolError {
    /// The tool refuses and has changed nothing: the model may correct itself.
    pub fn rejected(reason: impl Into<BoxError>) -> Self {
        ToolError::Rejected { source: reason.into() }
    }

    /// The tool failed. A [`ToolError`] inside `error` is returned as it is.
    pub fn failed(error: impl Into<BoxError>) -> Self {
        match error.into().downcast::<ToolError>() {
            Ok(error) => *error,
            Err(source) => ToolError::Failed { source, retryable: false, details: None },
        }
    }

    /// The tool failed, and the same call may succeed when it is sent again.
    pub fn failed_for_now(error: impl Into<BoxError>) -> Self {
        ToolError::Failed { source: error.into(), retryable: true, details: None }
    }

    /// Adds what programs and models read under `details` of the error's JSON,
    /// such as a stable kind. It belongs to [`Failed`](ToolError::Failed); the
    /// other errors have details of their own and stay as they are. Over 2 KB
    /// it is left out of the JSON.
    ///
    /// ```
    /// use tools_core::{ToolError, json};
    ///
    /// let error = ToolError::failed("the printer is out of paper").with_details(json!({ "kind": "paper" }));
    /// assert_eq!(error.to_json()["details"]["kind"], "paper");
    /// ```
    #[must_use]
    pub fn with_details(mut self, added: Value) -> Self {
        if let ToolError::Failed { details, .. } = &mut self {
            *details = Some(Box::new(added));
        }
        self
    }

    /// The tool refuses one argument that its schema admits.
    ///
    /// `pointer` is a JSON Pointer (RFC 6901) into the arguments, such as
    /// `/booking/nights`; `expected` is what a model reads, such as "must be a
    /// working day".
    pub fn invalid_argument(pointer: impl Into<String>, expected: impl Into<String>) -> Self {
        InvalidArguments::of_one(Violation::new(pointer.into(), "tool", expected.into())).into()
    }

    /// The error of another tool that this tool called with
    /// [`RunContext::call`](crate::RunContext::call).
    pub fn child(&self) -> Option<&ToolError> {
        match self {
            ToolError::Failed { source, .. } => source.downcast_ref::<Child>().map(|child| &child.error),
            _ => None,
        }
    }

    pub(crate) fn of_child(self, tool: &str) -> Self {
        match self {
            ToolError::Cancelled { .. } | ToolError::BudgetExceeded { .. } => self,
            error => {
                let source = Child { tool: tool.to_owned(), error };
                ToolError::Failed { source: source.into(), retryable: false, details: None }
            }
        }
    }

    /// Something that the call needs is not there.
    pub fn unavailable(message: impl Into<String>) -> Self {
        ToolError::Unavailable { message: message.into() }
    }

    /// The stable code: `unknown_tool`, `invalid_arguments`, `denied`,
    /// `approval_required`, `approval_denied`, `approval_timeout`,
    /// `budget_exceeded`, `cancelled`, `timeout`, `rejected`, `failed`,
    /// `panicked` or `unavailable`.
    pub fn code(&self) -> &'static str {
        match self {
            ToolError::UnknownTool { .. } => "unknown_tool",
            ToolError::InvalidArguments(_) => "invalid_arguments",
            ToolError::Denied { .. } => "denied",
            ToolError::ApprovalRequired { .. } => "approval_required",
            ToolError::ApprovalDenied { .. } => "approval_denied",
            ToolError::ApprovalTimeout { .. } => "approval_timeout",
            ToolError::BudgetExceeded { .. } => "budget_exceeded",
            ToolError::Cancelled { .. } => "cancelled",
            ToolError::Timeout { .. } => "timeout",
            ToolError::Rejected { .. } => "rejected",
            ToolError::Failed { .. } => "failed",
            ToolError::Panicked { .. } => "panicked",
            ToolError::Unavailable { .. } => "unavailable",
        }
    }

    /// Whether the same call, unchanged, may succeed when it is sent again.
    pub fn retryable(&self) -> bool {
        match self {
            ToolError::Failed { retryable, .. } | ToolError::Timeout { retryable, .. } => *retryable,
            ToolError::ApprovalTimeout { .. } => true,
            _ => false,
        }
    }

    /// `Some(false)` when the tool certainly changed nothing, `None` when that is unknown.
    pub fn changes_made(&self) -> Option<bool> {
        match self {
            ToolError::Cancelled { .. }
            | ToolError::Timeout { .. }
            | ToolError::Failed { .. }
            | ToolError::Panicked { .. }
            | ToolError::BudgetExceeded { .. }
            | ToolError::Unavailable { .. } => None,
            _ => Some(false),
        }
    }

    /// What to do instead, where something better than the message is known.
    pub fn suggestion(&self) -> Option<String> {
        let text = match self {
            ToolError::UnknownTool { nearest, .. } => match nearest.as_slice() {
                [] => return None,
                names => format!("did you mean {}?", explain::choices(names)),
            },
            ToolError::InvalidArguments(_) => "correct the arguments and call the tool again".into(),
            ToolError::Rejected { .. } => "nothing was changed; correct the call and try again".into(),
            ToolError::Denied { .. } | ToolError::ApprovalDenied { .. } => {
                "do not repeat this call; find another way, or tell the user".into()
            }
            ToolError::ApprovalRequired { .. } => "tell the user that this needs an approval".into(),
            ToolError::Panicked { .. } => "the tool has a fault; do without it".into(),
            _ => return None,
        };
        Some(text)
    }

    /// The error as JSON for a model: `code`, `message`, `details`,
    /// `suggestion`, `retryable` and `changes_made` (false, or null when unknown).
    ///
    /// Invalid arguments take less than 2 KB however large the input was; a
    /// tool's own message is cut at 16 KiB.
    pub fn to_json(&self) -> Value {
        explain::to_json(self)
    }

    /// The message of that JSON.
    pub(crate) fn for_model(&self) -> String {
        explain::for_model(self).0
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolError::UnknownTool { name, nearest, crates } => {
                write!(f, "no tool is named `{}`", shorten(name, 80))?;
                if !nearest.is_empty() {
                    return write!(f, "; did you mean {}?", explain::choices(nearest));
                }
                if !crates.is_empty() {
                    write!(f, "; linked are the tools of {}; {}", list(crates), UNNAMED)?;
                }
                Ok(())
            }
            ToolError::InvalidArguments(error) => error.fmt(f),
            ToolError::Denied { reason } => write!(f, "denied: {reason}"),
            ToolError::ApprovalRequired { .. } => {
                f.write_str("this call needs an approval, and nobody can be asked")
            }
            ToolError::ApprovalDenied { reason } => write!(f, "not approved: {reason}"),
            ToolError::ApprovalTimeout { after } => {
                write!(f, "nobody approved this call within {after:?}")
            }
            ToolError::BudgetExceeded { limit } => write!(f, "over the limit: {limit}"),
            ToolError::Cancelled { reason } => write!(f, "cancelled: {reason}"),
            ToolError::Timeout { after, .. } => write!(f, "the tool did not end within {after:?}"),
            ToolError::Rejected { source } | ToolError::Failed { source, .. } => {
                write!(f, "{source}")
            }
            ToolError::Panicked { message, place } => {
                write!(f, "the tool at {place} panicked: {message}")
            }
            ToolError::Unavailable { message } => f.write_str(message),
        }
    }
}

impl Error for ToolError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            // Display is the source's own text, so the chain goes on behind it.
            ToolError::Rejected { source } | ToolError::Failed { source, .. } => source.source(),
            _ => None,
        }
    }
}

/// What went wrong in another tool that a tool called.
#[derive(Debug)]
struct Child {
    tool: String,
    error: ToolError,
}

impl fmt::Display for Child {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Child { tool, error } = self;
        match error {
            // Its message is never for the model, and this text may reach one.
            ToolError::Panicked { .. } => write!(f, "`{tool}`, which this tool called, panicked"),
            error => write!(f, "`{tool}`, which this tool called: {error}"),
        }
    }
}

impl Error for Child {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

impl From<InvalidArguments> for ToolError {
    fn from(error: InvalidArguments) -> Self {
        ToolError::InvalidArguments(Box::new(error))
    }
}

impl Serialize for ToolError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}
